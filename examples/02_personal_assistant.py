"""A personal assistant: it remembers across runs, is put right, says why it thinks so, and forgets on request.

python examples/02_personal_assistant.py              a short talk with itself, in memory
python examples/02_personal_assistant.py ada.db       talk to it; run it again, and it knows you

It needs no model: it answers with what memory holds. With one it answers in its own words, and has memory in its own hands, as tools:
set GRAPHMEM_CHAT_MODEL, and OPENAI_API_KEY or GRAPHMEM_CHAT_BASE_URL (http://localhost:11434/v1 for Ollama).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import datetime

from graphmem import Fact, GraphmemError, Memory, TokenBudget
from graphmem.agent import MemoryAgent
from graphmem.settings import Settings

#: Tokens of a prompt with its answer, of which some are kept for the answer.
BUDGET = TokenBudget(2000, reserve=200)

TALK = (
    "I'm allergic to peanuts.",
    "My sister Ana lives in Porto.",
    "Actually, Ana moved to Lisbon last week.",
    "Where does Ana live?",
    "why?",
    "forget I'm allergic to peanuts",
    "What am I allergic to?",
)


class Assistant:
    """Answers a line at a time, by a model where there is one."""

    def __init__(self, memory: Memory, agent: MemoryAgent | None) -> None:
        self._memory = memory
        self._agent = agent
        self._told: tuple[Fact, ...] = ()

    def reply(self, line: str) -> Iterable[str]:
        """What to say to a line, piece by piece."""
        command, _, rest = line.partition(" ")
        if line.casefold().rstrip("?") == "why":
            return self._why()
        if self._agent is not None:
            self._told = self._memory.recall(line, limit=3).facts
            return self._agent.stream(line)
        if command.casefold() == "forget" and rest:
            return self._forget(rest)
        return self._answer(line) if line.endswith("?") else self._note(line)

    def _note(self, line: str) -> Iterable[str]:
        learned = self._memory.remember(line)
        self._told = learned.learned
        yield from _sentences("Noted: ", learned.learned) or ["I keep that in mind."]
        yield from _sentences(" No longer: ", learned.ended)

    def _answer(self, line: str) -> Iterable[str]:
        found = self._memory.recall(line, limit=3)
        self._memory.remember(line)
        self._told = found.facts if found.answered else ()
        yield from _sentences("", self._told[:1]) or ["I do not know."]

    def _why(self) -> Iterable[str]:
        """The words that the last answer stands on, and when they were said."""
        if not self._told:
            yield "I said nothing that stands on anything."
        for fact in self._told[:1]:
            sources = {source.message_id for source in fact.sources}
            for message in self._memory.recall(fact.sentence, limit=20).messages:
                if message.id in sources:
                    yield f'You said on {message.at:%-d %B %Y}: "{message.text}"'

    def _forget(self, what: str) -> Iterable[str]:
        """What comes nearest to the words, gone for good with all that was learned from it."""
        found = self._memory.recall(what, limit=1).messages
        if not found:
            return ["There is nothing of that to forget."]
        gone = self._memory.forget(message=found[0].id)
        return [f'Forgotten: "{found[0].text}" and {gone.facts} fact{"s" * (gone.facts != 1)}.']


def _sentences(before: str, facts: Iterable[Fact]) -> list[str]:
    said = "; ".join(fact.sentence for fact in facts)
    return [f"{before}{said}."] if said else []


def main() -> None:
    """Talk with whoever types, or go through a short talk."""
    settings = Settings.read(url=f"sqlite:///{sys.argv[1]}" if len(sys.argv) > 1 else "sqlite:///:memory:")
    with settings.model_copy(update={"user_name": settings.user_name or "Ada"}).open() as memory:
        model, session = settings.llm(), f"talk of {datetime.now():%Y-%m-%d %H:%M:%S}"
        assistant = Assistant(
            memory, None if model is None else MemoryAgent(memory, model, session=session, budget=BUDGET)
        )
        known = memory.status().current_facts
        print(f"I know {known} fact{'s' * (known != 1)}.")
        for line in _typed() if len(sys.argv) > 1 else _played():
            try:
                for piece in assistant.reply(line):
                    print(piece, end="", flush=True)
            except GraphmemError as error:
                print(f"({error})", end="")
            print()


def _played() -> Iterable[str]:
    """The short talk."""
    for line in TALK:
        print(f"You: {line}")
        yield line


def _typed() -> Iterable[str]:
    """Lines until the end of input, empty ones left out."""
    while True:
        try:
            line = input("You: ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if line:
            yield line


if __name__ == "__main__":
    main()
