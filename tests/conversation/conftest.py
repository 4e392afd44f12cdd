"""What a test of conversations opens is closed after it."""

from tests.closing import closed

__all__ = ["closed"]
