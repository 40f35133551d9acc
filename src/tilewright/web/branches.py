"""The branches of a study: a tree of moves from a position, with names and comments."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tilewright.games import AnyState, game
from tilewright.table.event import Refused
from tilewright.web.positions import MOST_MOVES, read_move
from tilewright.web.study_views import StudyNode
from tilewright.web.tables import read_position

MOST_NODES = 500
MOST_WORDS = 20_000  # characters in all names and comments

START = StudyNode(0, -1, "", -1)


class Branches(Struct, frozen=True):
    """A position and the moves explored from it; parents come before their children."""

    position: str
    at: int = 0  # where the leader is
    next: int = 1  # the id of the next node: none is used twice
    nodes: tuple[StudyNode, ...] = (START,)

    def path(self, id: int) -> list[str]:
        """The moves that lead to a place."""
        places = {node.id: node for node in self.nodes}
        moves: list[str] = []
        node = self._node(id)
        while node.parent >= 0:
            moves.append(node.move)
            node = places[node.parent]
        return moves[::-1]

    def play(self, after: int, *moves: str) -> Branches:
        """Play moves, the first at a place: along branches that are there, or as new ones."""
        path = self.path(after)
        if len(path) + len(moves) > MOST_MOVES:
            raise Refused("too_large", "a line can hold no more moves")
        state = self._state(path)
        at, next, nodes = after, self.next, list(self.nodes)
        there = {(node.parent, node.move): node.id for node in nodes}
        for text in moves:
            move = read_move(state, text)
            known = there.get((at, str(move)))
            if known is None:
                if len(nodes) >= MOST_NODES:
                    raise Refused("too_large", "a study can hold no more moves")
                nodes.append(StudyNode(next, at, str(move), state.turn))
                known, next = next, next + 1
            at, state = known, state.play(move)
        return replace(self, at=at, next=next, nodes=tuple(nodes))

    def _state(self, path: Iterable[str]) -> AnyState:
        """The state after moves, which were checked when they were played."""
        state = read_position(self.position)
        read = game(state.game).parse_move
        for move in path:
            state = state.play(read(move))
        return state

    def go(self, id: int) -> Branches:
        """Lead everyone to a place."""
        return replace(self, at=self._node(id).id)

    def write(self, id: int, name: str, comment: str) -> Branches:
        """Name the branch that begins at a place, and say something about it."""
        self._node(id)
        nodes = [replace(n, name=name, comment=comment) if n.id == id else n for n in self.nodes]
        if sum(len(node.name) + len(node.comment) for node in nodes) > MOST_WORDS:
            raise Refused("too_large", f"a study holds up to {MOST_WORDS} characters of text")
        return replace(self, nodes=tuple(nodes))

    def remove(self, id: int) -> Branches:
        """Remove a move and everything after it."""
        removed = self._node(id)
        if removed.parent < 0:
            raise Refused("bad_request", "the start of a study cannot be removed")
        gone = {id}
        for node in self.nodes:
            if node.parent in gone:
                gone.add(node.id)
        nodes = tuple([node for node in self.nodes if node.id not in gone])
        return replace(self, at=removed.parent if self.at in gone else self.at, nodes=nodes)

    def _node(self, id: int) -> StudyNode:
        for node in self.nodes:
            if node.id == id:
                return node
        raise Refused("not_found", "there is no such place in this study")
