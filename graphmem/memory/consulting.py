"""Asking the chat model for advice: verbs that cost a call each, and are never called by others."""

from __future__ import annotations

from dataclasses import replace

from graphmem.errors import ConfigError, InvalidInput
from graphmem.llm.protocol import ChatModel
from graphmem.memory import advising, border, joining, reading, redacting
from graphmem.memory.deciding import Deciding
from graphmem.types import Entity, Fact, Verdict

#: The turns before one that are shown to put it in other words.
TURNS = 6


class Consulting(Deciding):
    """The verbs of who asks a model for what rules cannot know."""

    def standalone(self, turn: str, *, session: str = "default") -> str:
        """The turn as somebody would say it who could not lean on the session's last turns: ask `recall` or `context` with it.

        Recall understands "And hers?" by rules already; this is for what they miss, at the price of one call. Nothing is asked where there
        are no turns before it.

        Raises:
            ConfigError: when this memory has no chat model.
            ModelError: when it did not answer, or in no usable form; ask with the turn as it is.
        """
        model, said = self._adviser(), redacting.asked(self._engine, self.namespace, turn, "turn")
        spoken = redacting.named(self._engine, self.namespace, session, "session")
        before = self._engine.store.window(self.namespace, spoken, limit=TURNS)
        return advising.standalone(model, said, before)

    def describe(self, about: str | Entity) -> str:
        """Who or what someone is, in the model's words, out of the facts that are and were so: at most 40 of them, in one call.

        It is made anew each time and not kept, so that nothing forgotten lives on in it.

        Raises:
            ConfigError: when this memory has no chat model.
            ModelError: when it did not answer; `facts` and `history` say the same without one.
            NotFound: when nothing here is called so.
        """
        model, entity = self._adviser(), self._entity(about)
        return advising.describe(model, entity, self._telling(entity), now=self._engine.clock())

    def adjudicate(self, *, merge: bool = False, limit: int = 100) -> tuple[Verdict, ...]:
        """What the model makes of the first `limit` pairs that `pending` lists, by what is known of both: one call for every ten.

        With `merge`, those it says are the same are made one; each is a decision that `undo` takes back. Those it is unsure of, and those
        whose facts cannot all be so, wait on; so do those that somebody forgot, or decided otherwise of, while the model was asked.

        Raises:
            ConfigError: when this memory has no chat model.
            ModelError: when it did not answer; what it ruled before is merged, and stays so.
        """
        model, wanted = self._adviser(), border.yes_or_no(merge, "merge")
        listed = self.pending()[: border.whole(limit, "limit", least=0)]
        pairs = [(pair, self._telling(pair.one), self._telling(pair.other)) for pair in listed]
        verdicts = advising.rule(model, pairs, now=self._engine.clock())
        return tuple(self._acted_on(verdict) if wanted else verdict for verdict in verdicts)

    def _acted_on(self, verdict: Verdict) -> Verdict:
        if verdict.ruling != "same":
            return verdict
        one, other = self._as_now(verdict.pair.one), self._as_now(verdict.pair.other)
        if one is None or other is None:
            return verdict
        if one.id != other.id:  # else they are one by the merges before
            try:
                part = joining.merging(self._engine, self.namespace, one, other)
            except InvalidInput:
                return verdict
            self._decide([part])
        return replace(verdict, merged=True)

    def _as_now(self, entity: Entity) -> Entity | None:
        """Who is meant, after the merges before; None where nobody is, or not one alone."""
        found = self._engine.store.find(self.namespace, entity.keys)
        return found[0] if len(found) == 1 else None

    def _telling(self, entity: Entity) -> list[Fact]:
        """Its facts: those that hold, most important first, then those that ended, newest first."""
        engine, now = self._engine, self._engine.clock()
        held = reading.facts(engine, self.namespace, entity, as_of=now, known_at=None, limit=None)
        known = {fact.id for fact in held}
        past = [fact for fact in reading.history(engine, self.namespace, entity) if fact.retracted_at is None]
        return [*held, *(fact for fact in reversed(past) if fact.id not in known)][: advising.DESCRIBED]

    def _adviser(self) -> ChatModel:
        if self._engine.llm is None:
            raise ConfigError("this memory has no chat model to ask; open it with llm=…, or set GRAPHMEM_CHAT_MODEL")
        return self._engine.llm
