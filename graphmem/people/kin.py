"""What people and pets are to one another, as data: relations by their words."""

from __future__ import annotations

from graphmem.wordlists import words

FEMALE_RELATIONS = words(
    """mother mom mum mommy mama sister sis wife girlfriend gf daughter aunt auntie niece grandmother grandma granny nana nan step-mother step-mom step-mum step-sister
    fiancée fiancee bride stepmother stepmom stepsister stepdaughter granddaughter great-grandmother great-aunt half-sister ex-wife ex-girlfriend
    mother-in-law sister-in-law daughter-in-law godmother landlady"""
)
MALE_RELATIONS = words(
    """father dad daddy papa brother bro husband hubby boyfriend bf son uncle nephew grandfather grandpa granddad step-father step-dad step-brother fiancé
    groom stepfather stepdad stepbrother stepson grandson great-grandfather great-uncle half-brother ex-husband ex-boyfriend
    father-in-law brother-in-law son-in-law godfather"""
)
OTHER_RELATIONS = words(
    """partner spouse boss manager supervisor mentor coach roommate flatmate housemate landlord therapist
    doctor dentist lawyer accountant trainer tutor twin sibling child baby cousin ex fiance girl-friend boy-friend
    assistant cofounder co-founder stepchild grandchild godson goddaughter"""
)
#: People someone can have several of: named ones get a claim, unnamed ones are nobody in particular.
LOOSE_RELATIONS = words(
    "friend buddy pal mate bestie colleague coworker co-worker teammate classmate neighbor neighbour teacher student"
)
PETS = words(
    "dog cat puppy kitten pup horse rabbit hamster parrot turtle tortoise bunny snake pony goldfish lizard guinea-pig pet"
)
GROUPS = words("parents grandparents kids children in-laws")
PEOPLE = FEMALE_RELATIONS | MALE_RELATIONS | OTHER_RELATIONS
RELATIONS = PEOPLE | PETS | GROUPS

#: Relations by another word; a placeholder needs one name.
SYNONYMS = {
    word: relation
    for relation, others in {
        "mother": "mom mum mommy mama",
        "father": "dad daddy papa",
        "grandmother": "grandma granny nana nan",
        "grandfather": "grandpa granddad",
        "sister": "sis",
        "brother": "bro",
        "aunt": "auntie",
        "stepmother": "step-mother step-mom step-mum stepmom stepmum",
        "stepfather": "step-father step-dad stepdad",
        "stepsister": "step-sister",
        "stepbrother": "step-brother",
        "girlfriend": "gf girl-friend",
        "boyfriend": "bf boy-friend",
        "husband": "hubby",
        "fiancé": "fiance",
        "fiancée": "fiancee",
        "children": "kids",
        "colleague": "coworker co-worker",
        "friend": "buddy pal mate",
        "best friend": "bestie",
        "roommate": "flatmate housemate",
        "neighbour": "neighbor",
        "dog": "puppy pup",
        "cat": "kitten",
    }.items()
    for word in others.split()
}
#: What one calls one's own kin without a "my".
ADDRESSED = words("mother mom mum mommy mama father dad daddy papa grandma grandpa granny nana nan")
#: What stands before the name of one's own kin: "Aunt Bernadette".
TITLES = words("aunt auntie aunty uncle grandma grandpa granny nana")
#: Words the tokenizer would cut at their hyphens.
HYPHENED = tuple(
    sorted(
        word
        for word in FEMALE_RELATIONS | MALE_RELATIONS | OTHER_RELATIONS | LOOSE_RELATIONS | PETS | GROUPS
        if "-" in word and not word.startswith("ex-")
    )
)
#: What sets one sister apart from another belongs to the relation's name.
DISTINGUISHING = words(
    "older elder eldest oldest younger youngest little big twin middle former old new first second best late ex half step other adoptive biological"
)
