"""Memory in a model's own hands: six tools, each a plain function, a JSON schema, and an answer in words.

A model that calls a tool wrongly is told what was wrong, in the answer; it never sees an exception. No argument names a
namespace: the memory that the tools were made of is the only one they reach. What a model says with `remember` counts as
the user's word, passed on, so what memory itself said before is no news and is not learned again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, wraps
from hashlib import sha256
from inspect import signature
from typing import Annotated, Any, get_type_hints

from pydantic import Field

from graphmem.context.lines import TAKEN_BACK, plain
from graphmem.errors import ConfigError, GraphmemError, InvalidInput, NotFound
from graphmem.memory.border import shown
from graphmem.memory.memory import Memory
from graphmem.tools import echoes, wording
from graphmem.tools.shapes import Shape, shape_of
from graphmem.types import Fact, Message

#: The session that tools write to: what a model passes on is no turn of the conversation it is in.
SESSION = "notes"

#: How far from the top an exact wording is looked for.
NEAR = 10

Text = Annotated[str, Field(min_length=1, max_length=4000)]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool answered, and whether it could do what it was asked."""

    text: str
    ok: bool


class Tools:
    """The tools of one memory. `only` names those a model may have; the default is all of them.

    >>> with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
    ...     tools = Tools(memory)
    ...     tools.call("remember", {"text": "My sister Ana moved to Lisbon."})
    ...     tools.call("remember", '{"txt": "I live in Porto."}')
    "Remembered. New: Ana is Ada's sister; Ana lives in Lisbon."
    'text is missing; remember takes text'
    """

    def __init__(self, memory: Memory, *, only: Iterable[str] | None = None, session: str = SESSION) -> None:
        """Make tools that reach this memory and no other; `session` is where what they are told is kept.

        Raises:
            InvalidInput: when `only` names a tool that there is not.
        """
        self._memory = memory
        self._session = session
        wanted = tuple(_shapes()) if only is None else tuple(only)
        if unknown := [name for name in wanted if name not in _shapes()]:
            raise InvalidInput(f"there is no tool {unknown[0]!r}; there are {', '.join(_shapes())}")
        self._shapes = {name: shape for name, shape in _shapes().items() if name in wanted}

    def names(self) -> tuple[str, ...]:
        """What the tools are called."""
        return tuple(self._shapes)

    def schemas(self) -> list[dict[str, Any]]:
        """The tools as OpenAI-compatible chat endpoints take them."""
        return [
            {
                "type": "function",
                "function": {"name": one.name, "description": one.description, "parameters": one.parameters},
            }
            for one in self._shapes.values()
        ]

    def functions(self) -> tuple[Callable[..., str], ...]:
        """The tools as plain functions with typed arguments, for frameworks that read a signature; they answer in words as `call` does."""
        return tuple(self._function(name) for name in self._shapes)

    def call(self, name: str, arguments: str | Mapping[str, Any] | None = None) -> str:
        """The answer of a tool to arguments as a model wrote them, JSON text or a mapping; what was wrong with them, if something was.

        Raises:
            ConfigError: when the memory itself is not set up; no model can mend that.
        """
        return self.answer(name, arguments).text

    def answer(self, name: str, arguments: str | Mapping[str, Any] | None = None) -> Answer:
        """As `call`, with whether the tool could do it, for protocols that mark an error."""
        try:
            if name not in self._shapes:
                raise NotFound(f"there is no tool {shown(name)}; there are {', '.join(self._shapes)}")
            given = self._shapes[name].checked(arguments)
            return Answer(getattr(self, name)(**given), ok=True)
        except ConfigError:
            raise
        except GraphmemError as error:
            return Answer(str(error), ok=False)

    def _function(self, name: str) -> Callable[..., str]:
        method = getattr(self, name)
        taken = tuple(signature(method).parameters)

        @wraps(method)
        def function(*given: Any, **named: Any) -> str:
            return self.call(name, dict(zip(taken, given, strict=False)) | named)

        # Frameworks read hints from wherever they stand themselves, where these names mean nothing.
        function.__annotations__ = get_type_hints(method, include_extras=True)
        del function.__wrapped__  # it would be asked for its hints in our stead
        function.__signature__ = signature(method, eval_str=True)  # type: ignore[attr-defined]
        return function

    def remember(
        self,
        text: Annotated[Text, Field(description="One or a few sentences in the user's own voice, with names.")],
    ) -> str:
        """Keep something the user said or decided that will matter later, in the user's voice: "My sister Ana moved to Lisbon."."""
        news = echoes.without(self._memory, text)
        if not news:
            return "Memory knows that already, in these words. If it is so again, say since when."
        return wording.learned(
            self._memory.remember(news, role="user", session=self._session, metadata={"via": "tool"})
        )

    def recall(
        self,
        question: Annotated[Text, Field(description="A whole question or topic, with names instead of pronouns.")],
        limit: Annotated[int, Field(ge=1, le=50, description="At most so many facts and so many messages.")] = 8,
        as_of: Annotated[str, Field(description="An ISO date to ask what was true then, such as 2024-05-01.")] = "",
    ) -> str:
        """Ask the user's long-term memory: facts that are true now (or at a date), and what was said."""
        found = self._memory.recall(question, limit=limit, as_of=_moment(as_of, "as_of"))
        return wording.recalled(found, self_name=echoes.own_name(self._memory))

    def entity(self, name: Annotated[Text, Field(description='Who or what, by name; "me" is the user.')]) -> str:
        """Everything true now of one person, place, organisation or thing."""
        found = self._memory.entity(name)
        return wording.known(found, self._memory.facts(name), self._now())

    def history(self, name: Annotated[Text, Field(description='Who or what, by name; "me" is the user.')]) -> str:
        """Everything ever said of someone or something with its times and when it was said, ended and taken back included."""
        return wording.told_over_time(name, self._memory.history(name), self._now())

    def correct(
        self,
        fact: Annotated[Text, Field(description="The fact that is wrong, word for word as memory tells it.")],
        instead: Annotated[
            str, Field(description='What belongs in the place of its last part: "Porto" for "Ana lives in Lisbon".')
        ] = "",
        since: Annotated[str, Field(description="Since when it is so: 2024, 2024-05 or 2024-05-01.")] = "",
        until: Annotated[str, Field(description="Until when it was so, as exact as it is known.")] = "",
        never_so: Annotated[bool, Field(description="True to take the fact back: it was never so.")] = False,
    ) -> str:
        """Put right a fact that memory has wrong. What changed in life is no mistake: use remember for that."""
        if never_so == bool(instead or since or until):
            raise InvalidInput("say either what is so instead (instead, since, until), or never_so=true")
        meant = self._fact(fact)
        if never_so:
            return wording.learned(self._memory.retract(meant))
        target = {"object" if meant.object else "value": instead} if instead else {}
        return wording.learned(self._memory.correct(meant, **target, start=since or None, end=until or None))

    def forget(
        self,
        what: Annotated[Text, Field(description="A fact or a message, word for word as memory tells it.")],
        confirm: Annotated[
            str, Field(description="The code this tool gave for it, once the user agreed to what would go.")
        ] = "",
    ) -> str:
        """Erase for good what the user wants forgotten. Called first without confirm, it says what would go and gives the code."""
        fact, messages = self._meant(what)
        code = _code(messages)
        if confirm == code:
            return wording.forgotten(self._memory.forget(message=messages))
        plan = self._memory.forget(message=messages, dry_run=True)
        gone = [*(one.sentence for one in plan.gone), *([fact.sentence] if fact else [])]
        name = echoes.own_name(self._memory)
        return wording.planned(plan.said, dict.fromkeys(gone), plan.learned, code=code, self_name=name)

    def _meant(self, what: str) -> tuple[Fact | None, list[str]]:
        """The fact of these words, if there is one, and the messages that go with it."""
        message = self._message(what)
        if message is not None:
            return None, [message.id]
        fact = self._fact(what)
        return fact, list(dict.fromkeys(source.message_id for source in fact.sources))

    def _fact(self, said: str) -> Fact:
        """The fact that reads so among those known now, else among all that was ever said of whom it is about."""
        meant = echoes.normal(said)
        found = self._memory.recall(said, limit=NEAR)
        past = (fact for entity in found.entities for fact in self._memory.history(entity))
        for fact in (*found.facts, *self._memory.facts(), *past):
            if meant in (fact.id, echoes.normal(fact.sentence)):
                return fact
        near = "; ".join(plain(fact.sentence) for fact in found.facts[:3])
        raise NotFound(f"memory holds nothing in the words {shown(said)}" + (f"; near it are: {near}" if near else ""))

    def _message(self, said: str) -> Message | None:
        meant, name = echoes.normal(said.removesuffix(TAKEN_BACK)), echoes.own_name(self._memory)
        for message in self._memory.recall(said, limit=NEAR).messages:
            line = wording.message_line(message, self_name=name)
            if meant in (message.id, echoes.normal(message.text), echoes.normal(line)):
                return message
        return None

    def _now(self) -> datetime:
        return self._memory._engine.clock()


@cache
def _shapes() -> dict[str, Shape]:
    """Every tool there is, in the order a model is shown them."""
    every = (Tools.remember, Tools.recall, Tools.entity, Tools.history, Tools.correct, Tools.forget)
    return {one.__name__: shape_of(one) for one in every}


def _moment(text: str, name: str) -> datetime | None:
    if not text:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidInput(f"{name} must be a date such as 2024-05-01, not {shown(text)}") from error


def _code(messages: Iterable[str]) -> str:
    """What stands for exactly these messages, so that nothing else goes than what was shown."""
    return sha256("\n".join(sorted(messages)).encode()).hexdigest()[:6]
