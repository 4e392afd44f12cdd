"""The commands that look around in a memory: `entities`, `entity`, `history`, `changes`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Annotated

import typer

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.reading import FACT_HEADINGS, fact_rows
from graphmem.cli.screen import note, say_json, say_pairs, say_table
from graphmem.types import Change, Entity, Fact

Name = Annotated[str, typer.Argument(metavar="NAME", help='A name or alias; "me" is the user.')]

_CAUSES = {
    "learn": "learned from messages",
    "fold": "folded into a summary",
    "forget": "forgot",
    "configure": "named the user",
    "rebuild": "rebuilt",
    "undo": "undid",
    "reextract": "read again",
    "edit": "edited",
}


def entities(
    ctx: typer.Context,
    *,
    kind: Annotated[str | None, typer.Option(metavar="KIND", help="Only these, e.g. Person, Place.")] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, help="At most so many; default all.")] = None,
    as_json: AsJson = False,
) -> None:
    """Everyone and everything that is known, by name.

    \b
    Examples:
      $ graphmem entities
      $ graphmem entities --kind Person
      $ graphmem entities --limit 20 --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        known = memory.entities()
    found = [one for one in known if kind is None or one.kind.casefold() == kind.casefold()][:limit]
    if as_json:
        from graphmem.cli import shapes

        say_json([shapes.entity(one) for one in found])
        return
    say_table(("Name", "Kind", "Also called"), [(one.name, one.kind, _others(one)) for one in found])
    if not found:
        kinds = ", ".join(sorted({one.kind for one in known}))
        note(f"Nothing of the kind {kind!r} is known; there are: {kinds}" if known else _NOTHING)


_NOTHING = "Nothing is known here. `graphmem status` says which memory this is."


def entity(ctx: typer.Context, name: Name, *, as_json: AsJson = False) -> None:
    """Who or what someone is: names, kind, and what is true now.

    \b
    Examples:
      $ graphmem entity Ana
      $ graphmem entity me --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        found = memory.entity(name)
        facts = memory.facts(found)
    if as_json:
        from graphmem.cli import shapes

        say_json({**shapes.entity(found), "facts": [shapes.fact(one) for one in facts]})
        return
    say_pairs([("name", found.name), ("kind", found.kind), ("also called", _others(found) or "nothing else")])
    say_table(FACT_HEADINGS, fact_rows(facts, datetime.now(UTC)))


def _others(one: Entity) -> str:
    """What an entity is called beside its name, the user as such among it."""
    return ", ".join([*["the user"] * one.is_self, *(alias for alias in one.aliases if alias != one.name)])


def history(ctx: typer.Context, name: Name, *, as_json: AsJson = False) -> None:
    """All that was ever said of someone or something.

    Oldest first, what ended and what was taken back included.

    \b
    Examples:
      $ graphmem history Ana
      $ graphmem history me --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        said = memory.history(name)
    if as_json:
        from graphmem.cli import shapes

        say_json([shapes.fact(one) for one in said])
        return
    say_table(FACT_HEADINGS, fact_rows(said, datetime.now(UTC)))
    if not said:
        note(f"Of {name} nothing was said but the name.")


def changes(
    ctx: typer.Context,
    *,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many.")] = 20,
    as_json: AsJson = False,
) -> None:
    """What changed in the graph, newest first. A change names ids, never text.

    \b
    Examples:
      $ graphmem changes
      $ graphmem changes --limit 3 --json
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        made = memory.changes(limit=limit)
        sentences = _sentences(made, memory.facts())
    if as_json:
        from graphmem.cli import shapes

        say_json([shapes.change(one) for one in made])
        return
    say_table(("Change", "Facts", "When"), [_change_row(one, sentences) for one in made])
    if not made:
        note("Nothing has changed here yet.")


def _sentences(made: Iterable[Change], facts: Sequence[Fact]) -> dict[str, str]:
    """What those facts say that a change touched and that hold now."""
    touched = {one for change in made for one in change.facts}
    return {fact.id: fact.sentence for fact in facts if fact.id in touched}


def _change_row(change: Change, sentences: dict[str, str]) -> tuple[str, str, str]:
    from graphmem.periods import date_words

    what = f"{change.version}: {_CAUSES.get(change.cause, change.cause)}"
    if change.cause == "learn" and len(change.messages) == 1:
        what = f"{change.version}: learned from a message"
    return what, _facts_words(change, sentences), date_words(change.at)


def _facts_words(change: Change, sentences: dict[str, str]) -> str:
    told = [sentences[one] for one in change.facts if one in sentences]
    more = len(change.facts) - len(told)
    parts = [*told[:3], *([f"{more + len(told[3:])} more"] if more + len(told[3:]) else [])]
    gone = len(change.facts_gone)
    return "; ".join([*parts, *([f"{gone} gone"] if gone else [])])
