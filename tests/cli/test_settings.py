"""Where a setting comes from: what was given, else the environment, else the file, else the defaults."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphmem import ConfigError, InvalidInput
from graphmem.settings import Settings
from tests.cli.conftest import Run


def test_what_is_given_comes_before_the_environment() -> None:
    """And the environment before the defaults."""
    environ = {"GRAPHMEM_NAMESPACE": "work", "GRAPHMEM_MODEL": "gpt-4o", "GRAPHMEM_USER_NAME": "Ada"}

    settings = Settings.read(environ, namespace="home", user_name=None)

    assert (settings.namespace, settings.model, settings.user_name) == ("home", "gpt-4o", "Ada")


def test_without_any_memory_is_a_file_in_the_data_directory() -> None:
    """The same from wherever the program is started."""
    settings = Settings.read({})

    assert settings.url.startswith("sqlite:///")
    assert settings.url.endswith("graphmem/memory.db")
    assert (settings.namespace, settings.user_name, settings.model) == ("default", None, None)


def test_an_empty_variable_is_unset() -> None:
    """As shells leave them."""
    assert Settings.read({"GRAPHMEM_NAMESPACE": "", "GRAPHMEM_URL": ""}) == Settings.read({})


def test_what_is_given_empty_is_not_taken_for_unset() -> None:
    """An empty namespace is refused, not replaced by another one."""
    settings = Settings.read({"GRAPHMEM_NAMESPACE": "work"}, url="sqlite:///:memory:", namespace="")

    with pytest.raises(InvalidInput, match="must be a name that is not blank"):
        settings.open()


def written(tmp_path: Path, text: str) -> dict[str, str]:
    """An environment that names a configuration file of this text."""
    path = tmp_path / "graphmem.toml"
    path.write_text(text, encoding="utf-8")
    return {"GRAPHMEM_CONFIG": str(path)}


def test_the_file_comes_between_the_environment_and_the_defaults(tmp_path: Path) -> None:
    """Each setting is known with where it came from."""
    environ = written(tmp_path, 'namespace = "file"\nuser_name = "Ada"\nmodel = "gpt-4o"\n')

    found = Settings.found(environ | {"GRAPHMEM_USER_NAME": "Eve"}, namespace="flag")

    assert (found["namespace"].value, found["namespace"].origin, found["namespace"].at) == (
        "flag",
        "flag",
        "--namespace",
    )
    assert (found["user_name"].value, found["user_name"].at) == ("Eve", "GRAPHMEM_USER_NAME")
    assert (found["model"].value, found["model"].at) == ("gpt-4o", environ["GRAPHMEM_CONFIG"])
    assert (found["spacy"].value, found["spacy"].origin) == (None, "default")


def test_a_vocabulary_in_the_file_stands_beside_the_file(tmp_path: Path) -> None:
    """From wherever the program is started; what is absolute stays."""
    beside = Settings.read(written(tmp_path, 'vocabulary = "mine.toml"\n'))
    elsewhere = Settings.read(written(tmp_path, 'vocabulary = "/etc/mine.toml"\n'))

    assert beside.vocabulary == str(tmp_path / "mine.toml")
    assert elsewhere.vocabulary == "/etc/mine.toml"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('user_nam = "Ada"', "'user_nam' is no setting; did you mean 'user_name'?"),
        ('colour = "red"', "'colour' is no setting; there are url, namespace"),
        ("user_name = Ada", "is not TOML"),
        ("namespace = 7", "namespace in .* cannot be 7"),
    ],
)
def test_a_file_that_cannot_be_meant_is_refused(tmp_path: Path, text: str, said: str) -> None:
    """It names the file, the key and the near one."""
    with pytest.raises(ConfigError, match=said):
        Settings.read(written(tmp_path, text))


def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    """The usual one need not."""
    with pytest.raises(ConfigError, match="GRAPHMEM_CONFIG names .*missing.toml, which does not exist"):
        Settings.read({"GRAPHMEM_CONFIG": str(tmp_path / "missing.toml")})


def test_a_secret_is_in_no_repr(tmp_path: Path) -> None:
    """Nor in what `config` shows, and OPENAI_API_KEY stands in for ours."""
    settings = Settings.read({"OPENAI_API_KEY": "sk-very-secret"})

    assert "very-secret" not in repr(settings)
    assert settings.chat_api_key is not None
    assert settings.chat_api_key.get_secret_value() == "sk-very-secret"


def test_config_shows_each_setting_and_where_it_came_from(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Secrets masked, passwords in addresses too; the file is named on stderr while there is none."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.setenv("GRAPHMEM_URL", "neo4j://ada:hunter2@localhost:7687")

    ran = run("config", "--namespace", "work")

    assert "namespace: work (--namespace)\nuser_name: Ada (GRAPHMEM_USER_NAME)\n" in ran.out
    assert "chat_api_key: ******** (OPENAI_API_KEY)" in ran.out
    assert "url: neo4j://ada:********@localhost:7687 (GRAPHMEM_URL)" in ran.out
    assert "very-secret" not in ran.out + run("config", "--json").out
    assert "There is no configuration file; it would be " in ran.err


def test_config_names_its_file_and_reads_it(run: Run, tmp_path: Path) -> None:
    """What --path prints is where a setting written by hand counts."""
    path = Path(run("config", "--path").out.strip())
    path.parent.mkdir(parents=True)
    path.write_text('model = "gpt-4o"\n', encoding="utf-8")

    shown = {one["name"]: one for one in json.loads(run("config", "--json").out)}

    assert path == tmp_path / "config" / "graphmem" / "config.toml"
    assert shown["model"] == {"name": "model", "value": "gpt-4o", "origin": "file", "at": str(path)}
