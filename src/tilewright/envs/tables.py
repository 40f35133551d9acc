"""Write the tables of docs/envs from the code: `python -m tilewright.envs.tables`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tilewright.envs import actions, observation
from tilewright.envs.blocks import Block
from tilewright.envs.game import seen
from tilewright.envs.parts import Part
from tilewright.games import games_with
from tilewright.market import FACTORIES

FOLDER = Path(__file__).parents[3] / "docs" / "envs"
NOTE = "<!-- Written by `python -m tilewright.envs.tables`: change the code, not this page. -->"
PLAYERS = tuple(FACTORIES)


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    """A table in Markdown."""
    head = list(head)
    lines = [head, ["---"] * len(head), *[[str(cell) for cell in row] for row in rows]]
    return ["| " + " | ".join(line) + " |" for line in lines] + [""]


# Actions


def action_page() -> str:
    """The page of action ids."""
    lines = [
        "# Action ids",
        "",
        NOTE,
        "",
        "Every move of a seat has a number that does not depend on the state, the number of",
        "players or the options. A mask has a 1 at the number of every legal move. Moves are",
        "written as in the [notation](../notation.md#moves); legal moves are listed by rising",
        "number. `tilewright.envs.actions` has `to_id(game, move)`, `to_move(game, action)` and",
        "`legal_mask(state)`.",
        "",
    ]
    for game in games_with("envs"):
        lines += [f"## {game.capitalize()}: {actions.action_count(game)} actions", ""]
        first, rows = 0, []
        for block in seen(game).BLOCKS:
            rows.append(action_row(game, block, first))
            first += block.size
        lines += table(["move", "ids", "number", "id", "first", "last"], rows)
        lines += ["Places on an axis count from 0:", ""]
        lines += table(
            ["move", "axis", "values, in order"],
            [
                [block.kind, axis.name, " ".join([f"`{value}`" for value in axis.values])]
                for block in seen(game).BLOCKS
                for axis in block.axes
                if axis.listed
            ],
        )
        lines += seen(game).NOTES
    return "\n".join(lines)


def action_row(game: str, block: Block, first: int) -> list[object]:
    """One kind of move: where its ids begin and how they are counted."""
    terms, weight = [], 1
    for axis in reversed(block.axes):
        terms.append(axis.name if weight == 1 else f"{weight} × {axis.name}")
        weight *= len(axis.values)
    terms += [str(first)] if first else []
    last = first + block.size - 1
    sizes = " × ".join([str(len(axis.values)) for axis in block.axes])
    size = f"{sizes} = {block.size}" if len(block.axes) > 1 else str(block.size)
    moves = actions.moves(game)
    ids = f"{first} to {last}"
    return [block.kind, ids, size, " + ".join(terms[::-1]), f"`{moves[first]}`", f"`{moves[last]}`"]


# Observations


def observation_page() -> str:
    """The page of observation tensors."""
    lines = [
        "# Observations",
        "",
        NOTE,
        "",
        "An observation is a flat vector of float32: the table first, then the board of the",
        "observer, then the other boards in turn order. Seats inside it count in the same way,",
        "so 0 is the observer. Every number is a flag or a count divided by its scale; the",
        "last axis of a shape runs fastest. Nothing is hidden in these games: bag and used tiles",
        "are counts, and every seat sees all of them.",
        "",
        "`tilewright.envs.observation` has `observe(state, seat)`, and `split(game, players,",
        "tensor)`, which names the parts and gives them their shapes. The same state as text is",
        "[`str(state)`](../notation.md#positions).",
        "",
    ]
    for game in games_with("envs"):
        lines += [f"## {game.capitalize()}", ""]
        sizes = [observation.size(game, players) for players in PLAYERS]
        boards = board_sizes(game)
        lines += table(
            ["players", *map(str, PLAYERS)],
            [
                ["length", *sizes],
                [
                    "the observer's board, from",
                    *[s - p * boards for s, p in zip(sizes, PLAYERS)],
                ],
                ["length of a board", *[boards] * len(PLAYERS)],
            ],
        )
        lines += ["The table:", ""]
        head = ["part", *[f"at, {players} players" for players in PLAYERS], "shape"]
        tail = ["divided by", "most", "meaning"]
        starts = [
            {span.name: span.start for span in observation.layout(game, players)}
            for players in PLAYERS
        ]
        rows = [[p.name, *[s[p.name] for s in starts], *describe(p)] for p in seen(game).TABLE]
        lines += table(head + tail, rows)
        lines += ["Each board:", ""]
        own = starts[0]
        first = own[f"{seen(game).BOARD[0].name} 0"]
        rows = [[p.name, own[f"{p.name} 0"] - first, *describe(p)] for p in seen(game).BOARD]
        lines += table(["part", "at", "shape", *tail], rows)
    return "\n".join(lines)


def board_sizes(game: str) -> int:
    """The length of one board."""
    own = [span for span in observation.layout(game, PLAYERS[0]) if span.board == 0]
    return own[-1].stop - own[0].start


def describe(part: Part) -> list[object]:
    """Shape, scale and meaning of a part."""
    shape = " × ".join([f"{axis.size or ''} {axis.name}".strip() for axis in part.axes]) or "1"
    return [shape, part.scale, part.most, part.meaning]


PAGES = {"actions.md": action_page, "observations.md": observation_page}


def main() -> None:
    """Write the pages."""
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page(), encoding="utf-8")
        print(f"wrote {FOLDER / name}")


if __name__ == "__main__":
    main()
