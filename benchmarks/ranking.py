"""Find the weights of recall's ranking, cross-validated by conversation, and write the file that ships.

    python -m benchmarks.ranking --locomo FILE --beam FOLDER … [--keep FOLDER] [--write graphmem/retrieval/weights.toml]

Each chat is imported through the public API; then each question's candidates are weighed by the code that recall uses, and what
it computes of them is what is learned from. A chat is never weighed by weights that were learned from it. Both shapes
of chat count the same in sum. No text of the data goes into the file, only weights and figures.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from benchmarks.asked import remembered
from benchmarks.chats import Chat, beam, locomo
from benchmarks.fitting import Floats, Listed, fit, fit_yes_no
from graphmem.embedding.local import WordLlamaEmbedder
from graphmem.embedding.protocol import Embedder
from graphmem.retrieval import channels, mentioning, ranking, search
from graphmem.retrieval.certainty import SIGNS, signs
from graphmem.retrieval.features import SECOND
from graphmem.retrieval.fusion import fuse
from graphmem.retrieval.gathering import gathered
from graphmem.retrieval.matching import FIRST
from graphmem.retrieval.weights import weights
from graphmem.store import Store, open_store
from graphmem.types import Query

Places = NDArray[np.intp]
Marks = NDArray[np.bool_]

NAMES = (*FIRST, *SECOND)

#: Facts read for each question, as recall with a limit of ten does.
_LIMIT = 10

#: Penalty on the weights, the same for both looks.
PENALTY = 3.0

#: The share of questions with an answer that may be called unanswered.
LOST = 0.1

ADVERSARIAL = "5"
ABSTENTION = "abstention"


@dataclass(frozen=True, slots=True)
class Case:
    """One question of one chat: its candidates' features, which are evidence, and which only stand beside the best.

    `total` is how much evidence there is, found or not.
    """

    chat: str
    shape: str
    category: str
    rows: Floats
    evidence: Marks
    beside: Marks
    total: int

    @property
    def taught(self) -> bool:
        """Whether weights may be learned from it."""
        return bool(self.evidence.any()) and self.category not in (ADVERSARIAL, ABSTENTION)


def cases(chat: Chat, shape: str, file: Path, embedder: Embedder | None) -> Iterator[Case]:
    """What recall computes of every candidate of every question of a chat."""
    keys = remembered(chat, f"sqlite:///{file}")
    store = open_store(f"sqlite:///{file}")
    try:
        for question in chat.questions:
            query = Query(question.text, chat.last, _LIMIT)
            computed = _computed(query, store, chat.name, embedder)
            rows = np.array([row for row, _ in computed.values()], dtype=float).reshape(len(computed), len(NAMES))
            evidence = np.array([keys[each] in question.evidence for each in computed], dtype=bool)
            beside = np.array([each for _, each in computed.values()], dtype=bool)
            yield Case(chat.name, shape, question.category, rows, evidence, beside, len(question.evidence))
    finally:
        store.close()


def _computed(
    query: Query, store: Store, namespace: str, embedder: Embedder | None
) -> dict[str, tuple[tuple[float, ...], bool]]:
    """The features of each candidate, and whether it only stands beside the best, by id."""
    found = gathered(query, store, namespace, embedder)
    look = ranking.first_look(found, weights(vectors=found.by_vectors))
    fused = fuse(search.fact_lists(found, query), k=search.RANK_CONSTANT, weights=search.FUSING)
    facts = [item.id for item in fused[: _LIMIT * channels.SPARE]]
    kinds = mentioning.kinds(found.question, query)
    read = store.read(namespace, messages=look.order, facts=facts, places=list(look.beside), kinds=kinds)
    known = tuple({fact.id: fact for fact in (*found.around, *read.facts.values())}.values())
    messages = tuple(read.messages.values())
    fitting = mentioning.fitting(read.mentions, messages, found.question)
    looked = ranking.second_look(look, messages, found, ranking.stated_by(known, found, read.messages), fitting)
    at = {message.id: (message.session, message.seq) for message in read.messages.values()}
    rows = zip(looked.ids, looked.features.T.tolist(), strict=True)
    return {each: (tuple(row), at[each] in look.beside) for each, row in rows}


@dataclass(frozen=True, slots=True)
class Learned:
    """Weights of the two looks."""

    first: Floats
    second: Floats


def learned(taught: Sequence[Case], *, without: Sequence[str] = (), penalty: float = PENALTY) -> Learned:
    """The weights that these cases teach; features named in `without` keep no weight."""
    share = _shares(taught)
    early = [NAMES.index(name) for name in FIRST if name not in without]
    late = [place for place, name in enumerate(NAMES) if name not in without]
    first = np.zeros(len(NAMES))
    first[early] = fit([Listed(one.rows[:, early], one.evidence, share[one.shape]) for one in taught], penalty=penalty)
    lists = []
    for one in taught:
        kept = read(one, first)
        lists.append(Listed(one.rows[kept][:, late], one.evidence[kept], share[one.shape]))
    second = np.zeros(len(NAMES))
    second[late] = fit(lists, penalty=penalty)
    return Learned(first, second)


def _shares(taught: Sequence[Case]) -> dict[str, float]:
    """What a question of each shape counts, so that the shapes count the same in sum and a question about 1."""
    counts = {shape: sum(one.shape == shape for one in taught) for shape in {one.shape for one in taught}}
    return {shape: len(taught) / len(counts) / count for shape, count in counts.items()}


def _best(scores: Floats, depth: int) -> Places:
    order: Places = np.argsort(-scores, kind="stable")[:depth]
    return order


def read(case: Case, first: Floats) -> Places:
    """The candidates that recall would read: the best by the first look, and what stands beside them."""
    together: Places = np.union1d(_best(case.rows @ first, ranking.READ), np.flatnonzero(case.beside))
    return together


def ranked(case: Case, by: Learned) -> Places:
    """The places of the candidates that are read, best first."""
    kept = read(case, by.first)
    order: Places = kept[_best(case.rows[kept] @ by.second, len(kept))]
    return order


def recall(case: Case, by: Learned, depth: int) -> float:
    """The share of the evidence among the first `depth`."""
    return float(case.evidence[ranked(case, by)[:depth]].sum()) / case.total


def cross_validated(
    all_cases: Sequence[Case],
    measure: Callable[[Case, Learned], float],
    *,
    without: Sequence[str] = (),
    penalty: float = PENALTY,
) -> dict[tuple[str, str], list[float]]:
    """A measure of every case with evidence, by shape and category, under weights learned from the other chats."""
    found: dict[tuple[str, str], list[float]] = {}
    for chat in dict.fromkeys(one.chat for one in all_cases):
        by = learned([one for one in all_cases if one.chat != chat and one.taught], without=without, penalty=penalty)
        for one in all_cases:
            if one.chat == chat and one.total:
                found.setdefault((one.shape, one.category), []).append(measure(one, by))
    return found


def table(found: dict[tuple[str, str], list[float]]) -> dict[str, float]:
    """Means in per cent: of each shape, without what is adversarial, and of each category."""
    means = {f"{shape} {category}": 100 * fmean(each) for (shape, category), each in sorted(found.items())}
    shapes = dict.fromkeys(shape for shape, _ in found)
    overall = {
        shape: 100
        * fmean(
            value for (of, category), each in found.items() if of == shape and category != ADVERSARIAL for value in each
        )
        for shape in shapes
    }
    return {name: round(value, 1) for name, value in (overall | means).items()}


@dataclass(frozen=True, slots=True)
class Sureness:
    """Weights of `SIGNS`, a constant, and the bound below which nothing is an answer."""

    weights: Floats
    constant: float
    least: float


def sureness(taught: Sequence[Case], by: Learned) -> Sureness:
    """What these cases teach of telling questions that have an answer from those that have none.

    The bound is where `LOST` of the questions that have one would be called unanswered.
    """
    rows, answerable, counts = _signs(taught, by)
    weights = fit_yes_no(rows, answerable, counts, penalty=PENALTY)
    likely = _likely(rows, weights)
    return Sureness(weights[:-1], float(weights[-1]), float(np.quantile(likely[answerable], LOST)))


def _signs(asked: Sequence[Case], by: Learned) -> tuple[Floats, Marks, Floats]:
    answerable = np.array([one.category not in (ADVERSARIAL, ABSTENTION) for one in asked], dtype=bool)
    rows = np.array([_sign(one, by) for one in asked])
    return rows, answerable, np.where(answerable, 1.0, answerable.sum() / max(1, (~answerable).sum()))


def _sign(case: Case, by: Learned) -> tuple[float, ...]:
    kept = case.rows[read(case, by.first)]
    return signs(kept.T, kept @ by.second, by.second.tolist())


def _likely(rows: Floats, weights: Floats) -> Floats:
    likely: Floats = 1 / (1 + np.exp(-(rows @ weights[:-1] + weights[-1])))
    return likely


def told_apart(all_cases: Sequence[Case]) -> dict[str, float]:
    """Cross-validated: of the questions with an answer and those without, how many per cent are called answered.

    Also how often one with an answer is held surer than one without (the area under the curve).
    """
    called: dict[str, list[float]] = {}
    sure: dict[bool, list[float]] = {True: [], False: []}
    for chat in dict.fromkeys(one.chat for one in all_cases):
        others = [one for one in all_cases if one.chat != chat]
        by = learned([one for one in others if one.taught])
        bound = sureness(others, by)
        mine = [one for one in all_cases if one.chat == chat]
        rows, answerable, _ = _signs(mine, by)
        for one, likely, has in zip(
            mine, _likely(rows, np.append(bound.weights, bound.constant)), answerable, strict=True
        ):
            kind = f"{one.shape} {'with an answer' if has else 'without'}"
            called.setdefault(kind, []).append(float(likely >= bound.least))
            sure[bool(has)].append(float(likely))
    pairs = [float(yes > no) + 0.5 * float(yes == no) for yes in sure[True] for no in sure[False]]
    return {f"{kind}, called answered": round(100 * fmean(each), 1) for kind, each in sorted(called.items())} | {
        "surer of one with an answer": round(100 * fmean(pairs), 1)
    }


def written(sets: dict[str, Sequence[Case]], figures: dict[str, dict[str, float]]) -> str:
    """The file of weights: how they were found and what they gave, then a table for each set."""
    lines = [
        "# Weights of recall's ranking. Written by a program, not by hand:",
        "#     python -m benchmarks.ranking --locomo FILE --beam FOLDER … --write graphmem/retrieval/weights.toml",
        "# Learned from chats of two friends (LoCoMo's form) and of a user with an assistant (BEAM's form), listwise, with a",
        f"# penalty of {PENALTY} on the squares. Figures: recall@10 in per cent, cross-validated by conversation.",
    ]
    for name, found in figures.items():
        lines += ["#", f"# {name}:", *(f"#   {key} {value}" for key, value in found.items())]
    for name, taught in sets.items():
        by = learned([one for one in taught if one.taught])
        bound = sureness(taught, by)
        lines += ["", f'["{name}".first]', *_rows(by.first, FIRST)]
        lines += ["", f'["{name}".second]', *_rows(by.second, NAMES)]
        sure = [f'"{sign}" = {weight:.3f}' for sign, weight in zip(SIGNS, bound.weights, strict=True)]
        lines += ["", f'["{name}".sure]', *sure, f"constant = {bound.constant:.3f}", f"least = {bound.least:.3f}"]
    return "\n".join(lines) + "\n"


def _rows(weighed: Floats, names: Sequence[str]) -> list[str]:
    return [f'"{name}" = {weighed[NAMES.index(name)]:.3f}' for name in names]


def main(arguments: Sequence[str] | None = None) -> None:
    """Collect, cross-validate, print, and write the weights if asked to."""
    parser = argparse.ArgumentParser(description="Find the weights of recall's ranking.")
    parser.add_argument("--locomo", type=Path, required=True, metavar="FILE")
    parser.add_argument("--beam", type=Path, nargs="+", default=[], metavar="FOLDER")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the imported memories, and use those kept")
    parser.add_argument("--without", nargs="*", default=[], metavar="FEATURE", help="leave features out")
    parser.add_argument("--write", type=Path, metavar="FILE", help="where to write the weights")
    options = parser.parse_args(arguments)
    chats = [("friends", chat) for chat in locomo(options.locomo)]
    chats += [("assistant", beam(folder)) for folder in options.beam]
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        sets: dict[str, Sequence[Case]] = {
            name: [case for shape, chat in chats for case in cases(chat, shape, folder / f"{chat.name}.db", embedder)]
            for name, embedder in (("with vectors", WordLlamaEmbedder()), ("words alone", None))
        }
    report(sets, without=options.without, file=options.write)


def report(sets: dict[str, Sequence[Case]], *, without: Sequence[str], file: Path | None) -> None:
    """Print the cross-validated figures, and write the weights."""
    figures = {}
    for name, of in sets.items():
        found = table(cross_validated(of, lambda case, by: recall(case, by, 10), without=without))
        figures[name] = found | told_apart(of)
        print(f"{name}:", *(f"  {key:46} {value:5.1f}" for key, value in figures[name].items()), sep="\n")
    if file is not None:
        file.write_text(written(sets, figures), encoding="utf-8")


if __name__ == "__main__":
    main()
