"""What two nodes do at once, on either database, has the same result as one after the other; and a
write that fails has changed nothing."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import func, select, update

from tests.table.flaky import FATES, Flaky
from tilewright.store.accounts import Accounts, Passkey
from tilewright.store.database import Database, Unavailable
from tilewright.store.event import Event
from tilewright.store.games import Games
from tilewright.store.ladders import Rating
from tilewright.store.places import Places
from tilewright.store.puzzles import Puzzles, Try
from tilewright.store.recovery import Recovery
from tilewright.store.schema import chat, events, links, places, puzzles, studies, tries, users
from tilewright.store.studies import Studies, Study
from tilewright.store.users import Left, User, Users
from tilewright.store.writer import Summary, Writer

BEGUN = Rating(25.0, 4.0)


async def opened(address: str) -> tuple[Flaky, Database]:
    """The database as two nodes know it."""
    first = Flaky(address)
    await first.upgrade()
    return first, Database(address)


async def person(database: Database, name: str) -> User:
    return await Users(database).by_name(name) or await Users(database).create(name, "person", 0)


def first_try(puzzle: str, *, solved: bool = True) -> Try:
    return Try(puzzle, "classic", "1b1", solved, "2026-11-16", 5)


def a_study(id: str, user: User) -> Study:
    return Study(id, user.id, user.id, "classic", "T", 1, b"{}", 0)


def test_what_is_read_together_is_of_one_moment(address: str) -> None:
    """A rating must not be read after a game, and its history before it."""

    async def story() -> None:
        here, there = await opened(address)
        count = select(func.count()).select_from(users)
        async with here.read() as connection:
            before = (await connection.execute(count)).scalar_one()
            await person(there, "Somebody else")
            assert (await connection.execute(count)).scalar_one() == before
        async with here.read() as connection:
            assert (await connection.execute(count)).scalar_one() == before + 1
        await here.close()
        await there.close()

    asyncio.run(story())


def test_of_many_first_tries_one_counts(address: str) -> None:
    async def story() -> None:
        here, there = await opened(address)
        ann, bob = await person(here, "Ann P"), await person(here, "Bob P")
        several = [
            Puzzles(node).attempt(user.id, first_try(puzzle), BEGUN)
            for _ in range(4)
            for node in (here, there)
            for user in (ann, bob)
            for puzzle in ("a", "b")
        ]
        counted = [one for one in await asyncio.gather(*several) if one is not None]
        assert len(counted) == 4
        rated = await Puzzles(here).ratings(game="classic")
        assert [rated[puzzle].games for puzzle in ("a", "b")] == [2, 2]
        for user in (ann, bob):
            solver = await Puzzles(there).solver(user.id, "classic", "2026-11-16")
            assert (solver.rating.games, solver.solved, solver.streak) == (2, 2, 2)
        await here.close()
        await there.close()

    asyncio.run(story())


def test_of_two_leads_taken_at_once_one_holds(address: str) -> None:
    async def story() -> None:
        here, there = await opened(address)
        ann, bob, eve = [await person(here, name) for name in ("Ann", "Bob", "Eve")]
        study = a_study("lead", ann)._replace(leader=bob.id)
        await Studies(here).add(study, 100)
        by_owner, by_leader = (study._replace(leader=who.id, version=2) for who in (ann, eve))
        kept = await asyncio.gather(
            Studies(here).change(by_owner), Studies(there).change(by_leader)
        )
        assert sorted(kept) == [False, True]
        found = await Studies(there).find("lead")
        assert found == (by_owner if kept[0] else by_leader)
        await here.close()
        await there.close()

    asyncio.run(story())


@pytest.mark.parametrize("fate", FATES[:3])
def test_what_fails_is_counted_once_when_it_comes_again(address: str, fate: str) -> None:
    async def story() -> None:
        flaky, plain = await opened(address)
        ann = await person(plain, f"Ann {fate}")
        study = a_study(f"s {fate}", ann)
        edited = study._replace(version=2, title="New")
        done = fate == "after"
        flaky.fates = [fate]
        with pytest.raises(Unavailable):
            await Puzzles(flaky).attempt(ann.id, first_try(fate), BEGUN)
        assert set(await Puzzles(plain).tried(ann.id)) == ({fate} if done else set())
        assert (await Puzzles(flaky).attempt(ann.id, first_try(fate), BEGUN) is None) == done
        assert (await Puzzles(plain).ratings(id=fate))[fate].games == 1
        await Studies(plain).add(study, 1)
        flaky.fates = [fate]
        with pytest.raises(Unavailable):
            await Studies(flaky).change(edited)
        found = await Studies(plain).find(study.id)
        assert found == (edited if done else study)
        assert await Studies(flaky).change(edited) != done
        await flaky.close()
        await plain.close()

    asyncio.run(story())


def test_nothing_is_kept_of_who_leaves_while_they_write(address: str) -> None:
    async def story() -> None:
        here, there = await opened(address)
        owner, games, writer = await person(here, "Owner"), Games(there), Writer(there)
        writer.start()
        for n in range(12):
            user = await person(here, f"Leaver {n}")
            led = a_study(f"led {n}", owner)
            await Studies(here).add(led, 100)
            game = f"game {n}"
            await games.create(game, "{}", b"", host=owner.id, public=False, now=0)
            sit = Event(0, "sit", 0, f"{user.id} - {user.name}", 0)
            several = [
                Puzzles(there).attempt(user.id, first_try("p"), BEGUN),
                Studies(there).add(a_study(f"own {n}", user), 100),
                Studies(there).change(led._replace(leader=user.id, version=2)),
                writer.append(game, sit, Summary("waiting", "", None)),
                games.say(game, user.id, "Hello", 0),
                Places(there).remember(user.id, ["here"], 0),
                Recovery(there).make_link(user.id, "confirm", "a@b.example", 0),
                Users(there).set_preferences(user.id, '{"a": 1}'),
                Accounts(there).set_notifications(user.id, "a@b.example", None),
                Accounts(there).swap_password(user.id, None, "a hash"),
                Accounts(here).erase(user.id),
            ]
            turned = several[-n:] + several[:-n]
            results = await asyncio.gather(*turned, return_exceptions=True)
            assert [one for one in results if isinstance(one, Exception)] == [
                one for one in results if isinstance(one, Left)
            ]
            async with here.read() as connection:
                for table, column in (
                    (tries, tries.c.user),
                    (studies, studies.c.user),
                    (studies, studies.c.leader),
                    (chat, chat.c.user),
                    (places, places.c.user),
                    (links, links.c.user),
                ):
                    mine = select(func.count()).select_from(table).where(column == user.id)
                    assert (await connection.execute(mine)).scalar_one() == 0, (n, column)
                row = (await connection.execute(select(users).where(users.c.id == user.id))).one()
                assert (row.password, row.mail, row.preferences) == (None, None, "{}"), n
                seats = select(events.c.text).where(events.c.game == game)
                texts = (await connection.execute(seats)).scalars().all()
                assert texts in ([], [f"{user.id} - gone"]), n
        with pytest.raises(Left):
            await Puzzles(here).attempt("nobody", first_try("nothing"), BEGUN)
        async with here.read() as connection:
            query = select(puzzles.c.id).where(puzzles.c.id == "nothing")
            assert (await connection.execute(query)).first() is None
        await writer.close()
        await here.close()
        await there.close()

    asyncio.run(story())


def test_who_has_left_leaves_once(address: str) -> None:
    """Those who come too late must not rewrite the same rows, each in an order of its own."""

    async def story() -> None:
        here, there = await opened(address)
        user = await person(here, "Leaver L")
        await asyncio.gather(*[Accounts(node).erase(user.id) for node in (here, there) * 3])
        mine = users.c.id == user.id
        async with here.write() as connection:
            await connection.execute(update(users).where(mine).values(created=7))
        await Accounts(there).erase(user.id)
        async with here.read() as connection:
            kept = await connection.execute(select(users.c.name, users.c.created).where(mine))
            assert kept.one() == ("gone", 7)
        await here.close()
        await there.close()

    asyncio.run(story())


def test_nobody_comes_in_who_has_left_or_has_another_password(address: str) -> None:
    """A sign-in takes a while; whoever changes the password meanwhile has ended all others."""

    async def story() -> None:
        here, there = await opened(address)
        users, accounts = Users(here), Accounts(there)
        ann, bob = await person(here, "Ann S"), await person(here, "Bob S")
        assert await accounts.swap_password(ann.id, None, "old hash")
        assert await users.open_session(ann.id, "", 0, password="old hash")
        changes = [accounts.swap_password(ann.id, "old hash", "new hash") for _ in range(3)]
        assert sorted(await asyncio.gather(*changes)) == [False, False, True]
        with pytest.raises(Left):
            await users.open_session(ann.id, "", 0, password="old hash")
        assert not await accounts.swap_password(ann.id, "old hash", "old hash, better")
        kept = await accounts.by_id(ann.id)
        assert kept is not None and kept.password == "new hash"
        await accounts.erase(bob.id)
        with pytest.raises(Left):
            await users.open_session(bob.id, "", 0)
        with pytest.raises(Left):
            await users.create_token(bob.id, "t", ["read"], 0, most=20)
        with pytest.raises(Left):
            await accounts.add_passkey(Passkey("late", bob.id, "k", b"", 0, 0), most=10)
        await here.close()
        await there.close()

    asyncio.run(story())


def test_of_keys_and_tokens_added_at_once_only_so_many_are_kept(address: str) -> None:
    async def story() -> None:
        here, there = await opened(address)
        ann = await person(here, "Ann K")
        keys = [
            Accounts(node).add_passkey(Passkey(f"{n} {i}", ann.id, "k", b"", 0, 0), most=3)
            for n in range(5)
            for i, node in enumerate((here, there))
        ]
        assert sorted(await asyncio.gather(*keys)) == [False] * 7 + [True] * 3
        tokens = [
            Users(node).create_token(ann.id, "t", ["read"], 0, most=3)
            for _ in range(5)
            for node in (here, there)
        ]
        assert [*await asyncio.gather(*tokens)].count(None) == 7
        mine = [key.id for key in await Accounts(here).passkeys_of(ann.id)]
        gone = await asyncio.gather(*[Accounts(there).drop_passkey(ann.id, id) for id in mine])
        assert sorted(gone) == [False, True, True]
        assert len(await Accounts(here).passkeys_of(ann.id)) == 1
        await here.close()
        await there.close()

    asyncio.run(story())
