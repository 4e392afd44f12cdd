"""A support agent with many users: one store, a memory each, and the company's knowledge that all of them read and none writes.

python examples/03_support_agent.py
"""

from __future__ import annotations

from graphmem import Memories, NotFound

COMPANY = "org:acme"

TICKETS = {
    "ada": ("My router is an Acme R7.", "I live in Lisbon."),
    "bob": ("My router is an Acme R9.", "I live in Oslo."),
}


def main() -> None:
    """Take two tickets, and ask the same question for both."""
    with Memories.open("sqlite:///:memory:") as memories:
        company = memories.of(COMPANY)
        company.remember("The Acme R7 needs firmware 4.2 since May. The R9 needs none.", speaker="Support handbook")

        for user, said in TICKETS.items():
            memory = memories.of(user, user_name=user.title())
            for number, line in enumerate(said):
                memory.remember(line, session="ticket 1", key=f"{user}-{number}")

        for user in TICKETS:
            memory = memories.of(user, reads=[COMPANY])
            context = memory.context("Which firmware does my router need?", session="ticket 2", budget=300)
            print(f"-- {user}\n{context.text}")

        # What one user said is nowhere in another's memory, under no name and in no ranking.
        try:
            memories.of("bob").entity("Lisbon")
        except NotFound as error:
            print(f"-- bob asks for Lisbon: {error}")


if __name__ == "__main__":
    main()
