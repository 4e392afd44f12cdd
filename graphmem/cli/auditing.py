"""The command of who has to account for a memory: `audit`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from graphmem.cli.chosen import AsJson, Chosen
from graphmem.cli.screen import complain, counted, say, say_json, say_table
from graphmem.types import AuditEntry, AuditReport


def audit(
    ctx: typer.Context,
    *,
    after: Annotated[int, typer.Option(metavar="N", min=0, help="Only entries with a number above this.")] = 0,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many.")] = 100,
    verify: Annotated[bool, typer.Option("--verify", help="See that no entry was changed or left out.")] = False,
    as_json: AsJson = False,
) -> None:
    """Who used a memory, when and why: ids and counts, never text.

    Uses are recorded where GRAPHMEM_AUDIT is on. Every entry is sealed together with those before it; keep the seal that --verify prints
    elsewhere, and a trail that was cut shows too. Exits with 1 when a trail is not as it was written.

    \b
    Examples:
      $ graphmem audit
      $ graphmem audit --after 200 --limit 50 --json
      $ graphmem audit --verify
    """
    chosen: Chosen = ctx.obj
    with chosen.ask() as memory:
        if verify:
            _say_report(memory.verify_audit(), as_json=as_json)
            return
        entries = memory.audit(after=after, limit=limit)
    if as_json:
        say_json([{**asdict(one), "at": one.at.isoformat()} for one in entries])
        return
    say_table(("Entry", "Who", "What", "Why", "When"), [_row(one) for one in entries])
    if not entries:
        say("Nothing is recorded here; set GRAPHMEM_AUDIT=on, and every use is.")


def _row(one: AuditEntry) -> tuple[str, str, str, str, str]:
    what = f"{one.verb}, {counted(one.count, 'id')}" if one.outcome == "done" else f"{one.verb}, {one.outcome}"
    return str(one.number), f"{one.actor or 'nobody named'}, {one.role}", what, one.why, f"{one.at:%Y-%m-%d %H:%M:%S}"


def _say_report(found: AuditReport, *, as_json: bool) -> None:
    if as_json:
        say_json(asdict(found))
    elif found.broken_at is None:
        seal = f"The last seal is {found.head}." if found.head else "There is no seal yet."
        say(f"{counted(found.entries, 'entry', 'entries')}, each as it was written. {seal}")
    if found.broken_at is not None:
        complain(f"entry {found.broken_at} is not as it was written, or one before it was left out")
        raise typer.Exit(1)
