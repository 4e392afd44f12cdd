"""The embedders in one table: what each finds, what a text costs, what it holds in memory.

`python -m benchmarks.embedders --data FILE [--embedders wordllama,minilm] [--json OUT]`: FILE is in LoCoMo's form. Quality is recall@10 of the turns
that answer, by cosine alone and by BM25 and cosine fused by their ranks, with nothing of graphmem's own ranking; an embedder that
finds more by itself need not be the one that adds most. Each is measured on turns as they are, and with their speaker before them, "Gina: …",
since questions name who spoke. Costs are milliseconds of the process's CPU a text, alone and in a batch
of 64, and the megabytes that loading and embedding add. Each embedder runs in a process of its own.

The default, wordllama, was chosen for its cost: on LoCoMo's three tune conversations (383 questions) 0.1 ms and 91 MB against minilm's 12 ms and
292 MB, where minilm finds more by itself (52.0 against 37.3 of 100 in named turns) and neither, fused by ranks alone, more than words (64.0).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

import numpy as np

from benchmarks.baselines import Baselines
from benchmarks.chats import Chat, locomo
from benchmarks.measures import percent, recall
from graphmem.embedding.choosing import named_embedder
from graphmem.embedding.protocol import Embedder

#: The category of LoCoMo whose questions have no answer.
UNANSWERABLE = "5"

DEPTH = 10
BATCH = 64
TIMED = 192


@dataclass(frozen=True, slots=True)
class Found:
    """Recall@10 in per cent: by cosine, by cosine and words fused, by words."""

    cosine: float
    fused: float
    bm25: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of one embedder: what it finds in plain turns and in turns with their speaker; milliseconds of CPU a text, megabytes."""

    name: str
    dimension: int
    plain: Found
    named: Found
    alone: float
    batched: float
    megabytes: float


def measured(name: str, file: Path) -> Figures:
    """Measure the embedder of that name on a file, in this process."""
    chats = locomo(file)
    before = _megabytes()
    embedder = named_embedder(name)
    assert embedder is not None
    texts = [message["content"] for chat in chats for message in chat.messages]
    embedder.embed(texts[:BATCH])
    alone = median(_milliseconds(lambda text=text: embedder.embed([text])) for text in texts[:TIMED])  # type: ignore[misc]
    blocks = [texts[start : start + BATCH] for start in range(0, TIMED, BATCH)]
    batched = median(_milliseconds(lambda block=block: embedder.embed(block)) / BATCH for block in blocks)  # type: ignore[misc]
    megabytes = _megabytes() - before
    plain, named = (_found(chats, embedder, named=each) for each in (False, True))
    return Figures(name, embedder.dimension, plain, named, alone, batched, megabytes)


def _found(chats: Sequence[Chat], embedder: Embedder, *, named: bool) -> Found:
    shares = [each for chat in chats for each in _shares(chat, embedder, named=named)]
    return Found(*(percent(list(each)) for each in zip(*shares, strict=True)))


def _shares(chat: Chat, embedder: Embedder, *, named: bool) -> Iterator[tuple[float, float, float]]:
    """Of each question that has an answer, the share found by cosine, by both fused and by words."""
    keys = [message["key"] for message in chat.messages]
    texts = [f"{m['speaker']}: {m['content']}" if named and "speaker" in m else m["content"] for m in chat.messages]
    baselines, vectors = Baselines(keys, texts, embedder), embedder.embed(texts)
    for question in chat.questions:
        if question.evidence and question.category != UNANSWERABLE:
            cosines = vectors @ embedder.embed([question.text])[0]
            nearest = [keys[place] for place in np.argsort(-cosines, kind="stable")[:DEPTH]]
            rankings = (nearest, baselines.fused(question.text), baselines.bm25(question.text))
            yield tuple(recall(ranked, question.evidence, DEPTH) for ranked in rankings)  # type: ignore[misc]


def _milliseconds(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return (time.process_time() - began) * 1000


def _megabytes() -> float:
    """The most memory this process has held."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)


def table(figures: Sequence[Figures]) -> str:
    """A line an embedder, with words alone first."""
    lines = ["embedder    numbers | cosine@10  with BM25 | named: cosine@10  with BM25 | ms alone  batched |   MB"]
    lines += [
        f"{'none':10} {0:8} | {'':9} {one.plain.bm25:10.1f} | {'':16} {one.named.bm25:10.1f} |" for one in figures[:1]
    ]
    lines += [
        f"{one.name:10} {one.dimension:8} | {one.plain.cosine:9.1f} {one.plain.fused:10.1f} "
        f"| {one.named.cosine:16.1f} {one.named.fused:10.1f} | {one.alone:8.2f} {one.batched:8.2f} | {one.megabytes:4.0f}"
        for one in figures
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--embedders", default="wordllama,minilm")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    spawning = multiprocessing.get_context("spawn")
    figures = []
    for name in given.embedders.split(","):
        with spawning.Pool(1) as pool:
            figures.append(pool.apply(measured, (name, given.data)))
    print(table(figures))
    if given.json:
        given.json.write_text(json.dumps([asdict(one) for one in figures], indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
