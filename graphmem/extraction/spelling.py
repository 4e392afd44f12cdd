"""Reading common misspellings and chat shorthand as the words they stand for: "alergic", "w/", "hosptal", "livin".

The parser guesses at words it has never met, and guesses wrong. As with composed text, a message is read as if it were spelled
right, and what was found is told in the offsets of the original.
"""

from __future__ import annotations

import re
from dataclasses import replace

from graphmem.extraction.composed import Places, moved
from graphmem.extraction.protocol import Turn
from graphmem.types import Extraction, Message
from graphmem.wordlists import words

#: Only what is no other word and no name.
_WORDS = dict(
    pair.split("=")
    for pair in words(
        """
    alergic=allergic allergik=allergic alergy=allergy vegeterian=vegetarian vegitarian=vegetarian vegtarian=vegetarian diabetec=diabetic
    wrk=work wrking=working wrks=works workin=working livin=living studyin=studying movin=moving lookin=looking thinkin=thinking
    plannin=planning startin=starting learnin=learning teachin=teaching havin=having gettin=getting doin=doing goin=going
    playin=playing runnin=running makin=making drivin=driving luv=love luvs=loves luvd=loved luv=love liek=like
    hav=have havent=haven't wnt=want movd=moved mooved=moved studdy=study studing=studying grdauated=graduated
    gradutated=graduated graduted=graduated marryed=married maried=married engadged=engaged devorced=divorced recieve=receive
    recieved=received beleive=believe belive=believe finaly=finally definately=definitely definatly=definitely probly=probably
    prolly=probably proly=probably tomorow=tomorrow tommorow=tomorrow tommorrow=tomorrow tmrw=tomorrow tmr=tomorrow 2moro=tomorrow
    2morrow=tomorrow yesturday=yesterday yesterdy=yesterday januray=january janurary=january feburary=february febuary=february
    septmber=september setpember=september ocotber=october octobr=october novmber=november novemeber=november decmber=december
    wensday=wednesday wendsday=wednesday wednsday=wednesday thrusday=thursday teusday=tuesday saterday=saturday
    hosptal=hospital hopsital=hospital hospitl=hospital shelfish=shellfish penut=peanut penuts=peanuts penicilin=penicillin
    brothr=brother brohter=brother siter=sister sistr=sister sistah=sister mothr=mother huband=husband husbnd=husband
    girlfrend=girlfriend gilrfriend=girlfriend boyfrend=boyfriend freind=friend frend=friend freinds=friends frends=friends
    neice=niece nephiew=nephew cuzin=cousin dauther=daughter daugther=daughter duaghter=daughter granma=grandma teh=the hte=the
    teachr=teacher techer=teacher enginer=engineer engneer=engineer docter=doctor acountant=accountant lawer=lawyer
    univeristy=university univercity=university restarant=restaurant resturant=restaurant apartmant=apartment
    appartment=apartment appartement=apartment bday=birthday birfday=birthday bithday=birthday favrite=favourite favorit=favorite
    favourit=favourite fave=favourite fav=favourite nites=nights nite=night becuase=because becasue=because cuz=because coz=because
    bcuz=because bc=because b4=before dont=don't doesnt=doesn't didnt=didn't isnt=isn't wasnt=wasn't cant=can't
    wouldnt=wouldn't arent=aren't hasnt=hasn't ppl=people dogz=dogs catz=cats kidz=kids skool=school skul=school buisness=business
    bussiness=business langauge=language languege=language portugese=Portuguese portugeese=Portuguese itallian=Italian spansh=Spanish
    swiming=swimming runing=running hikin=hiking vacaton=vacation adress=address numbr=number yrs=years wks=weeks mths=months
    replys=replies thier=their wich=which wif=with wiv=with shud=should wud=would cud=could sez=says
    """
    )
)

_PATTERN = re.compile(
    r"(?<![\w@#/.'-])(?:(?P<without>w/o)(?=\s)|(?P<with>w/)(?=\s)|(?P<word>" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")(?![\w'@/-]))"
    r"|(?<=\w) (?P<and>n|'n'|&amp;) (?=\w)",
    re.IGNORECASE,
)  # fmt: skip


def repaired(turn: Turn) -> Turn:
    """The turn with every text spelled right; the same turn where they all are."""
    return Turn(_message(turn.message), tuple(map(_message, turn.previous)))


def unrepaired(extraction: Extraction, original: Message) -> Extraction:
    """The extraction of a repaired message, with its spans in the original text."""
    text, places = _text(original.text)
    return extraction if text == original.text else moved(extraction, places, original.text)


def _message(message: Message) -> Message:
    text, _ = _text(message.text)
    return message if text == message.text else replace(message, text=text)


def _text(text: str) -> tuple[str, Places]:
    """The text spelled right, and for each stretch that stays together where it starts in it and in the original."""
    parts: list[str] = []
    places: Places = [(0, 0)]
    length = last = 0
    for match in _PATTERN.finditer(text):
        word = _right(match)
        before = text[last : match.start()]
        parts += [before, word]
        places += [(length + len(before), match.start()), (length + len(before) + len(word), match.end())]
        length, last = length + len(before) + len(word), match.end()
    parts.append(text[last:])
    return "".join(parts), [*places, (length + len(text) - last, len(text))]


def _right(match: re.Match[str]) -> str:
    if match["word"] and match["word"].isupper():
        return match["word"]
    if match["word"]:
        word = _WORDS[match["word"].lower()]
        return word.capitalize() if match["word"][0].isupper() else word
    if match["and"]:
        return " and "
    return "with" if match["with"] else "without"
