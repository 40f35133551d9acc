"""The settings of a server: from a TOML file and, over it, from the environment."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path

from sqlalchemy import make_url

from tilewright import home
from tilewright.compute import processes
from tilewright.game import expected
from tilewright.store.moving import bring_home, older

PREFIX = "TILEWRIGHT_"


@dataclass(frozen=True, slots=True)
class Settings:
    """Each field is the setting `TILEWRIGHT_NAME` in the environment and `name` in the file."""

    database: str = ""  # sqlite:///FILE or postgresql://USER@HOST/NAME; if empty, a file at home
    bus: str = ""  # redis://HOST:PORT for several nodes
    compute: str = "0"  # worker processes for bots; 0: one less than there are cores
    host: str = "127.0.0.1"
    port: int = 8000
    secret: str = field(default="", repr=False)  # of the daily deals; if empty, the database's
    origins: str = ""  # further origins of pages that may talk to this server, with blanks
    https: bool = False  # behind TLS: strict cookies and HSTS
    public_url: str = ""  # how people reach the server, for links in mails and passkeys
    proxies: str = ""  # addresses and networks of proxies, whose X-Forwarded-For is believed
    requests: int = 400  # how many an address, or a user, may make in 20 seconds
    guests: int = 40  # how many an address may make in ten minutes
    failures: int = 40  # how often an address may fail to sign in, in ten minutes
    sockets: int = 200  # how many an address may have open, on all nodes
    connections: int = 400  # how many an address may have open on this node
    messages: int = 100  # how many a socket may send in 20 seconds
    bot_delay: float = 0.6  # seconds a bot seems to think at least
    warm: bool = True  # compile the search of the bots at the start, if it is not compiled
    engines: str = ""  # programs that sit among the bots: NAME=COMMAND;NAME=COMMAND
    smtp: str = ""  # smtp://USER:PASSWORD@HOST:PORT; no mails if empty
    mail_from: str = "tilewright@localhost"
    site: str = ""  # a folder with other pages than the built-in ones
    log: str = "info"  # debug, info, warning, error


def load(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the file named by TILEWRIGHT_SETTINGS, if any, and the environment."""
    environment = os.environ if environment is None else environment
    values: dict[str, object] = {}
    path = environment.get(PREFIX + "SETTINGS")
    if path:
        values = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    known = {item.name: item for item in fields(Settings)}
    for name in values:
        if name not in known:
            raise ValueError(f"{path}: unknown setting {name}: {expected(name, known)}")
    for name in known:
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            values[name] = text
    values["database"] = values.get("database") or at_home()
    return Settings(**{name: convert(name, value) for name, value in values.items()})  # type: ignore[arg-type]


def networks(text: str) -> list[IPv4Network | IPv6Network]:
    """The networks of a list with blanks or commas; an address is a network of one."""
    return [ip_network(word) for word in text.replace(",", " ").split()]


def at_home() -> str:
    """The address of the database in the user's folder."""
    return f"sqlite:///{home.database()}"


def settle() -> Settings:
    """The settings, with the user's folder in order if the database is there."""
    settings = load()
    if settings.database == at_home() and (news := bring_home()):
        print(news, file=sys.stderr)
    return settings


def place() -> tuple[str, Path | None]:
    """The address of the database without its password, and an older one to be brought there."""
    database = load().database
    shown = make_url(database).render_as_string(hide_password=True)
    return shown, older() if database == at_home() else None


def convert(name: str, value: object) -> object:
    """Give a setting the type of its default."""
    if name == "proxies":
        try:
            networks(str(value))
        except ValueError as error:
            raise ValueError(f"{PREFIX}PROXIES={value}: {error}") from None
    if name == "compute":
        processes(str(value).strip())  # raises what is wrong with it
        return str(value).strip()
    default = getattr(Settings(), name)
    if isinstance(default, bool):
        if str(value).lower() not in ("0", "1", "true", "false", "yes", "no", "on", "off", ""):
            raise ValueError(f"{PREFIX}{name.upper()}={value}: expected yes or no")
        return str(value).lower() in ("1", "true", "yes", "on")
    try:
        return type(default)(value)
    except (TypeError, ValueError):
        kind = type(default).__name__
        raise ValueError(f"{PREFIX}{name.upper()}={value}: expected {kind}") from None
