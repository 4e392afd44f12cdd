"""What people do all day and is gone tomorrow: grabbing a coffee, closing a tab, missing the bus. None of it is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem.extraction.lemmas import lemma_of
from graphmem.wordlists import words

if TYPE_CHECKING:
    from spacy.tokens import Token

    from graphmem.extraction.telling import Telling

#: Who does these does an errand, whatever they do it to.
_PASSING = words(
    """grab hop nip pop pee shower nap snooze doze fold rinse wipe mop hoover vacuum microwave reheat boil unload click tap press
    refresh scroll restart reboot unlock refill recharge peel chop defrost swipe retype paste"""
)
#: What is passing with one of these verbs.
_HANDLING = words(
    """have eat make drink take get close open shut lock do hang catch miss forget fetch put finish load empty clean wash
    feed check brew fix cook prepare need buy pick order tidy water charge switch turn walk heat call ring run start send use leave
    drop iron drop print watch send delete copy save dry sort book"""
)
_ROUTINE = words(
    """tab tabs window windows door doors curtain curtains blinds dish dishes dishwasher laundry washing ironing hoovering shower bath
    nap bus tram train tube metro cab taxi uber lift elevator link button inbox browser page file folder screen printer toast cereal
    porridge oatmeal sandwich bagel toastie omelette pasta noodles salad soup tea coffee espresso latte cappuccino cuppa smoothie juice water
    snack bite lunch dinner breakfast brunch supper drink bin bins trash rubbish garbage kettle plate plates cup mug dishcloth bed teeth hair
    light lights lamp heating fridge milk bread eggs butter groceries shopping shop errand errands chore chores plumber electrician
    umbrella keys alarm parking plant plants cat dog cats dogs lawn leftovers meal tv telly email emails text texts form break breather walk stroll seat"""
)
#: Walking the dog is an errand, getting one is none.
_PETS, _KEEPING = (
    words("cat cats dog dogs plant plants shop train bath"),
    words("feed walk water check clean wash leave catch miss"),
)


def is_errand(verb: Token, objects: list[Token], *, dated: bool) -> bool:
    """Whether doing this to these is an errand; what has its date may matter all the same."""
    lemma = lemma_of(verb)
    if lemma in _PASSING:
        return not dated or lemma != "grab"
    return not dated and lemma in _HANDLING and bool(objects) and all(_is_routine(lemma, token) for token in objects)


def is_told(telling: Telling, objects: list[Token]) -> bool:
    """Whether a clause tells of one, done today, and of no habit: "I drink coffee" is a habit."""
    clause = telling.clause
    habit = clause.tense == "present" and not clause.progressive
    if habit or clause.starts or clause.ends or not clause.positive or clause.passive:
        return False
    return is_errand(clause.verb, objects, dated=telling.time is not None)


def _is_routine(lemma: str, token: Token) -> bool:
    noun = token.lemma_.lower() if token.lower_ not in _ROUTINE else token.lower_
    return noun in _ROUTINE and (noun not in _PETS or lemma in _KEEPING) and not _is_named(token)


def _is_named(token: Token) -> bool:
    return any(child.dep_ == "appos" or child.pos_ == "PROPN" for child in token.children)
