"""`python -m graphmem.cli` is `graphmem`."""

from __future__ import annotations

from graphmem.cli import main

main()
