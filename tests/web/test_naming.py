"""Names that look alike, names that claim to be the house, and names on another's device."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from tests.web.client import Person
from tests.web.servers import Node
from tilewright.store.database import Database
from tilewright.store.skeleton import LOOKS, skeleton
from tilewright.table.event import Refused
from tilewright.web.naming import clean_name, clean_seat_name

ALIKE = [
    ["Alice", "AIice", "alice", "Alıce", "A1ice", "ᴀlice", "aIıcE"],
    ["Coco", "Сосо", "C0co"],
    ["Max", "Мах"],
    ["Anna", "Аппа"],
    ["Tom", "Torn"],
    ["Ian", "lan", "1an", "Іan"],
    ["Al", "AI", "A1"],
    ["Will", "VViIl"],
    ["ilke", "İlke", "i\u0307lke"],
    ["Ёлка", "ЁЛКА", "Ёлkа"],
]
DIFFERENT = [
    *("Neil", "Nell", "Carl", "Cari", "Anna", "Anne", "Анна", "Инна", "Ann Lee", "Ann-Lee"),
    *("Ian", "Lan", "Ilia", "Lilia", "Iana", "Lana", "AL", "AI", "Ivy", "Livy", "Ina", "Lina"),
]


@pytest.mark.parametrize("names", ALIKE, ids=lambda names: names[0])
def test_names_that_look_alike(names: list[str]) -> None:
    assert {skeleton(name) for name in names} == {skeleton(names[0])}


def test_names_that_do_not() -> None:
    assert len({skeleton(name) for name in DIFFERENT}) == len(DIFFERENT)
    assert all(look.isascii() for look in LOOKS.values())
    assert all(skeleton(skeleton(name)) == skeleton(name) for names in ALIKE for name in names)
    for longest in ("ế", "ΐ", "ß", "m", "X\u0323\u0302\u0301"):
        assert len(skeleton(longest * 24)) <= 128


@pytest.mark.parametrize(
    "name",
    [
        "Tilewright Admin",
        "tilewright-admin",
        "The TiIewright Team",
        "Тileшright admin".replace("Т", "T").replace("ш", "w"),
        "Adm1n",
        "AdmIn",
        "Adrnin",
        "admln 7",
        "Anna Admin",
        "Official.Anna",
        "Game Moderator",
        "OFFICIAL Anna",
        "TILEWRIGHT TEAM",
        "Аdmin".replace("А", "A"),
        "admịn",
        "Módérator",
        "Tïlewright",
        "Šupport",
    ],
)
def test_nobody_speaks_for_the_house(name: str) -> None:
    for clean in (clean_name, clean_seat_name):
        with pytest.raises(Refused) as refused:
            clean(name)
        assert refused.value.code == "name_reserved"


@pytest.mark.parametrize(
    "name",
    [
        "Ann\u202eeeL",
        "Ann\u2066Lee",
        "Ann\u200bLee",
        "Ann\u00adLee",
        "\u2800Ann",
        "Аnn",  # a Cyrillic А before Latin letters
        "ꓮꓡꓲꓚꓰ",  # Lisu
        "ᎪᏞᏆᏟᎬ",  # Cherokee
        "",
        " ",
        "X" * 38,
        "<b>",
    ],
)
def test_names_that_no_seat_has(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_seat_name(name)
    assert refused.value.code == "name"


@pytest.mark.parametrize(
    "name", ["all", "ALL", "aII", "Null", "NULL", "Tiler", "TILER", "Ti1er", "gréedy"]
)
def test_names_of_the_house_in_any_case(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.code == "name_reserved"


@pytest.mark.parametrize("name", ["A", "Bo", "Mason", "1. játékos", "Игрок 2", "田中", "You", "2"])
def test_names_that_a_seat_may_have(name: str) -> None:
    assert clean_seat_name(name) == name


def test_seats_of_a_table(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            for name, code in (
                ("tilewright admin", "name_reserved"),
                ("\u202enna", "bad_request"),  # such text is refused everywhere
                ("Аnn", "name"),
                ("Ann  Lee", "name"),
            ):
                answer = await ann.http.post("/api/tables", json={"seats": ["me", f"me:{name}"]})
                assert (answer.status_code, answer.json()["code"]) == (400, code)
            game = await ann.make_table(seats=["me", "me:Ｂo", "bot:greedy"])
            names = [seat["name"] for seat in (await ann.view(game))["view"]["seats"]]
            assert names == [ann.me["name"], "Bo", "greedy"]

    asyncio.run(story())


def test_an_account_that_looks_like_another(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as eve:
            letters = [chr(ord("b") + ord(c) % 7) for c in ann.me["id"]][:10]
            name = "Alice " + "".join(letters)

            async def settle(person: Person, name: str) -> str:
                new = {"name": name, "password": "correct horse"}
                return str((await person.http.post("/api/account", json=new)).json().get("code"))

            assert await settle(ann, name) == "None"
            for other in (name.replace("Ali", "AIi"), name.replace("Ali", "Alı"), name.upper()):
                assert await settle(eve, other) == "name_taken", other
            async with Person(node.url) as ian, Person(node.url) as lan:
                assert await settle(ian, "Ian" + name[5:]) == "None"
                for other in ("lan", "1an", "ian", "IAN"):
                    assert await settle(lan, other + name[5:]) == "name_taken", other
                assert await settle(lan, "Lan" + name[5:]) == "None"

    asyncio.run(story())


def test_older_names_stay(tmp_path: Path) -> None:
    """A name that looks like an older one is kept, but nobody gets a third."""

    async def story() -> None:
        database = Database(f"sqlite:///{tmp_path / 'old.db'}")
        await database.upgrade()
        async with database.engine.begin() as connection:
            await connection.run_sync(lambda sync: migrate(sync, "0004"))
        with closing(sqlite3.connect(tmp_path / "old.db")) as file:
            names = ["Finch 10", "Alice", "AIice", "Finch lO", "gone", "Ian", "Lan"]
            kinds = ["guest", "person", "person", "person", "gone", "person", "person"]
            for n, (name, kind) in enumerate(zip(names, kinds, strict=True)):
                file.execute(
                    "INSERT INTO users (id, name, name_key, kind, preferences, created) "
                    "VALUES (?, ?, ?, ?, '{}', ?)",
                    (f"{n}", name, f"key {n}", kind, n),
                )
            file.commit()
        await database.upgrade()
        with closing(sqlite3.connect(tmp_path / "old.db")) as file:
            rows = file.execute("SELECT skeleton FROM users ORDER BY id").fetchall()
        shown = [None, "alice", None, "finch lo", None, "lan", "Lan"]
        assert [looks for (looks,) in rows] == shown
        await database.close()

    def migrate(connection: object, to: str) -> None:
        config = Config()
        folder = Path(__file__).parents[2] / "src" / "tilewright" / "store" / "migrations"
        config.set_main_option("script_location", str(folder))
        config.attributes.update(connection=connection, tell=print)
        command.downgrade(config, to)

    asyncio.run(story())


def test_skeletons_tell_neighbours_apart() -> None:
    """The names of guests never look alike."""
    guests = [f"Hoopoe {n}" for n in range(1000)]
    looks = sorted(map(skeleton, guests))
    assert all(one != other for one, other in pairwise(looks))
