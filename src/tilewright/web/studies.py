"""Studies: a position, the branches explored from it, and the comments on them.

Anyone with the link may look; one person at a time leads and edits.
"""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from typing import Annotated

import msgspec
from fastapi import APIRouter
from pydantic import AfterValidator, BaseModel, Field, model_validator
from starlette.responses import Response

from tilewright.store.studies import Studies, Study, TooManyStudies
from tilewright.store.users import Left, User
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.table.view import encode
from tilewright.web.branches import Branches
from tilewright.web.description import PROBLEMS, answer
from tilewright.web.house import House
from tilewright.web.people import AnyUser, PlayingUser, TheHouse
from tilewright.web.positions import MOST_MOVES
from tilewright.web.quotas import Quota
from tilewright.web.study_views import StudyView
from tilewright.web.tables import PositionText, Strict, read_position

router = APIRouter(prefix="/api", responses=PROBLEMS)

MOST_STUDIES = 100  # of one user
EDITS = Quota("edits", 300, 60.0)  # of one user in a minute
LOOKING = Quota("open studies", 20)  # of one user at a time


def visible(text: str) -> str:
    """A text that shows something: a list of studies has nothing else to click on."""
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in text):
        raise ValueError("it has no visible characters")
    return text


Title = Annotated[str, Field(max_length=80), AfterValidator(visible)]
MoveText = Annotated[str, Field(max_length=100)]


class NewStudy(Strict):
    """A study to be made."""

    title: Title
    position: PositionText
    moves: list[MoveText] = Field(
        default=[], max_length=MOST_MOVES, description="played from there"
    )


class StudyMove(Strict):
    """A move at a place."""

    after: int
    move: Annotated[str, Field(max_length=100, description="`?` lets nature draw")]


class StudyText(Strict):
    """What is said about a place."""

    node: int
    name: Annotated[str, Field(max_length=60)] = ""
    comment: Annotated[str, Field(max_length=1000)] = ""


class Edit(Strict):
    """One action of the leader; exactly one field is given."""

    play: StudyMove | None = None
    go: Annotated[int | None, Field(description="the place to show to everyone")] = None
    write: StudyText | None = None
    remove: Annotated[int | None, Field(description="a place, with all that follows")] = None
    title: Title | None = None
    lead: Annotated[str | None, Field(max_length=40, description="who leads from now on")] = None

    @model_validator(mode="after")
    def one(self) -> Edit:
        """Refuse two actions at once, which would have no order."""
        if len(self.model_dump(exclude_none=True)) != 1:
            raise ValueError("give exactly one of play, go, write, remove, title, lead")
        return self

    def change(self, branches: Branches) -> Branches:
        """The branches after the action."""
        if self.play is not None:
            return branches.play(self.play.after, self.play.move)
        if self.write is not None:
            return branches.write(self.write.node, self.write.name, self.write.comment)
        if self.go is not None:
            return branches.go(self.go)
        return branches if self.remove is None else branches.remove(self.remove)


class StudyRow(BaseModel):
    """A study of mine in a list."""

    id: str
    url: str
    title: str
    game: str
    changed: int


@router.post("/studies", status_code=201, responses=answer(StudyView, 201))
async def create(new: NewStudy, user: PlayingUser, house: TheHouse) -> Response:
    """Begin a study of a position, which I lead."""
    await house.quotas.take(EDITS, user.id)

    def begin() -> tuple[str, Branches]:
        state = read_position(new.position)
        return state.game, Branches(str(state)).play(0, *new.moves)

    game, branches = await asyncio.to_thread(begin)
    body = msgspec.json.encode(branches)
    id = secrets.token_urlsafe(9)
    study = Study(id, user.id, user.id, game, new.title, 1, body, now())
    try:
        await Studies(house.database).add(study, MOST_STUDIES)
    except TooManyStudies:
        text = f"you have {MOST_STUDIES} studies already; remove some first"
        raise Refused("too_many", text) from None
    return await shown(house, study, user, 201)


@router.get("/studies/{id}", responses=answer(StudyView))
async def look(id: str, user: AnyUser, house: TheHouse, after: int = 0) -> Response:
    """A study; after a version, wait a while for the next one."""
    if after:
        known = await Studies(house.database).versions([id])
        if known.get(id, after + 1) <= after:
            async with house.quotas.hold(LOOKING, user.id):
                await house.followers.wait(id, after)
    return await shown(house, await find(house, id), user)


@router.post("/studies/{id}", responses=answer(StudyView))
async def edit(id: str, asked: Edit, user: PlayingUser, house: TheHouse) -> Response:
    """Do something in a study that I lead. Its owner may take the lead at any time."""
    await house.quotas.take(EDITS, user.id)
    studies = Studies(house.database)
    while True:
        study = await find(house, id)
        leader = study.leader
        if asked.lead is not None:
            leader = await new_leader(house, study, user, asked.lead)
        elif user.id != leader:
            raise Refused("forbidden", "only the leader of a study can change it")
        before = msgspec.json.decode(study.body, type=Branches)
        branches = await asyncio.to_thread(asked.change, before)
        changed = study._replace(
            leader=leader,
            title=asked.title or study.title,
            version=study.version + 1,
            body=msgspec.json.encode(branches),
            changed=now(),
        )
        try:
            is_kept = await studies.change(changed)
        except Left:
            raise Refused("not_found", f"{asked.lead or user.name} has just left") from None
        if is_kept:
            house.followers.tell(id, changed.version)
            return await shown(house, changed, user)


@router.delete("/studies/{id}", status_code=204)
async def remove(id: str, user: PlayingUser, house: TheHouse) -> None:
    """Remove a study of mine."""
    if not await Studies(house.database).remove(id, user.id):
        raise Refused("not_found", "you have no such study")
    house.followers.tell(id, None)


@router.get("/me/studies")
async def mine(user: AnyUser, house: TheHouse) -> list[StudyRow]:
    """My studies, the latest first."""
    found = await Studies(house.database).of_user(user.id)
    return [StudyRow(url=f"/studies/{listed.id}", **listed._asdict()) for listed in found]


async def find(house: House, id: str) -> Study:
    """A study by its id, or a refusal."""
    study = await Studies(house.database).find(id)
    if study is None:
        raise Refused("not_found", "there is no such study")
    return study


async def new_leader(house: House, study: Study, user: User, name: str) -> str:
    """Who leads next: the leader may name anyone, and the owner may take over at any time."""
    found = await house.users.by_name(name)
    if found is None:
        raise Refused("not_found", f"nobody is called {name}")
    if user.id != study.leader and not user.id == found.id == study.user:
        raise Refused("forbidden", "only the leader of a study can hand over the lead")
    return found.id


async def shown(house: House, study: Study, user: User, status: int = 200) -> Response:
    """A study as a user sees it."""
    branches = msgspec.json.decode(study.body, type=Branches)
    names = await Studies(house.database).names(study.user, study.leader)
    view = StudyView(
        id=study.id,
        url=f"/studies/{study.id}",
        title=study.title,
        rules=study.game,
        owner=names[study.user],
        leader=names[study.leader],
        own=study.user == user.id,
        leading=study.leader == user.id,
        version=study.version,
        position=branches.position,
        at=branches.at,
        nodes=branches.nodes,
    )
    return Response(encode(view), status, media_type="application/json")
