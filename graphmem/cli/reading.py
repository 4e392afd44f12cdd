"""The commands that ask: `recall`, `context`, `facts`, `status`. None of them stores anything."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Set
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from graphmem.cli.chosen import AsJson, AsOf, Chosen, SessionName, here_and_now, moment
from graphmem.cli.screen import note, say, say_json, say_pairs, say_table
from graphmem.errors import InvalidInput, NotFound
from graphmem.types import Backlog, Context, Fact, Message, Recall, Status

if TYPE_CHECKING:
    from graphmem.memory.memory import Memory

FACT_HEADINGS = ("Fact", "When")


def recall(
    ctx: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What is sought, in plain words.")],
    *,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many facts, messages and entities.")] = 5,
    as_of: AsOf = None,
    as_json: AsJson = False,
) -> None:
    """What memory holds for a question: facts, and what was said.

    \b
    Examples:
      $ graphmem recall "Where does Ana live?"
      $ graphmem recall "Where did Ana live?" --as-of 2024-04-01
      $ graphmem recall "Ana" --limit 2 --json
    """
    chosen: Chosen = ctx.obj
    if not question.strip():
        raise InvalidInput(
            "there is nothing to look for: QUESTION is empty; `graphmem facts` shows all that is true now"
        )
    with chosen.ask() as memory:
        found = memory.recall(question, limit=limit, as_of=as_of, now=here_and_now())
        user = user_name(memory)
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.recall(found))
    else:
        _say_recall(found, as_of or found.query.now, user)


def context(
    ctx: typer.Context,
    turn: Annotated[str, typer.Argument(metavar="TURN", help="What the user says next.")],
    *,
    session: SessionName = "default",
    budget: Annotated[int, typer.Option(metavar="TOKENS", min=1, help="At most so many tokens.")] = 2000,
    system: Annotated[str | None, typer.Option(metavar="TEXT", help="The system text to begin with.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say on stderr why each part is there.")] = False,
    as_json: AsJson = False,
) -> None:
    """What to hand a model for the next turn, inside a token budget.

    \b
    Examples:
      $ graphmem context "What can I cook for Ana?" --budget 400
      $ graphmem context "What can I cook for Ana?" --explain
      $ graphmem context "And for me?" --session s1 --system "Be brief." --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        built = memory.context(turn, session=session, budget=budget, system=system, now=here_and_now())
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.context(built))
        return
    say(built.text)
    if explain:
        note(f"\n{built.explain()}")
    elif sys.stdout.isatty():
        note(f"\n{sizes(built)}")


def facts(
    ctx: typer.Context,
    about: Annotated[str | None, typer.Argument(metavar="ABOUT", help='A name; "me" is the user.')] = None,
    *,
    as_of: AsOf = None,
    known_at: Annotated[
        datetime | None, typer.Option(parser=moment, metavar="DATE", help="What memory believed then; default now.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What is true now, or was at a time. `graphmem history NAME` has all that ever was said.

    \b
    Examples:
      $ graphmem facts
      $ graphmem facts Ana
      $ graphmem facts Ana --as-of 2024-04-01
      $ graphmem facts Ana --known-at 2030-01-01 --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        held = memory.facts(about, as_of=as_of, known_at=known_at)
    if as_json:
        from graphmem.cli import shapes

        say_json([shapes.fact(each) for each in held])
        return
    say_table(FACT_HEADINGS, fact_rows(held, as_of or datetime.now(UTC)))
    if not held:
        note("Nothing is known here. `graphmem status` says which memory this is.")


def status(ctx: typer.Context, *, as_json: AsJson = False) -> None:
    """Which memory this is and what it holds.

    \b
    Examples:
      $ graphmem status
      $ graphmem status --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        found = memory.status()
    if as_json:
        from graphmem.cli import shapes

        say_json(shapes.status(found))
    else:
        say_pairs(_status_rows(found))


def fact_rows(facts: Iterable[Fact], now: datetime) -> list[tuple[str, str]]:
    """Each fact with its time in words."""
    return [(fact.sentence, when(fact, now)) for fact in facts]


def when(fact: Fact, now: datetime) -> str:
    """The time of a fact in words, or why it has none."""
    from graphmem.periods import date_words, words

    if fact.retracted_at is not None:
        return f"taken back on {date_words(fact.retracted_at)}"
    if not fact.periods:
        return f"said on {date_words(fact.said_at)}, not believed"
    standing = "" if fact.person else "said by the assistant"
    origin = f"from {fact.namespace}" if fact.namespace else ""
    return "; ".join(filter(None, (words(fact, now), standing, origin)))


def sizes(built: Context) -> str:
    """How the tokens of a context are spent, in a line."""
    parts = " · ".join(f"{section.name} {section.tokens}" for section in built.sections)
    at_most = "" if built.exact else "at most "
    return f"{at_most}{built.tokens} tokens of {built.budget.total}: {parts}"


def user_name(memory: Memory) -> str:
    """What the user is called, where that is known."""
    try:
        return memory.entity("me").name
    except NotFound:
        return "user"


def _say_recall(found: Recall, now: datetime, user: str) -> None:
    say_table(FACT_HEADINGS, fact_rows(found.facts, now))
    say_table(("Said", "When"), message_rows(found.messages, user, taken_back=found.taken_back))
    if not found.facts and not found.messages:
        note("Nothing was found. `graphmem status` says which memory this is.")
    elif not found.answered:
        note("Nothing here seems to answer this; what is shown only resembles it.")


def message_rows(
    messages: Iterable[Message], user: str, *, taken_back: Set[str] = frozenset()
) -> list[tuple[str, str]]:
    """Each message in quotes, with who said it when, and whether that was taken back."""
    return [(_quoted(one), _said(one, user) + ("; taken back" if one.id in taken_back else "")) for one in messages]


def _quoted(message: Message) -> str:
    return f"“{' '.join(message.text.split())}”"


def _said(message: Message, user: str) -> str:
    from graphmem.periods import date_words

    role = user if message.role == "user" and not message.namespace else message.role
    origin = f" ({message.namespace})" if message.namespace else ""
    return f"{message.speaker or role}{origin}, {date_words(message.at)}"


def _status_rows(found: Status) -> list[tuple[str, str]]:
    waits = found.backlog
    rows = [
        ("store", found.url),
        ("namespace", found.namespace),
        ("messages", str(found.messages)),
        ("sessions", str(found.sessions)),
        ("entities", str(found.entities)),
        ("facts", f"{found.facts}, {found.current_facts} of them true now"),
        ("last message", f"{found.last_at:%Y-%m-%d %H:%M} UTC" if found.last_at else "none"),
        (
            "not understood yet",
            f"{waits.waiting} waiting, {waits.leased} in work, {waits.failed} failed{_given_up(waits)}",
        ),
        ("not in a language it reads", str(found.unsupported)),
        ("extractor", found.extractor),
        ("embedder", found.embedder),
        *_model_rows(found),
    ]
    return [*rows, *(("error", error) for error in waits.errors)]


def _given_up(waits: Backlog) -> str:
    return f", {waits.given_up} of them tried once a day only" if waits.given_up else ""


def _model_rows(found: Status) -> list[tuple[str, str]]:
    """The chat model, what it was asked since this process began, and what is left of its budget."""
    spent, hour = found.spent, found.hour
    if found.llm == "none":
        return []
    rows = [("chat model", found.llm)]
    if spent.calls:
        cost = f", cost {spent.cost:.4f}" if spent.cost else ""
        rows.append(
            ("asked", f"{spent.calls} calls, {spent.failed} failed, {spent.prompt} + {spent.completion} tokens{cost}")
        )
    most = [
        f"{most} {what}"
        for most, what in ((hour.most_calls, "calls"), (hour.most_tokens, "tokens"))
        if most is not None
    ]
    if most:
        rows.append(("budget an hour", f"{' and '.join(most)}{', spent' if hour.spent else ''}"))
    return rows
