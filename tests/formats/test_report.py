"""The page to read: everything is in it, it runs nothing, and a browser agrees."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem import InvalidInput, Memory
from graphmem.formats.drawing import EDGE, HEIGHT, WIDTH, Edge, layout
from graphmem.testing import FixedClock, PlainExtractor

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
HOSTILE = '<script>document.title="taken over"</script><img src="http://127.0.0.1:1/x" onerror="alert(1)">'


@pytest.fixture
def memory() -> Iterator[Memory]:
    """The story in small, with words that would be markup in every place people can put them."""
    with Memory.open(
        "sqlite:///:memory:",
        namespace=HOSTILE,
        user_name=f"Ada {HOSTILE}",
        extractor=PlainExtractor(),
        clock=FixedClock("2026-06-01T12:00:00+00:00"),
    ) as opened:
        at = datetime(2024, 3, 4, tzinfo=UTC)
        opened.remember("Ana lives in Porto.", at=at, session=HOSTILE, speaker=HOSTILE)
        opened.remember("Ana moved to Lisbon in 2024. " + HOSTILE, at=at + timedelta(days=90), session="s1")
        opened.remember("I like Jazz. Ana likes Jazz.", at=at + timedelta(days=91), session="s1")
        opened.remember_fact("Ana", "works_at", value=HOSTILE, at=at + timedelta(days=92))
        yield opened


def page(memory: Memory) -> str:
    """The page as text."""
    written = io.StringIO()
    memory.export(written, format="html")
    return written.getvalue()


class Seen(HTMLParser):
    """Which elements a page has, where it links to, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.links += [value for name, value in given.items() if name in ("href", "src") and value]
        self.ids += [value for name, value in given.items() if name == "id" and value]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_everything_is_on_the_page(memory: Memory) -> None:
    """What is so, what was, when, who says so, and the graph."""
    seen = Seen(page(memory))

    text = " ".join(" ".join(seen.words).split())
    for said in (
        "4 messages in 3 sessions",
        "Ana lives in Lisbon since 2024",
        "Ana lived in Porto",
        "Ana moved to Lisbon in 2024.",
        "Jazz",
    ):
        assert said in text
    assert seen.tags.count("circle") == 4
    assert len(seen.ids) == len(set(seen.ids))


def test_every_link_leads_somewhere_on_the_page(memory: Memory) -> None:
    """Facts to their messages, words to their facts, the graph to its entities; and nowhere else."""
    seen = Seen(page(memory))

    assert {link[0] for link in seen.links} == {"#"}
    assert {link[1:] for link in seen.links} <= set(seen.ids)
    assert {"m", "f", "e"} <= {link[1] for link in seen.links}


def test_what_people_said_is_text(memory: Memory) -> None:
    """In names, sessions, values and messages; nothing on the page runs or is loaded."""
    text = page(memory)
    seen = Seen(text)

    assert {"script", "img", "link", "iframe"} & set(seen.tags) == set()
    assert text.count("taken over") >= 5
    assert "default-src 'none'; style-src 'unsafe-inline'" in text


def test_equal_memories_have_equal_pages(memory: Memory) -> None:
    """The graph is drawn without chance."""
    assert page(memory) == page(memory)


def test_an_empty_memory_has_a_page() -> None:
    """That says so."""
    with Memory.open("sqlite:///:memory:", namespace="empty", extractor=PlainExtractor()) as empty:
        assert "0 messages in 0 sessions, 0 people and things" in page(empty)


def test_an_unknown_format_is_refused(memory: Memory) -> None:
    """By name."""
    with pytest.raises(InvalidInput, match="format must be 'jsonl', 'html' or 'held', not 'pdf'"):
        memory.export(io.StringIO(), format="pdf")  # type: ignore[arg-type]


@given(
    st.integers(0, 9).flatmap(
        lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, max(n - 1, 0))] * 2)))
    )
)
def test_every_node_has_a_place_in_the_frame(graph: tuple[int, list[tuple[int, int]]]) -> None:
    """Whatever is connected with what."""
    count, pairs = graph
    edges = [Edge(a, b, "x", "x") for a, b in pairs if a != b and count]

    places = layout(count, edges)

    assert len(places) == count
    assert all(EDGE <= x <= WIDTH - EDGE and EDGE <= y <= HEIGHT - EDGE for x, y in places)


def test_a_browser_shows_it_without_complaint(memory: Memory, tmp_path: Path) -> None:
    """A real one: no message on its console, the title is the page's own, the graph is drawn."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.skip(f"no browser is installed: none of {', '.join(BROWSERS)}")
    memory.export(tmp_path / "report.html", format="html")

    quiet = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync")
    ran = subprocess.run(
        [
            browser, "--headless", "--no-sandbox", *quiet, "--disable-component-update", "--enable-logging=stderr",
            f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", (tmp_path / "report.html").as_uri(),
        ],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip

    assert re.findall(r".*CONSOLE.*", ran.stderr) == []
    assert "<title>What memory knows: &lt;script&gt;" in ran.stdout
    assert ran.stdout.count("<circle") == 4
    assert "<img" not in ran.stdout
