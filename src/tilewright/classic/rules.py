"""A round of classic: the factory offer, tiling the walls, preparing the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import market
from tilewright.classic.board import (
    FLOOR,
    FLOOR_SPACES,
    NO_LINE,
    SIZE,
    Deal,
    Lay,
    Move,
    Player,
    Take,
    Wall,
)
from tilewright.classic.scoring import bonuses, complete_rows, floor_loss, runs, tile_points
from tilewright.game import Seat, Step, Told, no_move
from tilewright.market import NOBODY
from tilewright.tiles import EMPTY, Color, Tiles, add, change, none, replace

if TYPE_CHECKING:
    from tilewright.classic.state import State

PHASES = ("deal", "take", "tile", "over")
DEAL, TAKE, TILE, END = PHASES


def advance(state: State, move: Move, steps: Told) -> State:
    """The state after a legal move; the scoring it sets off is added to `steps`, if wanted."""
    match move:
        case Take():
            state = take(state, move, steps)
            return state if state.phase == TAKE else tile_walls(state, steps)
        case Lay():
            return tile_walls(lay(state, move, steps), steps)
        case Deal():
            return deal(state, move)
        case _:
            raise no_move(move, "classic")


def legal_moves(state: State) -> list[Move]:
    """All moves of the seat to move, sorted."""
    player = state.players[state.seat]
    if state.phase == TAKE:
        targets = [lines_for(player, color) for color in range(len(state.bag))]
        return [
            Take(source, color, line)
            for source, color in market.offers(state.sources)
            for line in targets[color]
        ]
    if state.phase == TILE:
        row = full_rows(player)[0]
        columns = columns_for(player.wall, row, player.lines[row][0], state.options.wall)
        return [Lay(row + 1, column + 1) for column in columns]
    return []


# The factory offer


def deal(state: State, move: Deal) -> State:
    """Fill the factories and begin the factory offer."""
    drawn = tuple(map(sum, zip(*move.factories, strict=True)))
    bag, lid = market.remove(state.bag, state.lid, drawn)
    sources = (state.sources[0], *move.factories)
    return state._replace(phase=TAKE, sources=sources, bag=bag, lid=lid)


def lines_for(player: Player, color: Color) -> list[int]:
    """Where tiles of a colour may go: the floor, and the pattern lines that take them."""
    targets = [FLOOR]
    for row, (held, count) in enumerate(player.lines):
        if (
            count <= row
            and (held == color or not count)
            and color not in player.wall[SIZE * row : SIZE * row + SIZE]
        ):
            targets.append(row + 1)
    return targets


def take(state: State, move: Take, steps: Told) -> State:
    """Take tiles, and the marker if it is still in the centre taken from."""
    taken, sources = market.take(state.sources, move.source, move.color)
    seat, marker = state.seat, state.marker
    if move.source == market.CENTRE and marker == NOBODY:
        marker = seat
    before, count = state.players[seat], taken[move.color]
    player, overflow = add_tiles(before, move.color, count, move.line, has_marker=marker == seat)
    if steps is not None:
        steps.append(
            tell_take(seat, move, count, before, player, overflow, marker=marker != state.marker)
        )
    over = market.is_empty(sources)
    return state._replace(
        phase=TILE if over else TAKE,
        seat=state.starter if over else (seat + 1) % len(state.players),
        marker=marker,
        sources=sources,
        lid=change(state.lid, move.color, overflow) if overflow else state.lid,
        players=replace(state.players, seat, player),
    )


def tell_take(
    seat: Seat,
    move: Take,
    count: int,
    before: Player,
    after: Player,
    overflow: int,
    *,
    marker: bool,
) -> Step:
    """Tell how many tiles were taken, and where they are now."""
    laid = after.lines[move.line - 1][1] - before.lines[move.line - 1][1] if move.line else 0
    numbers = {"color": move.color, "tiles": count, "laid": laid}
    numbers |= {"floor": count - laid - overflow, "lid": overflow, "marker": int(marker)}
    return Step(seat, "taking", "take", 0, numbers)


def add_tiles(
    player: Player, color: Color, count: int, line: int, *, has_marker: bool
) -> tuple[Player, int]:
    """Lay tiles on a pattern line and the rest on the floor; also returns how many go to the
    lid."""
    if line != FLOOR:
        held = player.lines[line - 1][1]
        laid = min(count, line - held)
        count -= laid
        lines = replace(player.lines, line - 1, (color, held + laid))
        player = player._replace(lines=lines)
    return drop(player, color, count, has_marker=has_marker) if count else (player, 0)


def drop(player: Player, color: Color, count: int, *, has_marker: bool) -> tuple[Player, int]:
    """Drop tiles on the floor line; also returns how many have no space and go to the lid."""
    free = max(0, FLOOR_SPACES - floor_spaces(player, has_marker=has_marker))
    kept = min(count, free)
    return player._replace(floor=change(player.floor, color, kept)), count - kept


def floor_spaces(player: Player, *, has_marker: bool) -> int:
    """How many things lie on a floor line; the marker takes a space if one was free."""
    return min(FLOOR_SPACES, sum(player.floor) + has_marker)


# Tiling the walls


def full_rows(player: Player) -> list[int]:
    """The rows whose pattern line is full, from 0, top to bottom."""
    return [row for row, (_, count) in enumerate(player.lines) if count > row]


def columns_for(wall: Wall, row: int, color: Color, side: str) -> list[int]:
    """The columns, from 0, where a colour may be laid in a row of the wall."""
    if side == "coloured":
        return [(row + color) % SIZE]
    return [
        column
        for column in range(SIZE)
        if wall[SIZE * row + column] == EMPTY and color not in wall[column::SIZE]
    ]


def lay(state: State, move: Lay, steps: Told) -> State:
    """Lay the tile of a full line on the grey wall."""
    seat = state.seat
    row, column = move.line - 1, move.column - 1
    player, used = lay_tile(state.players[seat], seat, row, column, steps)
    return state._replace(lid=add(state.lid, used), players=replace(state.players, seat, player))


def lay_tile(
    player: Player, seat: Seat, row: int, column: int, steps: Told
) -> tuple[Player, Tiles]:
    """Move one tile from a full line to the wall and score it; the others are used up."""
    color = player.lines[row][0]
    wall = replace(player.wall, SIZE * row + column, color)
    across, down = runs(wall, row, column)
    points = tile_points(across, down)
    if steps is not None:
        numbers = {"row": row + 1, "column": column + 1, "color": color}
        numbers |= {"across": across, "down": down}
        steps.append(Step(seat, "round", "tile", points, numbers))
    lines = replace(player.lines, row, NO_LINE)
    player = player._replace(score=player.score + points, lines=lines, wall=wall)
    return player, change(none(len(player.floor)), color, row)


def tile_walls(state: State, steps: Told) -> State:
    """Tile the walls, starting with the seat whose turn it is, until a player has a column to
    choose or the round is over."""
    players, lid, seat = list(state.players), state.lid, state.seat
    choosing = state.options.wall == "grey"
    while True:
        player = players[seat]
        has_marker = state.marker == seat
        for row in full_rows(player):
            color, count = player.lines[row]
            columns = columns_for(player.wall, row, color, state.options.wall)
            if columns and choosing:
                players[seat] = player
                return state._replace(seat=seat, lid=lid, players=tuple(players))
            if columns:
                player, used = lay_tile(player, seat, row, columns[0], steps)
                lid = add(lid, used)
            else:  # classic 6.6: a line that fits nowhere drops to the floor at once
                player = player._replace(lines=replace(player.lines, row, NO_LINE))
                player, overflow = drop(player, color, count, has_marker=has_marker)
                lid = change(lid, color, overflow)
                if steps is not None:
                    numbers = {"row": row + 1, "color": color, "tiles": count}
                    numbers |= {"floor": count - overflow, "lid": overflow}
                    steps.append(Step(seat, "round", "stuck", 0, numbers))
        lid = add(lid, player.floor)
        players[seat] = clear_floor(player, seat, steps, has_marker=has_marker)
        seat = (seat + 1) % len(players)
        if seat == state.starter:
            return end_round(state._replace(lid=lid, players=tuple(players)), steps)


def clear_floor(player: Player, seat: Seat, steps: Told, *, has_marker: bool) -> Player:
    """Lose points for the floor line, down to 0, and empty it."""
    spaces = floor_spaces(player, has_marker=has_marker)
    if not spaces:
        return player
    loss = floor_loss(spaces)
    score = max(0, player.score - loss)
    if steps is not None:
        numbers = {"spaces": spaces, "loss": loss}
        steps.append(Step(seat, "round", "floor", score - player.score, numbers))
    return player._replace(score=score, floor=none(len(player.floor)))


# Preparing the next round


def end_round(state: State, steps: Told) -> State:
    """Prepare the next round, or end the game."""
    if reason_to_end(state):
        return end_game(state, steps)
    starter = state.starter if state.marker == NOBODY else state.marker
    return state._replace(
        phase=DEAL, round=state.round + 1, seat=starter, starter=starter, marker=NOBODY
    )


def reason_to_end(state: State) -> str | None:
    """Why a game is over after the round that has been played, if it is."""
    limit = state.options.round_limit
    if any(complete_rows(player.wall) for player in state.players):
        return "row"
    if limit is not None and state.round >= limit:
        return "round_limit"
    return None if any(state.bag) or any(state.lid) else "no_tiles"


def is_last_round(state: State) -> bool:
    """Tell whether the game is sure to end with this round."""
    limit = state.options.round_limit
    if limit is not None and state.round >= limit:
        return True
    side = state.options.wall
    return any(complete_rows(p.wall) or completes_row(p, side) for p in state.players)


def completes_row(player: Player, side: str) -> bool:
    """Tell whether a player is sure to complete a row with a line that is full."""
    for row in full_rows(player):
        color = player.lines[row][0]
        columns = columns_for(player.wall, row, color, side)
        if player.wall[SIZE * row : SIZE * row + SIZE].count(EMPTY) > 1 or not columns:
            continue
        if (
            side == "coloured"
            or not any(  # a row above could still take the column's colour
                color not in player.wall[SIZE * above : SIZE * above + SIZE]
                and player.wall[SIZE * above + columns[0]] == EMPTY
                for above in range(row)
            )
        ):
            return True
    return False


def end_game(state: State, steps: Told) -> State:
    """Add the bonuses for complete rows, columns and colours."""
    players = []
    for seat, player in enumerate(state.players):
        score = player.score
        for code, which, points in bonuses(player.wall):
            score += points
            if steps is not None:
                steps.append(Step(seat, "end", code, points, {code: which}))
        players.append(player._replace(score=score))
    return state._replace(phase=END, seat=state.starter, players=tuple(players))


def preview(state: State, move: Take) -> list[Step]:
    """What a take does, and what it will earn at the end of the round as the board stands now: the
    tile for the wall, in the best column where there is a choice, and the floor spaces."""
    seat, side = state.seat, state.options.wall
    before = state.players[seat]
    has_marker = state.marker == seat
    takes_marker = has_marker or (move.source == market.CENTRE and state.marker == NOBODY)
    count = state.sources[move.source][move.color]
    player, overflow = add_tiles(before, move.color, count, move.line, has_marker=takes_marker)
    marker = takes_marker and not has_marker
    steps = [tell_take(seat, move, count, before, player, overflow, marker=marker)]
    spaces = floor_spaces(player, has_marker=takes_marker)
    for row in full_rows(player):
        if row + 1 > move.line:
            break
        color, laid = player.lines[row]
        told: list[Step] = []
        ways = [
            lay_tile(player, seat, row, column, told)[0]
            for column in columns_for(player.wall, row, color, side)
        ]
        if ways:
            best = max(range(len(ways)), key=lambda way: told[way].points)
            player, step = ways[best], told[best]
        else:
            free = FLOOR_SPACES - spaces
            numbers = {"row": row + 1, "color": color, "tiles": laid}
            numbers |= {"floor": min(laid, free), "lid": max(0, laid - free)}
            step = Step(seat, "round", "stuck", 0, numbers)
            spaces = min(FLOOR_SPACES, spaces + laid) if row + 1 == move.line else spaces
        if row + 1 == move.line:
            steps.append(step)
    more = spaces - floor_spaces(before, has_marker=has_marker)
    if more:
        loss = floor_loss(spaces) - floor_loss(spaces - more)
        steps.append(Step(seat, "round", "floor", -loss, {"spaces": more, "loss": loss}))
    return steps
