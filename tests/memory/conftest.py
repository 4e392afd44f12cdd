"""What a test of the memory opens is closed after it, and a model on the wire where one is asked for."""

from tests.closing import closed
from tests.llm.fixtures import advised, endpoint, model

__all__ = ["advised", "closed", "endpoint", "model"]
