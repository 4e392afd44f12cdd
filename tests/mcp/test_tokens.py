"""Which token opens whose memory: read from a file, compared in full, and never shown."""

from __future__ import annotations

import hmac
from hashlib import sha256
from pathlib import Path

import pytest

from graphmem import ConfigError, Memories
from graphmem.mcp import tokens
from graphmem.mcp.offered import Offered
from graphmem.mcp.over_http import Where, _offered, check

ADAS, BOBS = "a-token-that-is-adas", "a-token-that-is-bobs"


def written(folder: Path, text: str) -> Path:
    """A file of tokens."""
    path = folder / "tokens.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_token_opens_its_namespace_and_no_other(tmp_path: Path) -> None:
    """In the file it may stand as its hash."""
    hashed = sha256(BOBS.encode()).hexdigest()
    file = written(
        tmp_path,
        f'[ada]\ntoken = "{ADAS}"\nuser_name = "Ada"\nreads = ["org:acme"]\n["bob@example.org"]\ntoken = "sha256:{hashed}"\n',
    )

    grants = tokens.read(file)

    ada, bob = tokens.granted(grants, ADAS), tokens.granted(grants, BOBS)
    assert ada is not None
    assert bob is not None
    assert (ada.namespace, ada.user_name, ada.reads) == ("ada", "Ada", ("org:acme",))
    assert (bob.namespace, bob.user_name, bob.reads) == ("bob@example.org", None, ())
    for wrong in ("", ADAS[:-1], f"{ADAS} ", ADAS.upper(), hashed, f"sha256:{hashed}"):
        assert tokens.granted(grants, wrong) is None


def test_every_grant_is_compared_in_a_time_that_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first that fits does not end it, and digests are compared, all as long."""
    grants = tokens.read(written(tmp_path, f'[ada]\ntoken = "{ADAS}"\n[bob]\ntoken = "{BOBS}"\n'))
    compared: list[tuple[int, int]] = []

    def watched(one: bytes, other: bytes) -> bool:
        compared.append((len(one), len(other)))
        return one == other

    monkeypatch.setattr(hmac, "compare_digest", watched)

    assert tokens.granted(grants, ADAS) is not None
    assert compared == [(32, 32), (32, 32)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "name no namespace"),
        ("[ada", "are not TOML"),
        ("[ada]\n", r"\[ada\] needs a token"),
        (f'ada = "{ADAS}"\n', r"\[ada\] needs a token"),
        ('[ada]\ntoken = "secret"\n', "shorter than 16 characters"),
        ('[ada]\ntoken = "sha256:secret"\n', "is not 64 hexadecimal digits"),
        (f'[ada]\ntoken = "{ADAS}"\nname = "Ada"\n', r"has 'name', and takes reads, role, token, user_name"),
        (f'[ada]\ntoken = "{ADAS}"\nreads = "org:acme"\n', "takes user_name"),
        (f'[ada]\ntoken = "{ADAS}"\nrole = "owner"\n', r"the role of \[ada\] is one of reader, writer, admin"),
        (f'[ada]\ntoken = "{ADAS}"\n[bob]\ntoken = "{ADAS}"\n', "one token opens two namespaces"),
    ],
)
def test_a_file_that_is_wrong_is_refused_without_naming_a_token(tmp_path: Path, text: str, said: str) -> None:
    """By what is wrong and where."""
    with pytest.raises(ConfigError, match=said) as refused:
        tokens.read(written(tmp_path, text))

    assert ADAS not in str(refused.value)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("role", "left_out"),
    [(None, set()), ("writer", {"forget"}), ("reader", {"remember", "correct", "forget"})],
)
def test_a_token_does_what_its_role_may(
    tmp_path: Path, memories: Memories, role: str | None, left_out: set[str]
) -> None:
    """A host is not offered the rest, and who is named keeps their name."""
    line = "" if role is None else f'role = "{role}"\n'
    [grant] = tokens.read(written(tmp_path, f'[ada]\ntoken = "{ADAS}"\nuser_name = "Ada"\n{line}'))

    offered = _offered(memories, grant, read_only=False)

    everything = set(Offered(memories.of("ada")).names())
    assert everything - set(offered.names()) == left_out
    assert ("there is no tool" in offered.answer("forget", {"what": "Ana"}).text) is ("forget" in left_out)


def test_a_grant_shows_no_token(tmp_path: Path) -> None:
    """Neither in logs nor anywhere: it is not kept."""
    [grant] = tokens.read(written(tmp_path, f'[ada]\ntoken = "{ADAS}"\n'))

    assert ADAS not in repr(grant)


def test_other_machines_need_a_token_and_a_name() -> None:
    """A memory is served to them by a token alone, and asked for by a name that is known."""
    grants = (tokens.Grant("ada", b""),)
    for host in ("0.0.0.0", "::", "", "192.0.2.7", "memory.example.org"):
        with pytest.raises(ConfigError, match="can be reached from other machines: give --tokens"):
            check(Where(host), ())
    for host in ("0.0.0.0", "::", ""):
        with pytest.raises(ConfigError, match="--allow-host memory.example.org"):
            check(Where(host), grants)

    check(Where("0.0.0.0", names=("memory.example.org",)), grants)
    check(Where("127.0.0.1"), ())
