"""What a look at the health of a memory comes to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what was found, whether it is good, and how to mend it where it is not."""

    about: str
    good: bool
    said: str
    mend: str = ""
