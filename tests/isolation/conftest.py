"""What a test of isolation opens is closed after it."""

from tests.closing import closed

__all__ = ["closed"]
