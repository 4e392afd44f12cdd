"""The loop of an agent with a memory: keep the turn, recall what bears on it, ask the model, run its tools, keep the answer.

What memory told the model, in the prompt or through a tool, is not stored again: kept are the user's words and the answer alone.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Literal

from graphmem import texts
from graphmem.agent.checkpoint import Checkpoint
from graphmem.agent.scratchpad import PadTool, Scratchpad
from graphmem.agent.telling import MOST_AT_ONCE, told
from graphmem.agent.turns import NO_HOOKS, Hooks, Toolbox, Turn, Used
from graphmem.errors import BadReply, InvalidInput, NotAllowed, NotFound
from graphmem.llm.protocol import ChatModel
from graphmem.memory import border
from graphmem.memory.memory import Memory
from graphmem.tools import Answer, Tools, echoes
from graphmem.types import Backlog, Context, Receipt, TokenBudget, ToolCallPart

#: How often a model may want tools before it answers.
ROUNDS = 5

#: How many notes of each list are shown: fewer where the budget has no room for more.
NOTES = (10, 5, 2, 1, 0)

#: The last messages that taught nothing, which stay all the same, and how many more are forgotten together.
RECENT, TOGETHER = 12, 10

_log = logging.getLogger(__name__)

_PART = re.compile(r"(.+) #([2-9]|[1-9]\d{1,5})", re.DOTALL)


@dataclass(slots=True)
class _Round:
    """One reply of the model, as it comes."""

    text: str = ""
    first: str | None = None
    calls: list[ToolCallPart] = field(default_factory=list)


class MemoryAgent:
    """Answers turn by turn out of a memory and a chat model. One agent is one conversation; it is not shared between threads.

    `model` answers, `session` names the conversation, which a new agent takes up where the last one left it, `system` is the instruction. `budget` bounds what each prompt brings from memory and the
    conversation, answers of tools aside, which are cut when they are long; what a `TokenBudget` reserves is the most an answer takes. `tools` are those the model may call, by default to remember, recall, correct and
    forget. With a `pad`, the model keeps a scratchpad. `keep="important"` forgets messages that taught nothing, all but the
    last twelve of them, which takes an admin; those that are read later, in the background, stay. "all" keeps every word.

    Raises:
        InvalidInput: when a setting is none, or two tools have one name.
        NotAllowed: when somebody who may not forget is to keep only what is important.
    """

    def __init__(
        self,
        memory: Memory,
        model: ChatModel,
        *,
        session: str = "default",
        system: str | None = None,
        budget: int | TokenBudget = 2000,
        tools: Sequence[Toolbox] | None = None,
        pad: Scratchpad | None = None,
        keep: Literal["all", "important"] = "all",
        hooks: Hooks = NO_HOOKS,
    ) -> None:
        if keep not in ("all", "important"):
            raise InvalidInput(f"keep must be 'all' or 'important', not {border.shown(keep)}")
        if keep == "important" and not memory.actor.may("admin"):
            raise NotAllowed(f"keep='important' forgets, which takes an admin, not a {memory.actor.role}")
        self._memory = memory
        self._model = model
        self._name, self._part = _begun(memory, border.text(session, "session"))
        self._system = texts.prompt("chat") if system is None else border.text(system, "system")
        self._budget = budget
        self._most_tokens = budget.reserve or None if isinstance(budget, TokenBudget) else None
        given = [Tools(memory, only=("remember", "recall", "correct", "forget"))] if tools is None else [*tools]
        self.pad = pad if pad is not None else Scratchpad()
        self._tools: list[Toolbox] = [*given, *([PadTool(self.pad)] if pad is not None else [])]
        _told_apart([schema["function"]["name"] for schema in self._schemas()])
        self._keep = keep
        self._hooks = hooks
        self._remembered = 0
        self._passing: list[str] = []
        self.last: Turn | None = None

    @property
    def session(self) -> str:
        """The conversation in memory that is written to now: after a reset another than before."""
        return self._name if self._part == 1 else f"{self._name} #{self._part}"

    def answer(self, text: str, *, at: datetime | None = None) -> Turn:
        """Keep what the user said (at `at`; default now), answer it, and keep the answer.

        Raises:
            InvalidInput: when the turn or the budget cannot be used; nothing is kept then.
            ModelError, ConfigError: when the model does not answer, or says nothing; the user's words are kept.
        """
        for _ in self.stream(text, at=at):
            pass
        assert self.last is not None
        return self.last

    def stream(self, text: str, *, at: datetime | None = None) -> Iterator[str]:
        """The same, piece by piece; the turn is `last` when it is over. Of an answer that is broken off nothing is kept."""
        schemas = self._schemas()
        context = self._context(text, schemas)
        said = self._memory.remember(text, session=self.session, at=at)
        if said.learned or said.ended or said.retracted:
            context = self._context(text, schemas, said)
        self._hooks.on_context(context)
        prompt: list[dict[str, Any]] = context.to_messages()
        spoken: list[str] = []
        used: list[Used] = []
        for number in range(ROUNDS + 1):
            reply = _Round()
            for piece in self._pieces(prompt, schemas, reply):
                apart = "\n" if spoken and piece is reply.first else ""
                spoken.append(apart + piece)
                yield apart + piece
            if not reply.calls or number == ROUNDS:
                break
            answers = [self._used(call, nth) for nth, call in enumerate(reply.calls)]
            used += answers
            prompt += told(reply.text, answers, before=used[: -len(answers)], last=number == ROUNDS - 1)
        answer = "".join(spoken).strip()
        if not answer:
            raise BadReply(f"{self._model.name} said nothing; ask again")
        answered = self._kept(answer)
        self.last = Turn(answer, context, tuple(used), said, answered)
        self._pass(*(one for one in (said, answered) if one is not None))
        self._hooks.on_turn(self.last)

    def remember(self, text: str, *, importance: float | None = None) -> Receipt:
        """Keep something the agent is told outside of the conversation, as the user's word."""
        return self._memory.remember(text, session=f"{self._name} notes", importance=importance)

    def consolidate(self) -> Backlog:
        """Understand what waits, keep new findings of the scratchpad in memory, and forget what was passing; what still waits."""
        for finding in self.pad.findings[self._remembered :]:
            with suppress(InvalidInput):  # what a redaction refuses stays a note
                if news := echoes.without(self._memory, finding):
                    self._memory.remember(news, role="assistant", session=f"{self._name} findings")
            self._remembered += 1
        self._forget(max(0, len(self._passing) - RECENT))
        return self._memory.flush()

    def checkpoint(self) -> Checkpoint:
        """Consolidate, and say where the agent stands, to `resume` from."""
        self.consolidate()
        return Checkpoint(
            self._memory.namespace,
            self._name,
            self._part,
            deepcopy(self.pad),
            self._remembered,
            tuple(self._passing),
        )

    def resume(self, checkpoint: Checkpoint) -> None:
        """Stand where a checkpoint says. The memory is as it is now.

        Raises:
            InvalidInput: when the checkpoint is of another namespace.
        """
        if checkpoint.namespace != self._memory.namespace:
            raise InvalidInput(
                f"this checkpoint is of {border.shown(checkpoint.namespace)}, and the memory is of {border.shown(self._memory.namespace)}"
            )
        self._name, self._part, self._remembered = checkpoint.session, checkpoint.part, checkpoint.remembered
        self._passing = list(checkpoint.passing)
        for name in (one.name for one in fields(Scratchpad)):
            setattr(self.pad, name, deepcopy(getattr(checkpoint.pad, name)))

    def reset(self) -> Checkpoint:
        """Begin with an empty window: what was said is in memory, the scratchpad goes on; the checkpoint is of before."""
        before = self.checkpoint()
        self._part += 1
        return before

    def _kept(self, answer: str) -> Receipt | None:
        try:
            return self._memory.remember(answer, role="assistant", session=self.session)
        except InvalidInput as error:  # a redaction refuses it: it was said all the same
            _log.warning("the answer is not kept: %s", error)
            return None

    def _schemas(self) -> list[dict[str, Any]]:
        return [schema for box in self._tools for schema in box.schemas()]

    def _context(self, text: str, schemas: Sequence[Mapping[str, Any]], said: Receipt | None = None) -> Context:
        """What the model is handed, with as many notes as the budget has room for."""
        for most in NOTES:
            with suppress(*([InvalidInput] if most else [])):
                return self._memory.context(
                    text,
                    session=self.session,
                    budget=self._budget,
                    system=self._prompt(most),
                    tools=schemas,
                    remembered=said,
                )
        raise AssertionError("the last try returns or raises")

    def _prompt(self, most: int) -> str:
        notes = self.pad.text(most=most)
        return f"{self._system}\n\nYour scratchpad:\n{notes}" if notes else self._system

    def _pieces(
        self, prompt: Sequence[Mapping[str, Any]], schemas: Sequence[Mapping[str, Any]], reply: _Round
    ) -> Iterator[str]:
        for piece in self._model.stream(prompt, purpose="answer", tools=schemas, most_tokens=self._most_tokens):
            if isinstance(piece, ToolCallPart):
                reply.calls.append(piece)
            else:
                reply.first = piece if reply.first is None else reply.first
                reply.text += piece
                yield piece

    def _used(self, call: ToolCallPart, nth: int) -> Used:
        if nth >= MOST_AT_ONCE:
            answer = Answer(f"Not called: at most {MOST_AT_ONCE} calls at once. Call again.", ok=False)
        elif self._hooks.allows(call):
            answer = self._answer(call)
        else:
            answer = Answer("The user does not allow this.", ok=False)
        used = Used(call, answer)
        self._hooks.on_tool(used)
        return used

    def _answer(self, call: ToolCallPart) -> Answer:
        for box in self._tools:
            if any(schema["function"]["name"] == call.name for schema in box.schemas()):
                return box.answer(call.name, call.arguments)
        names = [schema["function"]["name"] for box in self._tools for schema in box.schemas()]
        return Answer(f"there is no tool {border.shown(call.name)}; there are {', '.join(names)}", ok=False)

    def _pass(self, *receipts: Receipt) -> None:
        """Note which messages taught nothing, and let go of those of them that are long past."""
        taught = ("learned", "ended", "retracted", "pending")
        self._passing += [one.message.id for one in receipts if not any(getattr(one, name) for name in taught)]
        past = len(self._passing) - RECENT
        if self._keep == "important" and past >= TOGETHER:
            self._forget(past)

    def _forget(self, count: int) -> None:
        """Forget the first so many of what was passing; what is forgotten already stays so."""
        if self._keep != "important" or not count:
            return
        passed = self._passing[:count]
        try:
            self._memory.forget(message=passed)
        except NotFound:
            for one in passed:
                with suppress(NotFound):
                    self._memory.forget(message=one)
        self._passing = self._passing[count:]


def _begun(memory: Memory, session: str) -> tuple[str, int]:
    """The name of a conversation, and the last part of it that memory has: "trip #3" is the third part of "trip"."""
    found = _PART.fullmatch(session)
    name, part = (found[1], int(found[2])) if found else (session, 1)
    while memory.messages(session=f"{name} #{part + 1}", limit=1):
        part += 1
    return name, part


def _told_apart(names: Sequence[str]) -> None:
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InvalidInput(f"two tools are called {border.shown(twice[0])}; leave one out")
