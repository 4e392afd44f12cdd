"""The words the rules know, as data: certainty, moods, qualities, attributes. Rules ask; they hold no words themselves.

Relations stand in `kin`, names in `first_names`.
"""

from __future__ import annotations

from graphmem.wordlists import words

#: What only people do, as it reads after a name.
PERSONS_DO = words(
    """works lives loves likes hates studies teaches plays speaks moved married wants plans thinks said says told called got went
    works worked lived studied taught played wrote writes runs owns drives eats drinks knows met joined quit retired graduated
    visited lost bought sold cooks sings paints adopted started stopped used enjoys prefers came turns turned broke grew"""
)
#: Little words of chat that no dictionary has and that name nothing.
SLANG = words(
    """uni yr yrs wk wks hr hrs min mins bday tho rn smh lol fr ngl ppl hol hols vacay bf gf convo appt pls thx abt kinda gonna app
    apps blog wifi insta rehab lockdown quarantine gigs fam daycare preschool"""
)
#: What one lives in or moves to without an article though it is no place's name.
LIVED_IN = words(
    """college school university uni campus town church work bed management prison jail hospital fear poverty peace sin denial
    luxury comfort exile heaven hell space pain student sales marketing residence storage nature suburbia limbo squalor darkness
    harmony home abroad hiding isolation quarantine housing accommodation part-time full-time retirement something somewhere
    shelter care halls dorms digs"""
)
CALENDAR = words(
    """monday tuesday wednesday thursday friday saturday sunday january february march july september october november
    december christmas easter"""
)
#: What the recogniser is right to take for a time.
HOLIDAYS = words("thanksgiving halloween diwali ramadan eid hanukkah passover lent noon midnight xmas carnival")
#: Verbs that put what follows into somebody's mouth or head.
SAYING = words(
    "say tell mention claim state report insist swear write announce explain suggest argue assure inform warn text"
)
THINKING = words("think believe guess suppose assume reckon suspect feel imagine figure expect doubt bet")
#: What follows these is not said to be so.
WISHING = words("wish hope want pray wonder ask dream pretend prefer need demand request consider imagine")
HEARING = words("hear read")
#: "I guess …?" is no question.
GUESSING = words("guess think believe suppose assume reckon")
#: What a sentence that begins with these says is only imagined.
SUPPOSING = words("imagine suppose supposing pretend")

POSSIBLY = words("maybe perhaps possibly probably presumably likely potentially")
REPORTEDLY = words("apparently supposedly allegedly reportedly")
MAY = words("might may")
#: A clause under these is not said to be so.
CONDITIONS = words("if unless whether once until till lest before suppose supposing provided")
CONDITION_MODALS = words("would should must ought could 'd")

_UNITS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety hundred"
#: Numbers as words, up to the ages of people.
NUMBERS: dict[str, int] = {word: number for number, word in enumerate(_UNITS.split())} | {
    word: tens * 10 for tens, word in enumerate(_TENS.split(), start=2)
}

#: Aspect: what these do to the verb they govern.
ENDING = words("stop quit cease discontinue")
#: Who does this to a pet has it.
ACQUIRING = words("get adopt buy rescue")
HABITS = {
    "smoking": "smoke",
    "drinking": "drink",
    "vaping": "vape",
    "gambling": "gamble",
    "running": "run",
    "dancing": "dance",
}
STARTING = words("start begin")
GOING_ON = words("keep continue")
WANTING = words("want hope wish dream")
PONDERING = words("think consider")
PLANNING = words("plan intend decide aim prepare")
CANNOT_STAND = "can't stand"
LIKING = words("love like enjoy hate dislike adore prefer loathe detest") | {CANNOT_STAND}
#: Of what these measure there is some: "a bit of German".
MEASURES = words("few bit lot lots ton tons bunch couple handful little plenty loads touch")
#: What is told of the future in the present: "she starts school in September".
SCHEDULED = words("start begin finish leave arrive open close move return graduate retire turn end")
#: What one has with people: "a call with Ольга".
MEETINGS = words(
    "call chat lunch dinner breakfast brunch coffee tea drinks talk date walk catch-up argument conversation"
)
#: Seeing somebody do something is seeing them.
WATCHING = words("see watch catch hear")
#: What stands after a sentence in chats and belongs to nothing.
TAGS = words("lol lmao smh tbh omg ngl btw imo af haha rn fr")
#: Places one goes to or works at without an article, and without a name.
NAMELESS_PLACES = words(
    """home school work bed church college university uni town prison jail hospital class court practice therapy camp heaven
    sea college market base night noon lunch dinner breakfast peace war hand sleep work training rehearsal kindergarten nursery
    preschool daycare summer winter spring autumn free living fun money peanuts abroad downtown upstairs"""
)
#: Relations that a stated time tells the beginning of.
BEGUN = words("boyfriend girlfriend partner husband wife fiancé fiancée friend dog cat horse rabbit hamster parrot pet")
#: "livin in berlin" for "living".
SLANG_VERBS = {"livin": "live", "workin": "work", "studyin": "study"}
#: What may stand before a verb whose "I" is left out.
LEADING = words(
    "just finally recently already also actually officially never even so and but anyway oh yay update fyi currently mostly"
)
#: Verbs that with "to" say no more than the verb they govern.
MANAGING = words("manage get")

#: Adjectives that stay true for a while; the many others tell how someone feels right now.
LASTING = words(
    """vegetarian vegan veggie pescatarian single married divorced engaged widowed separated pregnant retired unemployed employed
    self-employed freelance allergic diabetic deaf blind gay lesbian bisexual bi trans transgender nonbinary non-binary queer straight
    religious atheist agnostic left-handed right-handed bilingual trilingual dyslexic autistic asthmatic intolerant celiac coeliac
    adopted sober colorblind colourblind introverted extroverted shy tall short blonde bald anemic anaemic lactose-intolerant
    gluten-free disabled jewish muslim christian catholic hindu buddhist sikh dead epileptic depressed vegeterian homeless"""
)
#: Adjectives that take an object: "allergic to peanuts".
WITH_OBJECT: frozenset[tuple[str, str]] = frozenset(
    {
        ("allergic", "to"), ("married", "to"), ("engaged", "to"), ("interested", "in"), ("good", "at"), ("bad", "at"),
        ("afraid", "of"), ("scared", "of"), ("terrified", "of"), ("fond", "of"), ("passionate", "about"), ("fluent", "in"),
        ("obsessed", "with"), ("addicted", "to"), ("intolerant", "to"), ("crazy", "about"), ("responsible", "for"),
        ("related", "to"), ("vaccinated", "against"),
    }
)  # fmt: skip

#: Nouns that name nothing by themselves.
EMPTY = words(
    """lot lots bit thing things stuff something anything nothing everything someone anyone everyone somebody anybody one ones way ways
    time times fun kind sort look chance break idea ideas moment minute while deal part rest couple bunch ton tons number plenty
    question questions problem point reason reasons case matter place places day days week weeks month months year years
    night morning weekend feeling feelings sense effort care advantage step steps blast hour hours today yesterday tomorrow
    same other others more most much many all some any none each both few such second hand lead
    person people guy guys man woman lady girl boy fan example mess good best great mind power joy people stuff
    pic pics picture pictures photo photos image images snap snapshot surge feedback turnout offer offers compliment response
    importance options option difficulty difficulties struggle struggles situation situations incident tip tips few sure
    joke advice luck point score piece pieces
    story news word words challenge impact difference change changes support help love luck experience experiences
    turn form side end start beginning course life world go try glimpse hope faith peace trouble plan plans adventure mindset path paths
    view views goal goals success successes memory memories respect courage strength motivation determination inspiration confidence
    positivity gratitude appreciation attitude conversation discussion chat talk reminder moments journey vibe vibes energy purpose
    connection role opportunity opportunities decision progress result results opinion thought thoughts fact facts doubt worry stress
    pressure emotion emotions happiness sadness passion satisfaction pleasure truth spirit comfort freedom balance focus voice vision
    interest choice choices value values process reality future past present issue issues discount risk risks plunge mix game gang friend friends leap breath toll
    message note shot heart eye eyes attention action control potential obstacles obstacle setback setbacks family everybody"""
)
#: Verbs that say nothing to keep by themselves, whatever they stand with.
EMPTY_VERBS = words(
    """cry laugh smile sigh nod giggle yawn sneeze frown underestimate overestimate chase step inspire push overcome boost embrace
    increase improve strive humble rely power stoke thrill excite bless think know guess hope say tell mean look seem thank let
    wish agree wonder suppose picture deny ask talk sound appear matter happen believe
    understand see hear feel find figure imagine forget remember realize realise remind keep need bet swear doubt care wait appreciate
    help make let's show give put bring come turn welcome get do be have go gon wan use suggest recommend explain mention
    check consider notice depend handle deal follow fill hold hit send text say write love like want plan add provide
    allow include require work live believe stand set face carry pass stick call phone email ring message"""
)
#: Of these, what was done to something is news: "made a bowl", "got a job".
LIGHT_VERBS = words("make get find write give send try pass go")
#: Giving somebody something is about the thing.
GIVING = words("give buy lend")
#: What is done to people with these is an errand.
CARRYING = words("drive take bring pick drop carry use wear own find")
#: What somebody makes or writes is news whenever they do.
MAKING = words("make write")
#: What one has at a meal is no possession.
CONSUMED = words("coffee tea lunch dinner breakfast brunch supper cake drink beer wine meal snack pizza")
#: "Want to have" these says something.
BEGOTTEN = words("kids children kid child baby family")
#: Intransitive verbs that are news by themselves.
ALONE = words(
    """retire graduate marry divorce die move smoke drink drive swim sing dance paint cook garden meditate knit surf ski hike run jog
    volunteer teach study freelance break-up split-up snore sleepwalk cycle emigrate resign visit move-out move-in pass-away work-out"""
)

#: What the tagger takes for names and is none: interjections, nets and titles standing alone.
NOT_NAMES = words(
    """hey hi hello wow lol omg yeah yep yup nope haha hahaha thanks thx congrats cool awesome ok okay oh ooh aww aw ah ha hmm ugh yay
    woah whoa please sorry sure great nice wonderful amazing absolutely definitely totally exactly gosh gotcha bye cheers damn dude bro
    man mate god lord jesus mr mrs ms dr sir madam internet gps pc tv ai diy btw fyi lmao idk imo tbh i'm im hiya welcome glad
    happy good morning evening night hugs wowza yikes oops kudos xoxo p.s. ps asap faq eta rip dm pm am todo tbd n/a dear wait well
    it its me my you he she they we and but so not yes no alright congratulations fantastic cute sweet wanna gonna gon oof woohoo nah phew y'all lemme super agreed ahh ahhh whew woo yum voila touché ceo cto cfo vp phd"""
)

#: Wishing to do these says nothing to keep.
TRIVIAL = words(
    "know say hear see thank tell ask check let show do talk discuss mention think try keep give put wish add"
)
#: Possessed nouns whose value is worth keeping: "my address is …"; with "favourite" any noun is.
ATTRIBUTES = words(
    """birthday address phone number email e-mail hometown job profession occupation nationality religion major hobby passion
    dream goal surname age height weight zodiac allergy diet band team company business school university college username
    anniversary salary rent budget deadline car bike specialty speciality native"""
)
#: Attributes of two words, by their name.
ATTRIBUTE_PAIRS = {
    "blood type": "blood type", "blood group": "blood type", "native language": "native language", "first language": "native language",
    "mother tongue": "native language", "zodiac sign": "zodiac", "star sign": "zodiac", "last name": "surname", "family name": "surname",
    "maiden name": "maiden name", "middle name": "middle name", "user name": "username", "screen name": "username",
    "shoe size": "shoe size", "phone number": "phone number",
}  # fmt: skip
#: What somebody has one of, so that "my laptop is a ThinkPad" tells what they have.
BELONGINGS = words(
    """laptop computer car phone bike motorbike motorcycle van truck camera guitar piano violin keyboard tablet watch bicycle scooter
    console boat tent"""
)
#: Words in a longer name that tell its kind.
KIND_WORDS: dict[str, str] = {
    word: kind
    for kind, words in {
        "Thing": "project mission operation",
        "Organization": "university college school institute hospital company inc ltd corp bank church club band team society foundation",
        "Place": "street road avenue city park lake river mount mountain beach island bay museum station airport square hotel café cafe",
        "Event": "festival conference marathon olympics",
    }.items()
    for word in words.split()
}
#: Attributes whose value is its words, whatever names stand in it.
LITERAL = words("address phone number email e-mail username salary rent budget height weight age")
#: What something is called tells its kind: "Acme is a company".
KIND_NOUNS: dict[str, str] = {
    word: kind
    for kind, words in {
        "Organization": "company firm startup start-up business bank university college school charity nonprofit organization organisation",
        "Place": "city town village country state island restaurant café cafe neighborhood neighbourhood suburb region",
        "Work": "book novel movie film song album show series game podcast",
        "Person": "nurse doctor teacher engineer lawyer student artist musician singer writer designer developer chef actor vegetarian vegan",
        "Animal": "dog cat puppy kitten horse rabbit hamster parrot retriever poodle labrador beagle",
        "Language": "language",
    }.items()
    for word in words.split()
}
#: What "we" do now is news about the speaker only with these; with others it is about people at large.
SHARED = words("live own rent reside expect")
#: What one "can" do is an ability with these, else politeness or possibility.
ABILITIES = words(
    "speak play swim drive dance sing cook ride eat drink read write paint draw ski surf bake knit juggle fly sail skate"
)
#: What one "will" do is a plan with these even undated; else a promise or a manner of speaking.
INTENDED = words(
    """move visit travel marry join graduate retire study buy adopt launch attend open relocate emigrate enroll start sell quit resign
    compete host volunteer celebrate fly"""
)
#: "John from work" is not the other John.
WHENCE = words("work school college university uni church gym office class yoga")
NAMINGS = words("name nickname")

#: The commonest little words of languages that share our alphabet; words that are also English are left out.
FOREIGN = words(
    """que de la el los las una por para con está estoy muy pero como más yo mi es en y
    le les des une est dans je suis pas vous nous avec sur pour qui ce mais très et du au
    der die das und ist ich nicht ein eine mit auf für wir sie zu den dem auch von wie
    não uma você eu meu minha em os ao é são il che di sono mia mio non per anche gli della
    het een ik niet van dat zijn met voor och jag är inte det som på jeg ikke er og w nie jest się na że
    bir ve bu için çok ben değil"""
)
ENGLISH = words(
    """the a an and or but of to in on at is are was were be been am i you he she it we they my your his her our their this that
    have has had do does did not no yes so what who where when why how can will would with for from about just like me him them
    im ive dont its up out if then than there here very really too"""
)
