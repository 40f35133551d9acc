"""Settings: where they come from, which takes precedence, and what is said about wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.web.settings import FILE, PREFIX, Settings, at_home, load


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is set but what a test sets."""
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)
    monkeypatch.delenv(FILE, raising=False)


def test_what_is_not_set_has_its_default() -> None:
    assert load() == Settings(database=at_home())


def test_the_environment_goes_before_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "server.toml"
    file.write_text('port = 9000\nlog = "debug"\ncompute = 2\nhttps = true\nbus = "redis://a"\n')
    monkeypatch.setenv("TILEWRIGHT_SETTINGS", str(file))
    monkeypatch.setenv("TILEWRIGHT_LOG", "error")
    monkeypatch.setenv("TILEWRIGHT_HTTPS", "")
    monkeypatch.setenv("TILEWRIGHT_BUS", "")  # off, though the file has one
    found = load()
    assert (found.port, found.log, found.compute) == (9000, "error", "2")
    assert (found.https, found.bus) == (False, "")
    assert Settings(port=1).port == 1


@pytest.mark.parametrize("word", ["1", "true", "yes", "ON"])
def test_yes_in_many_words(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_HTTPS", word)
    assert load().https


@pytest.mark.parametrize(
    "name, value, told",
    [
        ("PORT", "many", "TILEWRIGHT_PORT=many: "),
        ("BOT_DELAY", "soon", "TILEWRIGHT_BOT_DELAY=soon: "),
        ("HTTPS", "perhaps", "TILEWRIGHT_HTTPS=perhaps: expected yes or no"),
        ("COMPUTE", "all", "TILEWRIGHT_COMPUTE=all: expected a number of processes, ray or ray://"),
        ("PROXIES", "*", "TILEWRIGHT_PROXIES=*: '*' does not appear to be"),
        ("PROXIES", "proxy.example", "TILEWRIGHT_PROXIES=proxy.example: "),
        ("PROXIES", "10.0.0.1/8", "TILEWRIGHT_PROXIES=10.0.0.1/8: 10.0.0.1/8 has host bits set"),
        ("DATABASE", "junk", "TILEWRIGHT_DATABASE: a database is sqlite:///FILE or postgresql://"),
        ("DATABASE", "mysql://host/games", "TILEWRIGHT_DATABASE: a database is "),
        ("DATABASE", "sqlite://", "TILEWRIGHT_DATABASE: a database is "),
        ("DATABASE", "sqlite:///:memory:", "TILEWRIGHT_DATABASE: a database is "),
        ("DATABASE", "postgresql://ann:pw@host:x/games", "TILEWRIGHT_DATABASE: a database is "),
        ("SETTINGS", "/nowhere.toml", "TILEWRIGHT_SETTINGS=/nowhere.toml: there is no such file"),
    ],
)
def test_a_wrong_setting_is_named_in_one_line(
    name: str, value: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PREFIX + name, value)
    with pytest.raises(ValueError, match="TILEWRIGHT") as error:
        load()
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value) and ":pw@" not in str(error.value)


def test_what_the_file_says_wrong_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "server.toml"
    monkeypatch.setenv("TILEWRIGHT_SETTINGS", str(file))
    file.write_text("prot = 80\n")
    with pytest.raises(ValueError, match="unknown setting prot: did you mean port") as unknown:
        load()
    assert str(file) in str(unknown.value)
    file.write_text("port =\n")
    with pytest.raises(ValueError, match=r"server\.toml") as broken:
        load()
    assert "\n" not in str(broken.value)


def test_a_list_of_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_PROXIES", "10.0.0.0/8 ::1")
    assert load().proxies == "10.0.0.0/8 ::1"


def test_the_secret_is_not_shown() -> None:
    assert "hidden" not in repr(Settings(secret="hidden"))
