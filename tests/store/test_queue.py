"""Work: waiting, leased, failed, and queued anew when what a message was read from changed."""

from __future__ import annotations

import pytest

from graphmem.errors import StaleRead
from graphmem.store import Store
from graphmem.types import TRIES, Backlog, Changes, Evidence, Extraction, Learned, NameUse, Work
from tests.store.builders import ADA, append, apply, at, learned, message

ANA = NameUse("n:ana", "Ana", "Person", 0.7, 0, 3)


def _lease(store: Store, *, now: float = 0, until: float = 10, limit: int = 9) -> list[Work]:
    return list(store.lease(ADA, now=at(now), until=at(until), limit=limit))


def test_new_messages_wait_and_are_leased_in_message_order(store: Store) -> None:
    """By time, session and number; each lease is an attempt."""
    append(store, message(key="late", minute=2), message(key="early", minute=1), message(key="last", minute=3))

    assert _lease(store, limit=2) == [Work("m-early", 1, 1), Work("m-late", 1, 1)]
    assert _lease(store) == [Work("m-last", 1, 1)]
    assert _lease(store) == []


def test_lease_that_ran_out_is_taken_again(store: Store) -> None:
    """A worker that died does not keep its message; until then nobody else gets it."""
    append(store, message())
    _lease(store, now=0, until=10)

    assert _lease(store, now=9.99) == []
    assert _lease(store, now=10, until=20) == [Work("m-k1", 1, 2)]


def test_appended_for_the_caller_is_leased_to_it(store: Store) -> None:
    """Whoever stores a message may understand it at once; the item is its own until the lease runs out."""
    append(store, message(), lease_until=at(5))

    assert store.work(ADA, ["m-k1"]) == (Work("m-k1", 1, 1),)
    assert store.backlog(ADA, now=at(1)) == Backlog(leased=1)
    assert _lease(store, now=1) == []
    assert store.backlog(ADA, now=at(5)) == Backlog(waiting=1)


def test_failed_item_comes_back_after_its_pause(store: Store) -> None:
    """With its reason to be seen, and its attempts counted on."""
    append(store, message(key="k1"), message(key="k2"))
    items = _lease(store)

    store.fail(ADA, items, error="503: busy 🐢", retry_at=at(30))

    assert store.backlog(ADA, now=at(1)) == Backlog(failed=2, errors=("503: busy 🐢",))
    assert _lease(store, now=29) == []
    assert _lease(store, now=30, limit=1, until=40) == [Work("m-k1", 1, 2)]
    assert store.backlog(ADA, now=at(30)) == Backlog(leased=1, failed=1, errors=("503: busy 🐢",))


def test_failed_item_is_taken_early_when_asked(store: Store) -> None:
    """Before its pause is over; what another worker has is still that worker's."""
    append(store, message(key="k1"), message(key="k2"))
    (first, _) = _lease(store)
    store.fail(ADA, [first], error="busy", retry_at=at(30))

    assert store.lease(ADA, now=at(1), until=at(9), limit=9, early=True) == (Work("m-k1", 1, 2),)


def test_failure_of_an_older_reading_is_ignored(store: Store) -> None:
    """A message queued anew keeps its newer place in the queue."""
    append(store, message(key="b", minute=1))
    stale = _lease(store)
    append(store, message(key="a"), followers=1)

    store.fail(ADA, stale, error="late news", retry_at=at(99))

    assert store.backlog(ADA, now=at(0)) == Backlog(waiting=2)


def test_learned_message_leaves_the_queue(store: Store) -> None:
    """Work is done when what was learned is written."""
    append(store, message(key="k1"), message(key="k2"))
    _lease(store)

    apply(store, learned=(learned("m-k1", generation=1),))

    assert store.work(ADA, ["m-k2", "m-k1", "unknown"]) == (Work("m-k2", 1, 1),)


def test_followers_are_queued_anew(store: Store) -> None:
    """What a message was read from has changed, so the next few are read again; others and other sessions are not."""
    append(store, *(message(key=f"k{number}", minute=number) for number in (1, 3, 4, 5)))
    append(store, message(key="elsewhere", session="s2", minute=3))
    done = [learned(f"m-{key}", generation=1) for key in ("k1", "k3", "k4", "k5", "elsewhere")]
    apply(store, learned=tuple(done))

    append(store, message(key="k2", minute=2), followers=2, lease_until=at(50))

    open_items = store.work(ADA, [each.message_id for each in done] + ["m-k2"])
    assert open_items == (Work("m-k2", 1, 1), Work("m-k3", 2, 1), Work("m-k4", 2, 1))
    assert store.backlog(ADA, now=at(9)) == Backlog(leased=3)


def test_known_message_queues_nothing(store: Store) -> None:
    """A message stored before does not disturb those that follow it."""
    append(store, message(key="k1"), message(key="k2", minute=1))
    apply(store, learned=(learned("m-k1", generation=1), learned("m-k2", generation=1)))

    append(store, message(key="k1"), followers=5)

    assert store.work(ADA, ["m-k1", "m-k2"]) == ()


def test_messages_of_one_block_are_queued_once(store: Store) -> None:
    """A new message after a new message was read by nobody yet."""
    append(store, message(key="k1"), message(key="k2", minute=1), message(key="k3", minute=2), followers=2)

    assert store.work(ADA, ["m-k1", "m-k2", "m-k3"]) == (Work("m-k1", 1, 0), Work("m-k2", 1, 0), Work("m-k3", 1, 0))


@pytest.mark.parametrize("answered", [0, 1, 3])
def test_answer_to_another_generation_is_stale(store: Store, answered: int) -> None:
    """A message queued anew while it was read has to be read again, and nothing is written."""
    append(store, message(key="b", minute=1))
    append(store, message(key="a"), followers=1)

    with pytest.raises(StaleRead, match="m-b"):
        apply(store, learned=(learned("m-a", generation=1), learned("m-b", generation=answered)))

    assert len(store.work(ADA, ["m-a", "m-b"])) == 2
    assert store.version(ADA) == 0
    assert store.extractions(ADA, ["m-a"]) == ()


def test_second_answer_to_finished_work_is_stale(store: Store) -> None:
    """Two workers that read one message: the first to write wins."""
    append(store, message())
    apply(store, learned=(learned("m-k1", generation=1),))

    with pytest.raises(StaleRead):
        apply(store, learned=(learned("m-k1", generation=1),))


def test_generation_never_comes_back(store: Store) -> None:
    """An answer from before a message was finished and queued anew does not fit the new item."""
    append(store, message(key="b", minute=1))
    apply(store, learned=(learned("m-b", generation=1),))
    apply(store, learned=(learned("m-b", generation=0),))

    append(store, message(key="a"), followers=1)

    assert store.work(ADA, ["m-b"]) == (Work("m-b", 2, 0),)


def test_replay_needs_no_work_item(store: Store) -> None:
    """Generation 0 answers nothing: a stored extraction replayed, or a source that is no message."""
    append(store, message())
    apply(store, learned=(learned("m-k1", generation=1),))

    change = apply(store, cause="configure", learned=(learned("m-k1"), learned("user_name")))

    assert change.messages == ("m-k1", "user_name")


def test_backlog_of_a_namespace_never_written_to_is_empty(store: Store) -> None:
    """Asking for work creates nothing."""
    assert _lease(store) == []
    assert store.backlog(ADA, now=at(0)) == Backlog()
    store.fail(ADA, [Work("m-k1", 1, 1)], error="x", retry_at=at(1))
    assert store.namespaces() == ()


def test_append_says_what_it_queued_anew(store: Store) -> None:
    """A late message moves those after it; new ones of its own block are not told twice."""
    append(store, message(key="k2", minute=2), message(key="k4", minute=4), followers=2)

    late, later = append(store, message(key="k1", minute=1), message(key="k3", minute=3), followers=2)

    assert late.requeued == ("m-k2",)
    assert later.requeued == ("m-k4",)


def test_erasing_outdates_what_is_being_read_in_its_session(store: Store) -> None:
    """A worker that saw the erased message cannot write what it made of it."""
    append(store, message(key="k1", minute=1), message(key="k2", minute=2), followers=2)
    [before] = store.work(ADA, ["m-k2"])

    apply(store, erased=("m-k1",))

    [after] = store.work(ADA, ["m-k2"])
    assert after.generation == before.generation + 1


def test_a_turn_lets_only_its_holder_apply(store: Store) -> None:
    """Others are told to read again, until it has applied; appending and reading go on."""
    append(store, message(key="k1", minute=1), message(key="k2", minute=2))
    store.take_turn(ADA, "slow", seconds=60)
    store.take_turn(ADA, "greedy", seconds=60)

    with pytest.raises(StaleRead, match="turn"):
        apply(store, learned=(learned("m-k1", generation=1),))
    append(store, message(key="k3", minute=3))
    changes = Changes("learn", at(0), learned=(learned("m-k1", generation=1),))
    store.apply(ADA, changes, expected_version=store.version(ADA), turn="slow")

    apply(store, learned=(learned("m-k2", generation=1),))


def test_a_turn_runs_out(store: Store) -> None:
    """Its holder may have been killed."""
    append(store, message())
    store.take_turn(ADA, "killed", seconds=-1)

    apply(store, learned=(learned("m-k1", generation=1),))


def test_a_turn_that_was_not_used_is_given_back(store: Store) -> None:
    """By its holder only."""
    append(store, message())
    store.take_turn(ADA, "idle", seconds=60)

    store.end_turn(ADA, "another")
    with pytest.raises(StaleRead, match="turn"):
        apply(store, learned=(learned("m-k1", generation=1),))
    store.end_turn(ADA, "idle")

    apply(store, learned=(learned("m-k1", generation=1),))


def test_what_is_to_be_read_again_says_nothing_and_waits(store: Store) -> None:
    """It was read once: an answer to that reading is refused, and the next one is a newer."""
    append(store, message(key="k1"))
    apply(store, learned=(learned("m-k1", generation=1, names=(ANA,)),))

    apply(store, learned=(Learned("m-k1", 0, Extraction("m-k1", "none", "0"), Evidence("m-k1"), again=True),))

    assert store.evidence(ADA, ["m-k1"]) == ()
    assert store.backlog(ADA, now=at(0)) == Backlog(waiting=1)
    with pytest.raises(StaleRead):
        apply(store, learned=(learned("m-k1", generation=1),))
    assert _lease(store) == [Work("m-k1", 2, 1)]
    apply(store, learned=(learned("m-k1", generation=2, names=(ANA,)),))
    assert store.backlog(ADA, now=at(0)) == Backlog()


def test_what_failed_too_often_is_counted_as_given_up(store: Store) -> None:
    """It is still failed, and still taken when its pause is over."""
    append(store, message(key="k1"), message(key="k2", minute=1))
    for number in range(TRIES):
        taken = store.lease(ADA, now=at(number), until=at(99), limit=1, early=True)
        store.fail(ADA, taken, error="not JSON", retry_at=at(number))

    assert store.backlog(ADA, now=at(50)) == Backlog(waiting=1, failed=1, errors=("not JSON",), given_up=1)
    assert store.lease(ADA, now=at(50), until=at(99), limit=1) == (Work("m-k1", 1, TRIES + 1),)
