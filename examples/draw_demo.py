"""Draws `demo.svg`, the README's picture: two of the five days of `graphmem demo`, as a terminal shows them.

python examples/draw_demo.py
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from graphmem.cli.demo import play

PICTURE = Path(__file__).with_name("demo.svg")
WIDTH = 80
FIRST, LAST = "3 June 2024", "21 October 2024"

#: Rich's own drawing, without the fonts it would have the reader's browser download.
SVG = re.sub(r"@font-face \{\{.*?\}\}\s*|<!--.*?-->\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)


def draw() -> str:
    """The picture as SVG."""
    terminal = Console(width=WIDTH, record=True, file=io.StringIO(), markup=False, emoji=False, highlight=False)
    play(terminal)
    lines = terminal.export_text(styles=True).splitlines()
    first, last = (next(n for n, line in enumerate(lines) if day in line) for day in (FIRST, LAST))
    picture = Console(width=WIDTH, record=True, file=io.StringIO(), highlight=False, force_terminal=True)
    picture.print(Text.from_ansi("\n".join(lines[first:last]).rstrip()))
    return picture.export_svg(title="graphmem demo", code_format=SVG, unique_id="graphmem")


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
