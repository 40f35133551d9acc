"""The branches of a study: a tree of moves from a position, with names and comments."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tilewright.table.event import Refused
from tilewright.web.positions import MOST_MOVES, read_move
from tilewright.web.study_views import StudyNode
from tilewright.web.tables import read_position

MOST_NODES = 500


START = StudyNode(0, -1, "", -1)


class Branches(Struct, frozen=True):
    """A position and what has been looked at from there; a parent stands before its children."""

    position: str
    at: int = 0  # where the leader is
    next: int = 1  # the id of the next node: none is used twice
    nodes: tuple[StudyNode, ...] = (START,)

    def path(self, id: int) -> list[str]:
        """The moves that lead to a place."""
        moves: list[str] = []
        node = self._node(id)
        while node.parent >= 0:
            moves.append(node.move)
            node = self._node(node.parent)
        return moves[::-1]

    def play(self, after: int, text: str) -> Branches:
        """Play a move at a place: along a branch that is there, or as a new one."""
        path = self.path(after)
        if len(self.nodes) >= MOST_NODES or len(path) >= MOST_MOVES:
            raise Refused("too_large", "a study can hold no more moves")
        state = read_position(self.position)
        for move in path:
            state = state.play(state.parse(move))
        move = str(read_move(state, text))
        for node in self.nodes:
            if (node.parent, node.move) == (after, move):
                return replace(self, at=node.id)
        nodes = (*self.nodes, StudyNode(self.next, after, move, state.turn))
        return replace(self, at=self.next, next=self.next + 1, nodes=nodes)

    def go(self, id: int) -> Branches:
        """Show the way to a place."""
        return replace(self, at=self._node(id).id)

    def write(self, id: int, name: str, comment: str) -> Branches:
        """Name the branch that begins at a place, and say something about it."""
        self._node(id)
        nodes = [replace(n, name=name, comment=comment) if n.id == id else n for n in self.nodes]
        return replace(self, nodes=tuple(nodes))

    def remove(self, id: int) -> Branches:
        """Take a move away, with all that follows it."""
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
