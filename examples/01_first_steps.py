"""First steps: remember, ask what is true, ask what was true, and build a context. Offline, in a few seconds.

python examples/01_first_steps.py
"""

from __future__ import annotations

from datetime import datetime

from graphmem import Memory


def main() -> None:
    """Tell a memory about Ada and her sister, and see what it makes of it."""
    with Memory.open("sqlite:///:memory:", namespace="ada", user_name="Ada") as memory:
        # What people say goes in as it was said. `at` is when; without it, now.
        memory.remember("I live in Porto and I work at Feedzai.", session="spring", at=datetime(2024, 3, 4))
        memory.remember("My sister Ana lives in Porto too.", session="spring", at=datetime(2024, 3, 4, 0, 1))

        # A receipt says what a message changed: here one home begins and another ends.
        receipt = memory.remember("Ana moved to Lisbon last week.", session="summer", at=datetime(2024, 6, 3))
        print("learned:", [fact.sentence for fact in receipt.learned])
        print("ended:  ", [fact.sentence for fact in receipt.ended])

        # What is true now, and what was true before. Nothing is lost by a newer fact.
        print("now:    ", [fact.sentence for fact in memory.facts("Ana")])
        print("in May: ", [fact.sentence for fact in memory.facts("Ana", as_of=datetime(2024, 5, 1))])

        # A question brings back facts, and the messages worth reading again, best first.
        recall = memory.recall("Where does Ana live?", limit=3)
        print("recall: ", recall.facts[0].sentence)

        # A context is what to hand a model before its next turn. It never exceeds the budget.
        context = memory.context("Where could we meet?", session="summer", budget=400, now=datetime(2024, 6, 4))
        print("context:", context.tokens <= context.budget.total, [section.name for section in context.sections])


if __name__ == "__main__":
    main()
