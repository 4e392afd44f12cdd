"""What came back, shown: the page loads and runs nothing, and every name in it stays data."""

from __future__ import annotations

import csv
import io
import json
import re
from datetime import UTC, date, datetime
from html import unescape
from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.exploration.picture import MOST, page
from graphmem.exploration.rendering import cells, to_csv, to_json, words
from graphmem.layout import layout
from graphmem.types import GraphNode, GraphPath, GraphRelationship, Table

EVIL = "<script>alert('Ana')</script>\"&"


def node(number: int, name: str = "Ana", *labels: str) -> GraphNode:
    """An entity of that name."""
    return GraphNode(str(number), ("Entity", *(labels or ("Person",))), {"name": name, "id": f"e{number}"})


def link(number: int, start: int, end: int, kind: str = "KNOWS") -> GraphRelationship:
    """A relationship between two numbers."""
    return GraphRelationship(str(number), kind, str(start), str(end), {"fact_id": f"f{number}"})


def table(*rows: tuple[object, ...], columns: tuple[str, ...] = ("one",)) -> Table:
    """Rows under columns."""
    return Table(columns, rows, "mirror")


class Reader(HTMLParser):
    """The tags, attributes and text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag begins."""
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        """Text stands."""
        self.text.append(data)


def read(written: str) -> Reader:
    """A page as a browser reads it."""
    reader = Reader()
    reader.feed(written)
    return reader


def test_a_page_loads_nothing_and_runs_nothing() -> None:
    """No script, no address, no reference, and a policy that forbids them."""
    written = page(table((node(1), link(1, 1, 2), node(2, "Bob")), columns=("a", "r", "b")), "who knows whom")
    reader = read(written)

    assert "script" not in reader.tags
    assert not reader.attributes & {"src", "href", "onload", "onclick", "xlink:href"}
    assert "http:" not in written
    assert "https:" not in written
    assert "default-src 'none'" in unescape(written)
    assert reader.tags.count("circle") == 2


def test_markup_in_names_columns_types_and_title_is_shown_as_it_is_spelled() -> None:
    """Everything here is somebody's text."""
    rows = (node(1, EVIL, EVIL), GraphRelationship("1", EVIL, "1", "1", {EVIL: EVIL}), EVIL)

    reader = read(page(table(rows, columns=(EVIL, "b", "c")), EVIL))

    assert "script" not in reader.tags
    assert "".join(reader.text).count("<script>") >= 6


@settings(max_examples=30)
@given(text=st.text(max_size=30))
def test_any_text_can_be_drawn_and_written(text: str) -> None:
    """Also what no page may hold."""
    written = page(table((node(1, text), text), columns=(text, "b")), text)

    assert written.encode("utf-8", "strict")
    assert read(written).tags == read(page(table((node(1), "x"), columns=("a", "b")), "y")).tags


def test_the_same_result_is_always_drawn_the_same() -> None:
    """A picture can be compared with yesterday's."""
    rows = [(node(1), link(number, 1, number), node(number, f"N{number}")) for number in range(2, 9)]

    assert page(table(*rows, columns=("a", "r", "b")), "t") == page(table(*rows, columns=("a", "r", "b")), "t")


def test_several_relationships_between_two_lie_apart() -> None:
    """Each can be read."""
    path = GraphPath((node(1), node(2)), (link(1, 1, 2, "SISTER_OF"),))

    written = page(table((path,), ([link(2, 2, 1, "LIKES"), link(3, 1, 2, "OWES")],)), "t")

    assert len(set(re.findall(r'class="link" d="([^"]+)"', written))) == 3


def test_a_tangle_is_cut_and_it_is_said() -> None:
    """The rows below hold everything."""
    rows = [(node(number, f"N{number}"),) for number in range(MOST + 1)]

    written = page(table(*rows), "t")

    assert written.count("<circle") == MOST
    assert f"first {MOST} of {MOST + 1} nodes" in written
    assert written.count("<td>") == MOST + 1


def test_a_result_without_nodes_says_that_there_is_nothing_to_draw() -> None:
    """And is a table."""
    assert "nothing to draw" in page(table(("Ana",)), "t")


@given(count=st.integers(0, 12), pairs=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20))
def test_every_node_stands_inside_the_frame(count: int, pairs: list[tuple[int, int]]) -> None:
    """However it is linked."""
    links = [(a, b) for a, b in pairs if a < count and b < count]

    places = layout(count, links, width=800, height=500)

    assert len(places) == count
    assert all(0 <= x <= 800 and 0 <= y <= 500 for x, y in places)


def test_values_are_said_in_words() -> None:
    """As Cypher draws them."""
    path = GraphPath((node(1), node(2, "Lisbon", "Place")), (link(1, 1, 2, "LIVES_IN"),))
    back = GraphPath((node(2, "Lisbon", "Place"), node(1)), (link(1, 1, 2, "LIVES_IN"),))
    moment = datetime(2024, 3, 1, tzinfo=UTC)

    row = table(
        (None, True, 3, 2.5, "Ana", moment, date(2024, 3, 1), [1, "a"], {"k": 1}, node(1), link(1, 1, 2), path, back)
    )

    assert cells(row) == [
        [
            "",
            "yes",
            "3",
            "2.5",
            "Ana",
            "2024-03-01T00:00:00+00:00",
            "2024-03-01",
            "1, a",
            "{k: 1}",
            "(Ana:Person)",
            "[:KNOWS]",
            "(Ana:Person)-[:LIVES_IN]->(Lisbon:Place)",
            "(Lisbon:Place)<-[:LIVES_IN]-(Ana:Person)",
        ]
    ]
    assert words(GraphNode("1", (), {})) == "()"


def test_numbers_that_json_has_no_word_for_are_told_as_text() -> None:
    """A strict reader takes the whole answer."""
    told = json.dumps(
        to_json(table((float("inf"), -float("inf"), float("nan")), columns=("a", "b", "c"))), allow_nan=False
    )

    assert json.loads(told)["rows"] == [{"a": "Infinity", "b": "-Infinity", "c": "NaN"}]


@given(
    rows=st.lists(
        st.tuples(st.text(st.characters(codec="utf-8", exclude_characters="\x00")), st.none() | st.integers()),
        max_size=5,
    )
)
def test_csv_and_json_lose_no_text(rows: list[tuple[str, int | None]]) -> None:
    """Quotes, commas and line ends included."""
    found = table(*rows, columns=("text", "number"))

    back = list(csv.reader(io.StringIO(to_csv(found), newline="")))[1:]

    assert [text for text, _ in back] == [text for text, _ in rows]
    assert [row["text"] for row in json.loads(json.dumps(to_json(found)))["rows"]] == [text for text, _ in rows]


def test_nodes_in_csv_are_json() -> None:
    """A cell holds one value."""
    written = to_csv(table((node(1), [1, None], None), columns=("a", "b", "c")))
    ((cell, numbers, empty),) = list(csv.reader(io.StringIO(written)))[1:]

    assert json.loads(cell) == {"labels": ["Entity", "Person"], "properties": {"name": "Ana", "id": "e1"}}
    assert (json.loads(numbers), empty) == ([1, None], "")
