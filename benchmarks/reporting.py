"""From answers to figures: overall and by category, with what each channel and each baseline makes of the difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.asked import BM25, BUDGETS, FUSED, OURS, WITH_FACTS, Asked
from benchmarks.measures import DEPTHS, figures, gain, percent, recall

#: The depth at which two rankings are compared.
COMPARED_AT = 10


def report(asked: Sequence[Asked], *, apart: Sequence[str] = (), multi_hop: Sequence[str] = ()) -> dict[str, Any]:
    """Every figure of a run, in per cent. `apart` categories are not part of what is overall."""
    counted = [one for one in asked if one.question.category not in apart]
    categories = sorted({one.question.category for one in asked})
    hops = [one for one in counted if one.question.category in multi_hop]
    variants = [name for name in (counted[0].ranked if counted else ()) if name not in (OURS, WITH_FACTS, BM25, FUSED)]
    found: dict[str, Any] = {
        "overall": _of(counted),
        "by_category": {name: _of([one for one in asked if one.question.category == name]) for name in categories},
        "by_chat": {name: _ranked(_in(counted, name), OURS) for name in sorted({one.chat for one in counted})},
        "messages and facts": _ranked(counted, WITH_FACTS),
        "baselines": {name: _ranked(counted, name) for name in (BM25, FUSED)},
        "gain over": {name: _gain(counted, name) for name in (BM25, FUSED)},
    }
    if variants:
        found["ablation"] = {name: _ranked(counted, name) | {"gain": _gain(counted, name)} for name in variants}
    if variants and hops:
        found["gain of the graph on multi-hop"] = _gain(hops, "without graph")
    return found


def _in(asked: Sequence[Asked], chat: str) -> list[Asked]:
    return [one for one in asked if one.chat == chat]


def _of(asked: Sequence[Asked]) -> dict[str, float]:
    return _ranked(asked, OURS) | _in_context(asked)


def _ranked(asked: Sequence[Asked], variant: str) -> dict[str, float]:
    return figures([(one.ranked[variant], one.question.evidence) for one in asked])


def _in_context(asked: Sequence[Asked]) -> dict[str, float]:
    found: dict[str, float] = {}
    for budget in BUDGETS:
        if all(budget in one.quoted for one in asked):
            found[f"quoted in {budget} tokens"] = _share(asked, lambda one, size=budget: one.quoted[size])  # type: ignore[misc]
            found[f"quoted or stated in {budget} tokens"] = _share(asked, lambda one, size=budget: one.stated[size])  # type: ignore[misc]
    return found


def _share(asked: Sequence[Asked], shown: Callable[[Asked], frozenset[str]]) -> float:
    return percent([len(shown(one)) / len(one.question.evidence) for one in asked])


def _gain(asked: Sequence[Asked], variant: str) -> dict[str, float]:
    """Points of recall that our ranking has over another."""

    def shares(name: str) -> list[float]:
        return [recall(one.ranked[name], one.question.evidence, COMPARED_AT) for one in asked]

    return gain(shares(OURS), shares(variant))


def lines(found: dict[str, Any]) -> list[str]:
    """The figures a reader looks for first, as text."""
    said = [_line(name, of) for name, of in {"overall": found["overall"], **found["by_category"]}.items()]
    said += [_line(name, of) for name, of in found["baselines"].items()]
    said += [_line("messages and facts", found["messages and facts"])]
    said += [_line(name, of) for name, of in found.get("ablation", {}).items()]
    compared = {f"over {name}": of for name, of in found["gain over"].items()}
    compared |= {f"over {name}": of["gain"] for name, of in found.get("ablation", {}).items()}
    if "gain of the graph on multi-hop" in found:
        compared["of the graph on multi-hop"] = found["gain of the graph on multi-hop"]
    said += [
        f"gain {name}: {of['mean']:+.1f} points of recall@{COMPARED_AT} (95 %: {of['low']:+.1f} to {of['high']:+.1f})"
        for name, of in compared.items()
    ]
    return said


def _line(name: str, of: dict[str, float]) -> str:
    ranked = "  ".join(f"@{depth} {of[f'recall@{depth}']:5.1f}" for depth in DEPTHS)
    context = "  ".join(f"{key} {value:.1f}" for key, value in of.items() if key.startswith("quoted"))
    return f"{name:28} n={of['questions']:<4} {ranked}  all@10 {of['all@10']:5.1f}  {context}".rstrip()
