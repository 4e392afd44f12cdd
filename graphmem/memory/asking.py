"""Asking models: whatever an extractor or embedder raises is told of the messages it concerns, never of the memory.

Models are plug-ins, and messages come from anywhere. One message that an extractor cannot bear must not keep the others of its
block, or of its session, from being understood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphmem.embedding.wrapping import Wrapping
from graphmem.errors import ConfigError, GraphmemError, ModelError
from graphmem.extraction import told
from graphmem.extraction.protocol import Extractor, PartlyRead, Turn
from graphmem.types import Extraction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of some messages, and why others could not be, by message id."""

    extractions: Mapping[str, Extraction]
    failures: Mapping[str, str]


def extracted(extractor: Extractor, turns: Sequence[Turn]) -> Read:
    """Read all turns: told facts as they stand, the rest by the extractor."""
    plain = {turn.message.id: told.read(turn.message) for turn in turns if told.is_told(turn.message)}
    found = _asked(extractor, [turn for turn in turns if turn.message.id not in plain])
    return Read({**plain, **found.extractions}, found.failures)


def _asked(extractor: Extractor, turns: Sequence[Turn]) -> Read:
    """All at once; if that raises what no extractor should, each alone, so that one bad message is one failure."""
    try:
        found = extractor.extract(turns) if turns else []
        if [one.message_id for one in found] != [turn.message.id for turn in turns]:
            raise ModelError(f"{extractor.name} answered {len(found)} extractions to {len(turns)} messages, or others")
        return Read({one.message_id: one for one in found}, {})
    except PartlyRead as error:
        return Read({one.message_id: one for one in error.extractions}, error.failures)
    except (ModelError, ConfigError) as error:
        return Read({}, {turn.message.id: str(error) for turn in turns})
    except Exception as error:  # noqa: BLE001  # an extractor is somebody else's code: what it raises must lose no message
        if len(turns) == 1:
            return Read({}, {turns[0].message.id: f"{extractor.name} raised {type(error).__name__}: {error}"})
        alone = [_asked(extractor, [turn]) for turn in turns]
        extractions = {key: each for one in alone for key, each in one.extractions.items()}
        return Read(extractions, {key: why for one in alone for key, why in one.failures.items()})


def asks_a_model(extractor: Extractor) -> bool:
    """Whether reading takes a chat model, which may be slow, spent or away."""
    from graphmem.extraction.hybrid import HybridExtractor
    from graphmem.extraction.llm.extractor import LLMExtractor

    return isinstance(extractor, (HybridExtractor, LLMExtractor))


def names(extractor: Extractor) -> frozenset[tuple[str, str]]:
    """The names and versions that what this extractor read may carry."""
    from graphmem.extraction.hybrid import HybridExtractor

    readers = extractor.parts if isinstance(extractor, HybridExtractor) else (extractor,)
    return frozenset((reader.name, reader.version) for reader in readers)


class Guarded(Wrapping):
    """An embedder whose every failure is a `ModelError`, so that writing queues and recall goes on without it."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A vector a text, in order.

        Raises:
            ModelError: whatever the embedder raised.
        """
        try:
            return self._embedder.embed(texts)
        except GraphmemError:
            raise
        except Exception as error:
            raise ModelError(f"{self.model} raised {type(error).__name__}: {error}") from error
