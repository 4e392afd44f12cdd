"""A store against a model of plain dictionaries: random messages, evidence, erasures and leases in two namespaces."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from graphmem.store import Store, open_store
from graphmem.types import Evidence, Message, NameUse, PostingRow, Sameness, Spelling
from tests.conftest import LONG
from tests.cypher.neo4j_server import Release, Servers, empty, label, wanted
from tests.store.builders import (
    append,
    apply,
    document,
    learned,
    message,
    postings,
    statement,
    with_seq,
)

KEYS = st.sampled_from("abcd")
NAMESPACES = st.sampled_from(["ada", "bob"])
WORDS = ("ana", "lisbon", "jazz", "\u00e9", "e\u0301")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
USES = st.builds(
    NameUse,
    key=st.sampled_from(["n:ana", "n:tom"]),
    surface=st.sampled_from(["Ana", "ana", "Аня"]),
    kind=st.sampled_from(["Person", "Thing"]),
    weight=st.floats(0.001, 1, allow_nan=False),
    start=st.just(0),
    end=st.just(3),
)
SAME = st.sampled_from([("n:ana", "n:tom"), ("n:ana", "r:self/sister")])


@dataclass
class Remembered:
    """What one namespace should hold."""

    messages: dict[str, Message] = field(default_factory=dict)
    evidence: dict[str, Evidence] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    version: int = 0


class StoreMachine(RuleBasedStateMachine):
    """Rules change the store and the model alike; the invariants compare every read."""

    def __init__(self, store: Store | None = None) -> None:
        super().__init__()
        self.store = open_store("sqlite:///:memory:") if store is None else store
        self.model = {"ada": Remembered(), "bob": Remembered()}

    @rule(
        namespace=NAMESPACES,
        key=KEYS,
        text=TEXTS,
        session=st.sampled_from(["s1", "s2"]),
        minute=st.integers(0, 3),
    )
    def say(self, namespace: str, key: str, text: str, session: str, minute: int) -> None:
        """A message is stored, or was."""
        here = self.model[namespace]
        said = message(text, key=key, session=session, minute=minute)
        if said.id not in here.messages:
            seqs = [each.seq for each in here.messages.values() if each.session == session]
            here.messages[said.id] = with_seq(said, max(seqs, default=0) + 1)
            here.open.add(said.id)

        appended = append(self.store, said, namespace=namespace)

        assert appended[0].message == here.messages[said.id]

    @rule(namespace=NAMESPACES, key=KEYS, names=st.lists(USES, max_size=4), same=st.lists(SAME, max_size=2))
    def learn(self, namespace: str, key: str, names: list[NameUse], same: list[tuple[str, str]]) -> None:
        """Something is understood of a message, for the first time or anew."""
        here, id = self.model[namespace], f"m-{key}"
        if id not in here.messages:
            return
        (work,) = self.store.work(namespace, [id]) or (None,)
        stated = [statement(here.messages[id], number) for number in range(len(names))]
        what = learned(id, generation=work.generation if work else 0, names=names, same=same, statements=stated)

        apply(self.store, namespace=namespace, learned=(what,))

        here.version += 1
        here.open.discard(id)
        here.evidence[id] = what.evidence

    @rule(namespace=NAMESPACES, key=KEYS)
    def forget(self, namespace: str, key: str) -> None:
        """A message is erased, also one that never was."""
        here, id = self.model[namespace], f"m-{key}"

        apply(self.store, namespace=namespace, cause="forget", erased=(id,))

        here.version += 1
        here.messages.pop(id, None)
        here.evidence.pop(id, None)
        here.open.discard(id)

    @invariant()
    def messages_are_those_told(self) -> None:
        """In message order, with the work still open."""
        for namespace, here in self.model.items():
            ordered = sorted(here.messages.values(), key=lambda each: (each.at, each.session, each.seq))
            assert self.store.messages(namespace, [*here.messages, "m-z"]) == tuple(ordered)
            assert self.store.message_ids(namespace) == tuple(each.id for each in ordered)
            assert {work.message_id for work in self.store.work(namespace, list(here.messages))} == here.open
            assert self.store.version(namespace) == here.version

    @invariant()
    def index_is_of_those_messages(self) -> None:
        """Statistics and candidates as counted from the texts."""
        for namespace, here in self.model.items():
            texts = {each.id: document(each.id, each.text) for each in here.messages.values()}
            counts = {id: dict(entry.terms or ()) for id, entry in texts.items()}
            found = postings(self.store, namespace, ["message"], WORDS, cap=999)["message"]
            assert found.documents == len(texts)
            assert found.total_length == sum(entry.length for entry in texts.values())
            assert found.frequencies == {word: sum(word in each for each in counts.values()) for word in WORDS}
            assert found.rows == tuple(
                PostingRow(id, texts[id].length, counts[id], here.messages[id].session, here.messages[id].seq)
                for id in sorted(counts)
                if counts[id]
            )

    @invariant()
    def sums_are_of_the_evidence(self) -> None:
        """As if what was taken away had never been."""
        for namespace, here in self.model.items():
            assert self.store.evidence(namespace, sorted(here.evidence)) == tuple(
                here.evidence[id] for id in sorted(here.evidence) if here.evidence[id] != Evidence(id)
            )
            names = [use for each in here.evidence.values() for use in each.names]
            uses = Counter((use.key, use.surface, use.kind) for use in names)
            weights = Counter[tuple[str, str, str]]()
            for use in names:
                weights[use.key, use.surface, use.kind] += round(use.weight * 1000)
            found = self.store.identities(namespace, ["n:ana", "n:tom"])
            assert found.spellings == tuple(
                Spelling(*spelling, uses=uses[spelling], weight=weights[spelling] / 1000) for spelling in sorted(uses)
            )
            assert found.same == Counter(same for each in here.evidence.values() for same in set(each.same))
            assert Sameness("n:tom", "n:ana") not in found.same

    def teardown(self) -> None:
        """Each example has a store of its own."""
        self.store.close()


TestStoreAgainstModel = StoreMachine.TestCase


@pytest.mark.neo4j
@pytest.mark.parametrize("release", wanted(os.environ), ids=label)
def test_store_on_a_server_against_model(release: Release | None, neo4j_servers: Servers) -> None:
    """The same rules and invariants on each release of the server."""
    server = neo4j_servers.of(release)

    class OnServer(StoreMachine):
        def __init__(self) -> None:
            empty(server)
            super().__init__(open_store(server.url))

    run_state_machine_as_test(OnServer, settings=settings(max_examples=200 if LONG else 6, stateful_step_count=20))
