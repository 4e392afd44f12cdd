"""A call of every public verb, with the names that Ada and Bob share."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from graphmem import Actor, GraphmemError, LastTurns, Memory
from graphmem.memory.view import View
from tests.isolation.worlds import BOBS_TOWN, NOW, World

Call = Callable[[], Any]

#: Public names of a memory that are no verbs.
NO_VERBS = frozenset({"open", "close", "namespace", "reads"}) | {name for name in dir(View) if not name.startswith("_")}

QUESTIONS = (
    "Where does Ana live?",
    "What does Ana like?",
    "Where do I live?",
    "Fado",
    "Who moved to Porto?",
    BOBS_TOWN,
)


def verbs() -> set[str]:
    """Every public verb there is."""
    return {name for name in dir(Memory) if not name.startswith("_")} - NO_VERBS


def reading(world: World) -> dict[str, list[Call]]:
    """Calls that change nothing."""
    ada = world.ada
    return {
        "recall": [
            *(lambda question=each, how=how: ada.recall(question, strategy=how, limit=30) for each in QUESTIONS for how in ("balanced", "recent", "important", "diverse")),
            *(lambda channel=each: ada.recall("Where does Ana live?", channels=[channel]) for each in ("text", "vector", "graph")),
            lambda: ada.recall("Ana", kinds=["Person"], categories=["preference"], sessions=["s1"], known_at=NOW),
            lambda: ada.recall("And hers?", session="s1", as_of=NOW - timedelta(days=39)),
        ],
        "context": [*(lambda question=each: ada.context(question, session="s1", budget=600, window=LastTurns(2)) for each in QUESTIONS)],
        "exchanges": [lambda: ada.exchanges("Where does Ana live?")],
        "facts": [ada.facts, lambda: ada.facts("Ana"), lambda: ada.facts("me", known_at=NOW), lambda: ada.facts(BOBS_TOWN)],
        "history": [lambda: ada.history("Ana"), lambda: ada.history(BOBS_TOWN)],
        "entities": [ada.entities],
        "entity": [lambda: ada.entity("Ana"), lambda: ada.entity("me"), lambda: ada.entity(BOBS_TOWN)],
        "messages": [ada.messages, lambda: ada.messages(session="s1", limit=50)],
        "sessions": [ada.sessions],
        "changes": [lambda: ada.changes(limit=100)],
        "neighbourhood": [lambda: ada.neighbourhood("Ana", hops=3), lambda: ada.neighbourhood("Lisbon", known_at=NOW)],
        "cypher": [
            lambda: ada.cypher("MATCH (a)-[r]->(b) RETURN a.name, type(r), b.name ORDER BY a.name, type(r), b.name"),
            lambda: ada.cypher("MATCH (n) RETURN count(n)"),
            lambda: ada.cypher("who_is", name="Ana"),
            lambda: ada.cypher("hubs", limit=50),
            lambda: ada.cypher("MATCH (n) WHERE n.namespace = 'bob' RETURN n"),
        ],
        "conflicts": [ada.conflicts],
        "pending": [ada.pending],
        "repeats": [lambda: ada.repeats(least=2)],
        "standalone": [lambda: ada.standalone("And where does she work?", session="s1")],
        "describe": [lambda: ada.describe("Ana")],
        "adjudicate": [ada.adjudicate],
        "check": [ada.check],
        "status": [ada.status],
        "acting": [lambda: ada.acting(Actor("support", "reader")).facts("Ana"), lambda: ada.acting(Actor("support", "reader")).remember("x")],
        "audit": [lambda: ada.audit(limit=1000)],
        "verify_audit": [ada.verify_audit],
        "export": [lambda: _exported(ada, "jsonl"), lambda: _exported(ada, "html")],
    }  # fmt: skip


def writing(world: World) -> dict[str, list[Call]]:
    """Calls that change something, in this order; what is named is Bob's as well."""
    ada = world.ada
    return {
        "remember": [lambda: ada.remember("Ana moved to Faro.", session="s1", at=NOW)],
        "remember_many": [lambda: ada.remember_many([{"content": "Tom likes Fado.", "key": "k016", "session": "s1"}])],
        "remember_fact": [lambda: ada.remember_fact("Ana", "lives_in", "Braga", start="2024-05")],
        "work": [ada.work],
        "flush": [ada.flush],
        "correct": [lambda: ada.correct("Tom lives in Porto", object="Evora"), lambda: ada.correct(f"Ana lives in {BOBS_TOWN}", object="Rome")],
        "retract": [lambda: ada.retract("Ana likes Sushi"), lambda: ada.retract(world.theirs("fact"))],
        "merge": [lambda: ada.merge("Ana", "Ann"), lambda: ada.merge("Ana", BOBS_TOWN)],
        "split": [lambda: ada.split("Ana", aliases=["Ann"])],
        "undo": [lambda: ada.undo(ada.changes()[0]), lambda: ada.undo(world.theirs("message"))],
        "edit_message": [lambda: ada.edit_message(ada.messages()[0], "Ana likes Rice."), lambda: ada.edit_message(world.theirs("message"), "x")],
        "rebuild": [ada.rebuild, lambda: ada.rebuild(index=True)],
        "reextract": [lambda: ada.reextract(everything=True)],
        "reembed": [lambda: ada.reembed().model],
        "import_": [lambda: ada.import_(io.BytesIO(b'{"content": "Rita lives in Lisbon.", "at": "2024-05-01"}\n'), format="jsonl")],
        "copy": [lambda: ada.copy(world.memories.of("copy of ada")), lambda: sorted(one.sentence for one in world.memories.of("copy of ada").facts())],
        "prune": [lambda: ada.prune(below=0.3, days=20, dry_run=True), lambda: ada.prune(below=0.3, days=20)],
        "forget": [
            lambda: ada.forget(message=world.theirs("message")),
            lambda: ada.forget(entity=BOBS_TOWN),
            lambda: ada.forget(query=BOBS_TOWN, dry_run=False),
            lambda: ada.forget(entity="Tom"),
            lambda: ada.forget(session="s1", dry_run=True),
            lambda: ada.forget(before=NOW - timedelta(days=38)),
            lambda: ada.forget(category="work"),
            lambda: ada.forget(everything=True),
        ],
    }  # fmt: skip


def _exported(memory: Memory, form: Any) -> str:
    written = io.StringIO()
    memory.export(written, format=form)
    return written.getvalue()


def told(call: Call) -> str:
    """What a call came to, errors among it."""
    try:
        return repr(call())
    except GraphmemError as error:
        return f"{type(error).__name__}: {error}"
