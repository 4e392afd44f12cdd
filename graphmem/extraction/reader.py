"""Reads one message: sentence by sentence, names first and then what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import (
    ages,
    appositions,
    attributes,
    copula,
    corrections,
    fragments,
    lexicon,
    naming,
    nouns,
    parties,
    phrases,
    procedures,
    pronouns,
    restating,
    verbs,
    wishes,
    workplaces,
)
from graphmem.extraction.book import Book
from graphmem.extraction.clauses import Clause, clauses
from graphmem.extraction.fragments import Asked
from graphmem.extraction.frames import FRAMES
from graphmem.extraction.lemmas import lemma_of
from graphmem.extraction.page import Page, Past
from graphmem.extraction.standing import Standing, is_courtesy, standing
from graphmem.extraction.telling import Telling, subject_of
from graphmem.extraction.voices import Voice
from graphmem.types import Message

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

#: Sentences longer than this many tokens are no sentences but tables, lists and dumps.
LONGEST_SENTENCE = 150


def read(
    message: Message,
    docs: Sequence[tuple[int, Doc]],
    *,
    voice: Voice,
    history: Sequence[Past],
    asked: Asked | None = None,
    agreed: bool = False,
) -> Book:
    """What a message says. `docs` are its parsed pieces with their offsets; `history` is newest first.

    `asked` is the question it may answer. With `agreed` its questions are read as what is so if the answer is yes.
    """
    book = Book()
    for base, doc in docs:
        page = Page(doc, base, message.text, message.clock, voice, history, book, agreed)
        for sentence in doc.sents:
            book.sentence += 1
            if len(sentence) <= LONGEST_SENTENCE:
                _sentence(page, sentence)
                fragments.read(page, sentence, asked if base == 0 else None)
    return book


def _sentence(page: Page, sentence: Span) -> None:
    nouns.scan(page, sentence)
    naming.requests(page, sentence)
    if procedures.read(page, sentence):
        return
    for clause in clauses(sentence):
        found = standing(clause, agreed=page.agreed)
        if found is not None and not (page.voice.me.kind == "Agent" and is_courtesy(clause)):
            _clause(page, clause, found)
    appositions.read(page, sentence)
    attributes.answers(page, sentence)
    corrections.read(page, sentence)
    restating.read(page, sentence)


def _clause(page: Page, clause: Clause, found: Standing) -> None:
    naming.introduces(page, clause)
    if parties.read(page, clause, found):
        return
    for token in clause.subjects:
        if clause.lemma == "be" and not clause.passive and attributes.read(page, clause, found, token):
            continue
        if attributes.doing(page, clause, found, token) or copula.bearer(page, clause, found, token):
            continue
        subject = subject_of(page, clause, token)
        if subject is not None:
            _told(Telling(page, clause, found, subject), token)


def _told(telling: Telling, subject: Token) -> None:
    if not _is_news(telling, subject):
        return
    telling = _settled_by_time(telling)
    if ages.read(telling, subject):
        copula.beside_age(telling)
        return
    if telling.clause.lemma == "be" and not telling.clause.passive:
        copula.read(telling, subject)
        if telling.clause.tense == "perfect" or telling.clause.ends:
            verbs.read(telling)
    elif not naming.read(telling, subject) and not wishes.read(telling):
        verbs.read(telling)


def _is_news(telling: Telling, subject: Token) -> bool:
    """Whether what is said of "we", of "you" or of what one can do is a fact about somebody."""
    clause, page = telling.clause, telling.page
    if clause.able and clause.lemma not in lexicon.ABILITIES:
        return False
    if subject.lower_ == "we" and clause.tense == "present":
        pets = any(phrases.relation_word(child) for child in clause.children("dobj"))
        planned = clause.lemma in lexicon.PLANNING | lexicon.WANTING | lexicon.PONDERING and not clause.able
        settled = clause.lemma == "be" and workplaces.is_home(clause)
        owned = clause.lemma == "have" and (pets or clause.idiom == "have")
        planned = planned or (clause.possible and clause.lemma in lexicon.INTENDED and not clause.passive)
        return clause.lemma in lexicon.SHARED or owned or planned or settled
    # People tell one another compliments and guesses, not news of themselves; an assistant repeats what it was told.
    return not pronouns.is_second(subject) or page.voice.me.kind == "Agent" or page.agreed


def _begins(clause: Clause) -> bool:
    """ "I start at Talkdesk in October" is a state that begins then."""
    frames = (FRAMES.get((clause.lemma, child.lower_)) for child in clause.children("prep"))
    return any(frame is not None and frame.starts for frame in frames)


def _settled_by_time(telling: Telling) -> Telling:
    """ "I'm hosting a party next month" is a plan, and "I haven't smoked since 2019" an end."""
    clause, time = telling.clause, telling.time
    if clause.tense == "perfect" and not clause.positive and telling.since is not None:
        return replace(telling, clause=replace(clause, positive=True, ends=True))
    lemma = lemma_of(clause.verb)
    # "I start at Talkdesk in October" is a job with its first day, not a plan to start.
    done = (clause.progressive and lemma not in lexicon.PLANNING | {"expect"}) or (
        lemma in lexicon.SCHEDULED and not clause.possible and not _begins(clause)
    )
    ahead = done and clause.tense == "present" and time is not None and time.start > telling.page.at
    return replace(telling, clause=replace(clause, tense="future")) if ahead else telling
