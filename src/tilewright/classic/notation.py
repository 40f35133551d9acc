"""Classic as text: moves and positions, printed, parsed and checked. See docs/notation.md."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright import market
from tilewright.classic import rules
from tilewright.classic.board import (
    COLOR_LETTERS,
    COLOR_NAMES,
    COLORS,
    FLOOR_SPACES,
    NO_LINE,
    SIZE,
    TILES_PER_COLOR,
    WALLS,
    Deal,
    Lay,
    Move,
    Options,
    PatternLine,
    Player,
    Take,
    Wall,
    printed_color,
)
from tilewright.classic.scoring import complete_rows
from tilewright.game import InvalidNotation, Objection, impossible, not_a_move, refuse
from tilewright.market import FACTORY_SIZE, NOBODY
from tilewright.position import (
    Fields,
    check_conserved,
    choice,
    number,
    parse_marker,
    parse_market,
    parse_seat,
    parts,
    print_marker,
    print_market,
)
from tilewright.tiles import EMPTY, Tiles, add, change, none, parse_tiles, spell, spell_counts

if TYPE_CHECKING:
    from tilewright.classic.state import State

COLOR = f"[{COLOR_LETTERS}]"
MOVE = re.compile(rf"([0-9])({COLOR})([1-5-])|([1-5])c([1-5])|=({COLOR}*(?:/{COLOR}*)*)")

FORMS = {  # what a move looks like, by phase
    rules.TAKE: "source, colour and line like 2r4 or 0k-",
    rules.TILE: "line and column like 3c2",
    rules.DEAL: "a deal like =byrr/kkww/…",
}


# Moves


def parse_move(text: str, phase: str = "") -> Move:
    """Read a move without asking whether it is legal; an error tells the form of a phase, or of
    all."""
    match = MOVE.fullmatch(text.strip())
    if not match:
        raise not_a_move(text, FORMS, phase)
    source, color, target, line, column, deal = match.groups()
    if source:
        return Take(int(source), COLOR_LETTERS.index(color), int(target.replace("-", "0")))
    if line:
        return Lay(int(line), int(column))
    return Deal(tuple([parse_tiles(group, COLOR_LETTERS) for group in deal.split("/")]))


def parse_legal(state: State, text: str) -> Move:
    """Read a move and check that it is legal in a state."""
    move = parse_move(text, state.phase)
    if isinstance(move, Deal) and state.phase == rules.DEAL:
        sizes = [FACTORY_SIZE] * (len(state.sources) - 1)
        market.check(str(move), move.factories, bag=state.bag, used=state.lid, sizes=sizes)
    elif move not in (legal := state.legal_moves()):
        raise refuse(str(move), reason_against(state, move), legal)
    return move


def reason_against(state: State, move: Move) -> Objection:
    """Say why a move is not legal."""
    if state.phase == rules.END:
        return Objection("illegal.over", "the game is over")
    if state.phase == rules.DEAL:
        return Objection("illegal.deal", "the factories are to be dealt")
    if isinstance(move, Lay) and state.phase == rules.TILE:
        return reason_against_lay(state, move)
    if isinstance(move, Take) and state.phase == rules.TAKE:
        return reason_against_take(state, move)
    if state.phase == rules.TAKE:
        return Objection("illegal.take", "tiles are to be taken")
    return Objection("illegal.tile", "a line is to be moved")


def reason_against_lay(state: State, move: Lay) -> Objection:
    """Say why a tile cannot go to a column."""
    player, column = state.players[state.seat], move.column
    row = rules.full_rows(player)[0]
    if move.line != row + 1:
        words = f"line {row + 1} is to be moved to the wall"
        return Objection("illegal.line_first", words, {"line": row + 1})
    if player.wall[SIZE * row + column - 1] != EMPTY:
        words = f"row {move.line} already has a tile in column {column}"
        return Objection("illegal.space_taken", words, {"row": move.line, "column": column})
    color = player.lines[row][0]
    words = f"column {column} already has {COLOR_NAMES[color]}"
    return Objection("illegal.column_has", words, {"column": column, "color": color})


def reason_against_take(state: State, move: Take) -> Objection:
    """Say why tiles cannot be taken to a line."""
    source, line, name = move.source, move.line, COLOR_NAMES[move.color]
    if (missing := market.reason_against(state.sources, source, move.color, name)) is not None:
        return missing
    color, count = state.players[state.seat].lines[line - 1]
    if count == line:
        return Objection("illegal.line_full", f"line {line} is full", {"line": line})
    if count and color != move.color:
        words = f"line {line} already holds {COLOR_NAMES[color]}"
        return Objection("illegal.line_holds", words, {"line": line, "color": color})
    words = f"row {line} of the wall already has {name}"
    return Objection("illegal.row_has", words, {"line": line, "color": move.color})


# Positions


def print_state(state: State) -> str:
    """Write a complete position in one line."""
    fields = [
        f"classic {state.options}",
        f"round={state.round}",
        f"phase={state.phase}",
        f"seat={state.seat}",
        f"starter={state.starter}",
        f"marker={print_marker(state.marker)}",
        f"market={print_market(state.sources, COLOR_LETTERS)}",
        f"bag={spell_counts(state.bag, COLOR_LETTERS)}",
        f"lid={spell_counts(state.lid, COLOR_LETTERS)}",
    ]
    fields += [f"seat{seat}={print_player(player)}" for seat, player in enumerate(state.players)]
    return " ".join(fields)


def print_player(player: Player) -> str:
    """Write score, pattern lines, wall and floor."""
    lines = "/".join([COLOR_LETTERS[c] * n if n else "-" for c, n in player.lines])
    letters = "".join([COLOR_LETTERS[color] if color != EMPTY else "." for color in player.wall])
    wall = "/".join([letters[at : at + SIZE] for at in range(0, SIZE * SIZE, SIZE)])
    return f"{player.score},{lines},{wall},{spell(player.floor, COLOR_LETTERS) or '-'}"


def parse_options(fields: Fields) -> Options:
    """Read the options out of the fields of a position or a record."""
    return Options(
        players=fields.read("players", lambda value: number(value, low=2, high=4)),
        wall=fields.read("wall", lambda value: choice(value, WALLS)),
        round_limit=fields.read(
            "round_limit", lambda value: None if value == "none" else number(value, low=1)
        ),
    )


def parse_state(text: str, make: type[State]) -> State:
    """Read a position and check that it is one."""
    fields = Fields(text, "classic")
    options = parse_options(fields)
    players = options.players
    state = make(
        options=options,
        round=fields.read("round", lambda value: number(value, low=1)),
        phase=fields.read("phase", lambda value: choice(value, rules.PHASES)),
        seat=fields.read("seat", lambda value: parse_seat(value, players)),
        starter=fields.read("starter", lambda value: parse_seat(value, players)),
        marker=fields.read("marker", lambda value: parse_marker(value, players)),
        sources=fields.read("market", lambda value: parse_market(value, players, COLOR_LETTERS)),
        bag=fields.read("bag", lambda value: parse_tiles(value, COLOR_LETTERS)),
        lid=fields.read("lid", lambda value: parse_tiles(value, COLOR_LETTERS)),
        players=tuple(
            [
                fields.read(f"seat{seat}", lambda value: parse_player(value, options.wall))
                for seat in range(players)
            ]
        ),
    )
    fields.close()
    check_conserved(heaps(state), TILES_PER_COLOR, COLOR_NAMES)
    check_phase(state)
    return state


def parse_player(text: str, side: str) -> Player:
    """Read score, pattern lines, wall and floor."""
    score, lines, rows, floor = parts(text, ",", 4, "parts (score, lines, wall, floor)")
    wall = parse_wall(rows, side)
    player = Player(
        score=number(score),
        lines=tuple(
            [
                parse_line(line, row, wall)
                for row, line in enumerate(parts(lines, "/", SIZE, "pattern lines"))
            ]
        ),
        wall=wall,
        floor=parse_tiles(floor, COLOR_LETTERS),
    )
    if sum(player.floor) > FLOOR_SPACES:
        words = f"more than {FLOOR_SPACES} tiles on the floor"
        raise impossible("floor", words, most=FLOOR_SPACES)
    return player


def parse_line(text: str, row: int, wall: Wall) -> PatternLine:
    """Read a pattern line: `-` or its tiles."""
    tiles = parse_tiles(text, COLOR_LETTERS)
    count = sum(tiles)
    if not count:
        return NO_LINE
    color = tiles.index(max(tiles))
    if tiles[color] != count or count > row + 1:
        raise InvalidNotation(f"line {row + 1} takes up to {row + 1} tiles of one colour")
    if color in wall[SIZE * row : SIZE * row + SIZE]:
        words = f"line {row + 1} holds {COLOR_NAMES[color]}, which its row has"
        raise impossible("line_holds", words, line=row + 1, color=color)
    return color, count


def parse_wall(text: str, side: str) -> Wall:
    """Read five rows of five spaces, each a letter or a dot."""
    rows = parts(text, "/", SIZE, "wall rows")
    for letters in rows:
        if not re.fullmatch(f"[{COLOR_LETTERS}.]{{{SIZE}}}", letters):
            raise InvalidNotation(f"wall row {letters!r}: expected {SIZE} of {COLOR_LETTERS} or .")
    wall = tuple([COLOR_LETTERS.find(letter) for letter in "".join(rows)])
    for at, color in enumerate(wall):
        row, column = divmod(at, SIZE)
        if color == EMPTY:
            continue
        name, at_row, at_column = COLOR_NAMES[color], row + 1, column + 1
        if side == "coloured" and color != printed_color(row, column):
            words = f"{name} does not belong in row {at_row} column {at_column}"
            raise impossible("printed", words, color=color, row=at_row, column=at_column)
        if wall[SIZE * row : SIZE * row + SIZE].count(color) > 1:
            words = f"{name} twice in row {at_row}"
            raise impossible("row_twice", words, color=color, row=at_row)
        if wall[column::SIZE].count(color) > 1:
            words = f"{name} twice in column {at_column}"
            raise impossible("column_twice", words, color=color, column=at_column)
    return wall


def heaps(state: State) -> list[Tiles]:
    """Every heap of tiles in a position: together they hold each tile once."""
    found = [state.bag, state.lid, *state.sources]
    for player in state.players:
        found.append(player.floor)
        found.append(tuple([player.wall.count(color) for color in range(COLORS)]))
        lines = none(COLORS)
        for color, count in player.lines:
            lines = change(lines, color, count) if count else lines
        found.append(lines)
    return found


def check_phase(state: State) -> None:
    """Check that the tables and boards fit the phase."""
    phase, starter = state.phase, state.starter
    if (phase == rules.TAKE) == market.is_empty(state.sources):
        words = f"phase={phase}: the market is for phase={rules.TAKE}, and only then"
        raise impossible("market", words)
    if phase in (rules.DEAL, rules.END):
        done = list(range(len(state.players)))
    elif phase == rules.TILE:
        done = [(starter + i) % len(state.players) for i in range(len(state.players))]
        done = done[: done.index(state.seat)]
    else:
        done = []
    for seat in done:
        player = state.players[seat]
        if rules.full_rows(player) or any(player.floor):
            raise impossible("tiled", f"seat{seat}: full lines or a floor after tiling")
    limit = state.options.round_limit
    if limit is not None and state.round > limit:
        words = f"round={state.round}: the last round is {limit}"
        raise impossible("last_round", words, high=limit)
    if phase in (rules.DEAL, rules.TAKE) and any(complete_rows(p.wall) for p in state.players):
        words = f"phase={phase}: a wall has a complete row, so the game is over"
        raise impossible("complete_row", words)
    if phase == rules.END and not rules.reason_to_end(state):
        words = "phase=over: no row is complete, and rounds and tiles are left"
        raise impossible("not_over", words)
    if phase == rules.DEAL and not any(add(state.bag, state.lid)):
        raise impossible("no_tiles", "phase=deal: no tiles to deal")
    if phase == rules.DEAL and (state.marker, state.seat) != (NOBODY, starter):
        words = "phase=deal: the marker lies in the centre and the starter is next"
        raise impossible("marker", words)
    if phase == rules.TILE:
        player = state.players[state.seat]
        rows = rules.full_rows(player)
        if (
            state.options.wall != "grey"
            or not rows
            or not rules.columns_for(player.wall, rows[0], player.lines[rows[0]][0], "grey")
        ):
            words = "phase=tile: the seat has no column to choose on a grey wall"
            raise impossible("no_column", words)
