"""What a test of the fuzzer opens is closed after it."""

from tests.closing import closed

__all__ = ["closed"]
