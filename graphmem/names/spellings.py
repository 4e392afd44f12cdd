"""Which of two exact forms says more of the same name, so that the poorer one can be taken for the richer.

Who types "Jose Garcia", "Ana Silva" or "github" may mean José García, Dr. Ana Silva or GitHub, whereas José and Josè, or Mr and
Mrs Chen, are two. So poorer forms are found from the richer one: without accents, titles, company forms, pictures; joined or parted.
What may be left out depends on what bears the name: Lina is not Li-Na, but WiFi is Wi-Fi.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from graphmem.names.exact import JOIN, exact
from graphmem.names.letters import is_picture, is_vietnamese, spelt_out, unaccented
from graphmem.names.lexicon import DEGREES, FIRM_ONLY, FIRMS, HONORIFICS, TITLES, TOWNS

#: From how many words on a name is a full one.
_FULL = 2
_ENDINGS = FIRMS | FIRM_ONLY | DEGREES


@lru_cache(maxsize=16384)
def normal(name: str) -> str:
    """The normal form of a name: the exact form as a hurried typist writes it.

    >>> normal("The SystemAdmin") == normal("system admin")
    True
    >>> normal("José García's")
    'jose garcia'
    >>> normal("C++"), normal("C#"), normal("SR-2023-052")
    ('c++', 'c#', 'sr 2023 052')
    """
    while (step := _plain(exact(name))) != name:
        name = step
    return name


def _plain(form: str) -> str:
    if form.isascii() and "-" not in form and "'" not in form:
        return form
    words = [word for word in form.removesuffix("'s").replace(JOIN, "").split() if not is_picture(word[0])]
    plain = unaccented(" ".join(words))
    return (plain.replace("-", " ") if not plain.endswith("-") else plain) or form


@lru_cache(maxsize=16384)
def poorest(form: str, bearer: str = "") -> tuple[str, ...]:
    """The forms that say least of the same name; the form itself where nothing can be left out.

    `bearer` is "person", "firm" (a firm or place), "word" (a common noun), or "" where it is none or not known.
    """
    if is_bare(form):
        return (form,)
    bare = list(_stripped(form, bearer))[-1]
    parted = [variant for each in _possessives(bare, bearer) for variant in _parted(each, bearer)]
    found = [folded(each) for each in parted for folded in (unaccented, spelt_out)]
    plain = [each for each in found if each.strip() and JOIN not in each and "'" not in each and not _hyphen(each)]
    return tuple(dict.fromkeys(plain or [unaccented(form)]))


def is_bare(form: str) -> bool:
    """Most names are: nothing in them can be left out."""
    if not form.isascii() or "-" in form or "'" in form:
        return False
    return form.partition(" ")[0] not in TITLES and form.rpartition(" ")[2] not in _ENDINGS


@lru_cache(maxsize=16384)
def is_poorer(form: str, than: str, bearer: str = "") -> bool:
    """Whether a form can be the other with something left out, or is the other."""
    return any(
        _less_accented(form, variant, bearer)
        for bare in _stripped(than, bearer)
        for each in _possessives(bare, bearer)
        for variant in _parted(each, bearer)
    )


@dataclass(frozen=True, slots=True)
class _Bare:
    """Words of a name on their way to fewer."""

    words: tuple[str, ...]

    def without_pictures(self) -> _Bare:
        return _Bare(tuple(word for word in self.words if not is_picture(word[0])) or self.words)

    def without_title(self) -> _Bare:
        full = len(self.words) > _FULL and self.words[1][0].isalpha()
        return _Bare(self.words[1:]) if full and self.words[0] in TITLES else self

    def without_ending(self, bearer: str) -> _Bare:
        return _Bare(self.words[:-1]) if self._has_ending(bearer) else self

    def _has_ending(self, bearer: str) -> bool:
        last, rest = self.words[-1].replace(JOIN, ""), len(self.words) - 1
        if bearer != "firm" and rest >= _FULL and last in DEGREES:
            return True
        return rest > 0 and bearer != "person" and (last in FIRMS or (bearer == "firm" and last in FIRM_ONLY))

    def without_tail(self, bearer: str) -> _Bare:
        """Without what is written onto a name: 田中さん, 上海市."""
        tails = HONORIFICS if bearer == "person" else TOWNS if bearer == "firm" else ()
        for tail in tails:
            if self.words[-1].endswith(tail) and len(self.words[-1]) - len(tail) >= _FULL:
                return _Bare((*self.words[:-1], self.words[-1].removesuffix(tail)))
        return self


def _stripped(form: str, bearer: str) -> Iterator[str]:
    """The form with ever less around the name, least last."""
    yield form
    now = _Bare(tuple(form.split()))
    if not now.words:
        return
    while True:
        steps = (now.without_pictures(), now.without_ending(bearer), now.without_tail(bearer), now.without_title())
        following = next((step for step in steps if step != now), None)
        if following is None:
            return
        now = following
        yield " ".join(now.words)


def _possessives(form: str, bearer: str) -> Iterator[str]:
    yield form
    if form.endswith("'s"):
        yield form.removesuffix("'s")
        if bearer == "firm":
            yield form.replace("'", "")


def _parted(form: str, bearer: str) -> Iterator[str]:
    """The form, and it with its joined words taken apart or written as one."""
    yield form
    if JOIN not in form and not _hyphen(form):
        return
    yield form.replace(JOIN, "-")
    yield form.replace(JOIN, " ").replace("-", " ")
    if bearer != "person":
        yield form.replace(JOIN, "").replace("-", "")
    elif all(len(part) > 1 for word in form.split() if JOIN in word for part in word.split(JOIN)):
        yield form.replace(JOIN, "").replace("-", " ")


def _hyphen(form: str) -> bool:
    return "-" in form[:-1]


def _less_accented(form: str, than: str, bearer: str) -> bool:
    """In a common noun the accent is the word: año is not ano."""
    if form == than or bearer == "word":
        return form == than
    if is_vietnamese(than):
        return form == unaccented(than)
    poor, rich = form.split(" "), than.split(" ")
    return len(poor) == len(rich) and all(
        a == b or a in (unaccented(b), spelt_out(b)) for a, b in zip(poor, rich, strict=True)
    )
