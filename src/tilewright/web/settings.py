"""The settings of a server: from a TOML file and, over it, from the environment."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from sqlalchemy import make_url

from tilewright import home
from tilewright.compute import processes
from tilewright.game import expected
from tilewright.store.database import read_address
from tilewright.store.moving import bring_home, older

PREFIX = "TILEWRIGHT_"
FILE = f"{PREFIX}SETTINGS"
PRIVATE = ("database", "bus", "secret", "smtp")  # settings that may hold a password


def networks(text: str) -> list[IPv4Network | IPv6Network]:
    """The networks of a list separated by spaces or commas; an address is a network of one."""
    return [ip_network(word) for word in text.replace(",", " ").split()]


def _networks(text: str) -> str:
    networks(text)  # raises an error if something is wrong
    return text


def _compute(value: object) -> str:
    text = str(value).strip()
    processes(text)  # raises an error if something is wrong
    return text


def _database(text: str) -> str:
    if text:
        read_address(text)  # raises an error if something is wrong
    return text


YesOrNo = Annotated[bool, BeforeValidator(lambda value: False if value == "" else value)]


class Settings(BaseSettings):
    """Each field is the setting `TILEWRIGHT_NAME` in the environment and `name` in the file that
    `TILEWRIGHT_SETTINGS` names."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    # sqlite:///FILE or postgresql://USER@HOST/NAME; if empty, a file at home
    database: Annotated[str, AfterValidator(_database)] = ""
    bus: str = ""  # redis://HOST:PORT for several nodes
    compute: Annotated[str, BeforeValidator(_compute)] = "0"  # processes; 0: one fewer than cores
    host: str = "127.0.0.1"
    port: int = 8000
    secret: str = Field(default="", repr=False)  # of the daily deals; if empty, the database's
    origins: str = ""  # further origins of pages that may talk to this server, separated by spaces
    https: YesOrNo = False  # behind TLS: strict cookies and HSTS
    public_url: str = ""  # how people reach the server, for links in mails and passkeys
    proxies: Annotated[str, AfterValidator(_networks)] = ""  # whose X-Forwarded-For is believed
    requests: int = 400  # how many an address, or a user, may make in 20 seconds
    guests: int = 40  # how many an address may make in ten minutes
    failures: int = 40  # how often an address may fail to sign in, in ten minutes
    sockets: int = 200  # how many an address may have open, on all nodes
    connections: int = 400  # how many an address may have open on this node
    messages: int = 100  # how many a socket may send in 20 seconds
    bot_delay: float = 0.6  # the least number of seconds that a bot appears to think
    warm: YesOrNo = True  # compile the search of the bots at the start, if it is not compiled
    review_effort: int = 1000  # simulations with which a position of a reviewed game is searched
    nice: Annotated[int, Field(ge=0, le=9)] = 5  # what bots leave to the server; reviews twice that
    engines: str = ""  # programs that sit among the bots: NAME=COMMAND;NAME=COMMAND
    smtp: str = ""  # smtp://USER:PASSWORD@HOST:PORT; no mails if empty
    mail_from: str = "tilewright@localhost"
    site: str = ""  # a folder with other pages than the built-in ones
    log: str = "info"  # debug, info, warning, error

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments come before the environment, and the environment before the file."""
        file = os.environ.get(FILE)
        kept = [TomlConfigSettingsSource(settings_cls, Path(file))] if file else []
        return (init_settings, env_settings, *kept)


def load() -> Settings:
    """The settings; errors are told in one line each."""
    file = os.environ.get(FILE)
    if file and not Path(file).is_file():
        raise ValueError(f"{FILE}={file}: there is no such file")
    try:
        settings = Settings()
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file}: {error}") from None
    except ValidationError as error:
        raise ValueError(_told(error.errors()[0], file)) from None
    return settings.model_copy(update={"database": settings.database or at_home()})


def _told(problem: Mapping[str, Any], file: str | None) -> str:
    """What is wrong with a setting."""
    name = str(problem["loc"][0])
    if problem["type"] == "extra_forbidden":
        return f"{file}: unknown setting {name}: {expected(name, Settings.model_fields)}"
    what = {"bool_parsing": "expected yes or no", "bool_type": "expected yes or no"}
    reason = what.get(problem["type"], problem["msg"].removeprefix("Value error, "))
    shown = "" if name in PRIVATE else f"={problem['input']}"
    setting = f"{PREFIX}{name.upper()}{shown}: "
    return setting + str(reason).removeprefix(setting)


def at_home() -> str:
    """The address of the database in the user's folder."""
    return f"sqlite:///{home.database()}"


def settle() -> Settings:
    """The settings, with the user's folder in order if the database is there."""
    settings = load()
    if settings.database == at_home() and (notice := bring_home()):
        print(notice, file=sys.stderr)
    return settings


def place() -> tuple[str, Path | None]:
    """The address of the database without its password, and an older one to be brought there."""
    database = load().database
    shown = make_url(database).render_as_string(hide_password=True)
    return shown, older() if database == at_home() else None
