"""From a clause to claims: whatever a rule finds said goes through here, where tense, times and standing are put on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphmem.dates import DateSpan
from graphmem.extraction import lexicon, nouns, pronouns
from graphmem.extraction.clauses import Clause
from graphmem.extraction.frames import STATES
from graphmem.extraction.page import Page
from graphmem.extraction.standing import Standing
from graphmem.extraction.subjects import OF_OTHERS
from graphmem.types import Claim, Nature, Stance, When

if TYPE_CHECKING:
    from spacy.tokens import Token

_SIBILANT = ("s", "x", "z", "ch", "sh", "o")
_IRREGULAR = {"have": "has", "be": "is", "do": "does", "can't stand": "can't stand"}


@dataclass(frozen=True, slots=True)
class Said:
    """What a rule read in a clause, before tense and times: predicate, how it reads, what it says, its nature.

    `starts` says that a time stated with it is when a state began ("moved to"), not when it was.
    """

    predicate: str
    phrase: str
    nature: Nature
    object: int | None = None
    value: str | None = None
    stance: Stance = "holds"
    starts: bool = False
    confidence: float = 0.7
    dated: bool = True


@dataclass(frozen=True, slots=True)
class Telling:
    """A clause with its standing on its page, and who it is about."""

    page: Page
    clause: Clause
    standing: Standing
    subject: int

    @property
    def own(self) -> bool:
        """Whether the speaker is the subject."""
        mention, me = self.page.book.mentions[self.subject], self.page.voice.me
        return (mention.refers, mention.name) == (me.refers, me.name)

    @property
    def to_agent(self) -> bool:
        """Whether an assistant speaks, whose "you" is the user."""
        return self.page.voice.me.kind == "Agent"

    @property
    def of_person(self) -> bool:
        """Whether it is about somebody, or somebody's pet, or a name whose kind is unknown."""
        mention = self.page.book.mentions[self.subject]
        return mention.refers != "thing"

    @property
    def time(self) -> When | None:
        """The first time stated in the clause, whatever it says of it."""
        return next((span.when for span in self.times()), None)

    @property
    def since(self) -> When | None:
        """When it began or stopped, if the clause says "since"."""
        return next((span.when for span in self.times() if span.relation == "since"), None)

    @property
    def time_text(self) -> str:
        """How that time is said."""
        start = self.page.base
        return next((self.page.text[start + span.start : start + span.end] for span in self.times()), "")

    def say(self, said: Said) -> None:
        """Enter one claim."""
        clause = self.clause
        start, end, current = self._when(said)
        self.page.book.claim(
            Claim(
                self.subject,
                said.predicate,
                said.phrase,
                self.page.quote(clause.head),
                object=said.object,
                value=said.value,
                nature=said.nature,
                stance="ends" if clause.ends and said.stance == "holds" else said.stance,
                positive=clause.positive != self.standing.flipped,
                certainty=self.standing.certainty,
                current=current,
                start=start,
                end=end,
                asserted_by=self._source(),
                confidence=said.confidence,
            )
        )

    def phrase(self, *words: str) -> str:
        """The verb in the third person, in its tense, with what belongs to it."""
        clause = self.clause
        if clause.idiom:
            return " ".join(word for word in (third(clause.idiom), *words) if word)
        if clause.tense == "past" and clause.progressive and not clause.ends:
            return " ".join(word for word in ("was", clause.verb.lower_, clause.particle, *words) if word)
        happened = clause.verb.tag_ == "VBD" or (
            clause.verb.tag_ == "VBN" and clause.lemma not in STATES and not self._lasts()
        )
        told = clause.verb.lower_ if happened and not clause.passive and not clause.ends else third(clause.lemma)
        return " ".join(word for word in (told, clause.particle, *words) if word)

    def _source(self) -> int | None:
        token = self.standing.source
        return None if token is None else nouns.refer(self.page, token)

    def _when(self, said: Said) -> tuple[When | None, When | None, bool]:
        """(start, end, current), from the times in the clause, its tense, and what kind of thing is said."""
        start, end = (None, None) if not said.dated else _bounds(self.times(), self.clause, said)
        ending = said.stance == "ends" or self.clause.ends
        if ending:
            return None, start or end, False
        over = self.clause.tense == "past" or (self.clause.tense == "perfect" and start is None and not self._lasts())
        current = said.nature == "state" and (said.starts or not over) and (end is None or end.end > self.page.at)
        return start, end, current

    def _lasts(self) -> bool:
        """Whether a present perfect goes on: "have been working", "have always loved", "have been a nurse"."""
        always = any(child.lower_ == "always" for child in self.clause.verb.children)
        return self.clause.progressive or always or self.clause.lemma == "be"

    def times(self) -> list[DateSpan]:
        """The times that belong to the clause."""
        clause, page = self.clause, self.page
        spans = page.times(clause.head.sent, clause.past)
        return [span for span in spans if _home(page, span) in (clause.head.i, clause.verb.i)]


def _bounds(spans: list[DateSpan], clause: Clause, said: Said) -> tuple[When | None, When | None]:
    start: When | None = None
    end: When | None = None
    for span in spans:
        if span.relation == "until":
            end = end or span.when
        elif span.relation == "since":
            start = start or span.when
        elif span.relation == "range":
            start, end = start or span.when, end or span.last
        elif span.relation in ("before", "after"):
            continue  # "After 2019 I lived in Rome" does not tell since when, and it is not 2019.
        elif span.relation == "for":
            # "Worked there for two years" does not tell when; only what goes on still began that long ago.
            start = start or (span.when if clause.tense in ("present", "perfect") and said.nature == "state" else None)
        elif said.nature == "event" or said.starts or clause.starts or clause.ends or said.stance == "ends":
            start = start or span.when
        elif clause.tense == "past":
            start, end = start or span.when, end or span.when
    return start, end


def _home(page: Page, span: DateSpan) -> int | None:
    """The verb a time belongs to: the nearest above it."""
    inside = page.doc.char_span(span.start, span.end, alignment_mode="expand")
    if inside is None:
        return None
    node = inside.root
    while node.pos_ not in ("VERB", "AUX") and node.head != node:
        node = node.head
    while node.dep_ in ("xcomp", "aux", "auxpass") and node.head != node and not _is_clause(node):
        if node.dep_ == "xcomp":
            break
        node = node.head
    if node.dep_ == "ccomp" and node.tag_ == "VB" and node.head.lemma_ in lexicon.WATCHING:
        node = node.head  # "saw Nick Cave live in 2022"
    while node.tag_ == "VBG" and node.dep_ in ("dobj", "advcl") and any(c.dep_ == "dobj" for c in node.head.children):
        node = node.head  # "broke my wrist skiing in February"
    return int(node.i)


def _is_clause(node: Token) -> bool:
    return any(child.dep_ in ("nsubj", "nsubjpass") for child in node.children)


def third(lemma: str) -> str:
    """A verb in the third person singular.

    >>> third("live"), third("study"), third("watch"), third("play")
    ('lives', 'studies', 'watches', 'plays')
    """
    if lemma in _IRREGULAR:
        return _IRREGULAR[lemma]
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ies"
    return lemma + ("es" if lemma.endswith(_SIBILANT) else "s")


def subject_of(page: Page, clause: Clause, token: Token) -> int | None:
    """Whom or what a clause is about; nothing that belongs to somebody, since "my car" and "your car" would become one."""
    if token.i == clause.head.i or token.pos_ == "VERB":
        # A verb that stands for its own subject left out its "I", or the one just spoken of.
        if token.tag_ == "VBZ" and token.lower_ in OF_OTHERS:
            return pronouns.unspoken(page, token)
        return page.mention(page.voice.me, token, token)
    owned = any(child.dep_ == "poss" for child in token.children)
    index = nouns.refer(page, token) if owned else nouns.refer_or_thing(page, token)
    return None if index is None or page.book.mentions[index].refers == "agent" else index
