"""First names the rules know, as data: which tell a gender, which are also words, and which are pets'.

A name is read as one by its place in the sentence; these lists only help where the parser or the spelling leaves a doubt.
"""

from __future__ import annotations

from graphmem.wordlists import words

MALE_NAMES = words(
    """adam alan alex alexander andrew anthony antonio ben benjamin bill bob bobby brian carl carlos charles charlie chris
    christopher colin daniel dan david dave dennis diego donald doug edward eric ethan evan felix frank fred gary george
    greg harry henry hugo ian isaac ivan jack jacob jake james jason jeff jeremy jim jimmy joe john johnny jon jonathan jose josé
    joseph josh joshua juan justin keith ken kevin kyle larry leo liam louis lucas luis luke marco mario mark martin matt matthew
    max michael miguel mike nate nathan nick noah oliver oscar owen patrick paul pedro peter phil philip ralph raj ray richard
    rob robert roger ron ryan sean simon stefan stephen steve steven ted theo thomas tim tom tommy tony tyler victor vincent walter
    will william zach adrian ahmed aidan akira albert alejandro ali amir amit andre andreas antonio arjun arthur bastian boris bruno
    caleb cesar chen christoph cody connor craig damian dario darren declan dmitri dominic dylan eduardo eli emil emilio enzo erik ernesto
    fabio farid fatih fernando finn florian francesco francisco gabriel gareth gavin georg gerard giovanni guido gustavo hamza hans harold
    hassan hiroshi ibrahim igor ismail jamal jan javier jesse jonas jorge julian julien kai karim karl kenji kofi kwame lars
    leon levi logan lorenzo luca lukas malik manuel marcel marcus mateo mateus mathias maurice mehmet mehdi mikhail mohamed mohammed
    muhammad neil niklas nikolai niko nils nuno olaf olivier omar otto owen pablo paolo pascal pavel philippe pierre rafael rahul raul ravi
    rene ricardo rohan roman ruben rui salvador samir samuel sami sanjay santiago sebastian sergei sergio silvio stuart sven tariq tiago
    tobias tomas toby trevor umar vikram viktor vladimir wei xavier yusuf yuri zane"""
)
FEMALE_NAMES = words(
    """abigail alice alicia amanda amelia amy ana andrea angela anita anna anne annie ann audrey barbara beth betty bianca carla carmen
    carol caroline catherine charlotte chloe christina christine claire clara cynthia deborah diana donna dorothy elena eleanor
    elizabeth ella ellen emily emma erica eva fiona gina grace hannah heather helen holly irene isabel isabella jane janet jasmine
    jen jennifer jenny jessica jill joan joanna joanne judy julia julie karen kate katherine kathy katie kelly laura lauren
    leah lena lily linda lisa liz lucia lucy maggie margaret maria marie martha mary maya megan melanie melissa mia michelle
    molly monica nadia nancy natalie nicole nina nora olivia pam patricia paula petra priya rachel rebecca rita rosa rose ruth sandra
    sara sarah sheila sofia sonia sophia sophie stella stephanie susan suzanne tanya teresa tina tracy valerie vanessa
    vera veronica victoria wendy yvonne zoe zoë ada adele agnes agnieszka aisha alba alexandra alina alma amina amira anja anika anya
    astrid ayesha bea beatrice beatriz benedita bianca birgit bridget camila carla carolina catarina celia chiara chloé claudia constança
    cora dana daniela delia dina edith eileen elif elisa ellie elsa elvira emilia esther eve farah fatima fiona francesca freya
    gabriela georgia giulia greta hana hanna harriet helena hilda ida ilse imogen ines inês ingrid ioana irina isla ivana joana johanna
    josephine judith julie kamila karin katarina kavya kiara kirsten lara larissa layla leila leonor leticia lina livia lola lorena
    louise lourdes lucía lucy luisa luna magdalena maja malala manuela marcela margarida margot mariam mariana marta matilde maud
    maya meera mei melissa mercedes michaela mila mira miriam mona muriel nadine naomi natalia natasha nell nisha noor olga olivia paloma
    paola penelope pilar polina priscilla rania raquel renata roberta rosalind roxana sabrina sakura salma samantha sanna saskia selma
    shreya silvia simone sinead solveig svetlana sylvia tamara tania tatiana teresa tess thea ulrike ursula valentina valeria viktoria
    vivian xenia yara yasmin yuki zara zeynep zofia jess kate katie abby bella ellie gemma hayley kayla kylie lexi tara"""
)

#: First names that are also words: names only where a name must stand.
MASS_NAMES = words(
    "grace hope faith joy april may june august summer autumn dawn melody harmony charity patience ivy ginger jade"
)
WORD_NAMES = MASS_NAMES | words(
    """will rose mark bill art jack rob sue pat drew chase grant frank ray ruby pearl daisy iris amber angel sky hunter mason
    carter dean rich miles penny violet robin gene pierce wade cliff glen lance buddy olive basil chance dale drake reed heath
    lane max nick skip stone page paige sandy sunny bob peter jean kitty don marina lily holly heather josh victor christian eve jan carol mike"""
)
#: Pets' names that are words, as they stand in lower case after "my dog".
PET_NAMES = words(
    """rex luna bella coco milo rocky simba nala bruno buddy toby biscuit oreo mittens whiskers shadow bailey lola zeus thor loki
    peanut cookie pepper ginger misty smokey tiger lucky bear daisy molly cleo felix oscar ruby rosie poppy jasper archie teddy"""
)
