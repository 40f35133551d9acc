"""What a study looks like on the wire."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from tilewright.table.messages import about


class StudyNode(Struct, frozen=True):
    """A place in a study."""

    id: int
    parent: Annotated[int, about("the place before; −1 at the start")]
    move: Annotated[str, about("the move that leads here; empty at the start")]
    seat: Annotated[int, about("whose move it is; −1 for nature's, and at the start")]
    name: Annotated[str, about("of the branch that begins here, or empty")] = ""
    comment: str = ""


class StudyView(Struct, kw_only=True):
    """A study as someone sees it."""

    id: str
    url: str
    title: str
    rules: Annotated[str, about("the name of the game")]
    owner: Annotated[str, about("the name of whoever made it")]
    leader: Annotated[str, about("the name of whoever edits it and shows the way")]
    own: Annotated[bool, about("whether it is mine")]
    leading: Annotated[bool, about("whether I lead")]
    version: Annotated[int, about("one more with every edit")]
    position: Annotated[str, about("where it starts")]
    at: Annotated[int, about("the place where the leader is")]
    nodes: tuple[StudyNode, ...]
