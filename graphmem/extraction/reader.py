"""Reads one message: sentence by sentence, names first and then what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from graphmem.extraction import copula, corrections, lexicon, naming, nouns, phrases, pronouns, verbs, wishes
from graphmem.extraction.book import Book
from graphmem.extraction.clauses import Clause, clauses
from graphmem.extraction.page import Page, Past
from graphmem.extraction.standing import Standing, standing
from graphmem.extraction.telling import Telling, subject_of
from graphmem.extraction.voices import Voice
from graphmem.types import Message

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

#: Sentences longer than this many tokens are no sentences but tables, lists and dumps.
LONGEST_SENTENCE = 150


def read(message: Message, docs: Sequence[tuple[int, Doc]], *, voice: Voice, history: Sequence[Past]) -> Book:
    """What a message says. `docs` are its parsed pieces with their offsets; `history` is newest first."""
    book = Book()
    for base, doc in docs:
        page = Page(doc, base, message.text, message.at, voice, history, book)
        for sentence in doc.sents:
            book.sentence += 1
            if len(sentence) <= LONGEST_SENTENCE:
                _sentence(page, sentence)
    return book


def _sentence(page: Page, sentence: Span) -> None:
    nouns.scan(page, sentence)
    naming.requests(page, sentence)
    for clause in clauses(sentence):
        found = standing(clause)
        if found is not None:
            _clause(page, clause, found)
    corrections.read(page, sentence)


def _clause(page: Page, clause: Clause, found: Standing) -> None:
    for token in clause.subjects:
        if clause.lemma == "be" and not clause.passive and copula.attribute(page, clause, found, token):
            continue
        subject = subject_of(page, clause, token)
        if subject is not None:
            _told(Telling(page, clause, found, subject), token)


def _told(telling: Telling, subject: Token) -> None:
    if not _is_news(telling, subject):
        return
    telling = _settled_by_time(telling)
    if telling.clause.lemma == "be" and not telling.clause.passive:
        copula.read(telling, subject)
        if telling.clause.tense == "perfect":
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
        return clause.lemma in lexicon.SHARED or (clause.lemma == "have" and pets)
    # People tell one another compliments and guesses, not news of themselves; an assistant repeats what it was told.
    return not pronouns.is_second(subject) or page.voice.me.kind == "Agent"


def _settled_by_time(telling: Telling) -> Telling:
    """ "I'm hosting a party next month" is a plan, and "I haven't smoked since 2019" an end."""
    clause, time = telling.clause, telling.time
    if clause.tense == "perfect" and not clause.positive and telling.since is not None:
        return replace(telling, clause=replace(clause, positive=True, ends=True))
    ahead = clause.progressive and clause.tense == "present" and time is not None and time.start > telling.page.at
    return replace(telling, clause=replace(clause, tense="future")) if ahead else telling
