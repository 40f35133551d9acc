"""OpenSpiel: every game as `tilewright_` and its name, registered when this is imported.

A deal has far too many outcomes to be one chance node, so nature draws tile by tile: the outcomes
of a node are the colours in the bag, with their exact probabilities. Actions are those of
`tilewright.envs.actions`, the tensor is that of `tilewright.envs.observation`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from tilewright.envs import actions, observation
from tilewright.envs.game import spiel
from tilewright.envs.play import begin, outcome_rewards
from tilewright.game import CHANCE, OVER, Seat
from tilewright.games import GAMES, AnyMove, AnyState, games_with
from tilewright.market import FACTORIES
from tilewright.tiles import Color, Tiles, change, none, replace


def parameters(game: str) -> dict[str, str | int]:
    """The parameters of a game, with their defaults."""
    return {"players": 2, **spiel(game).PARAMETERS}


def describe_game(game: str) -> pyspiel.GameType:
    """What OpenSpiel wants to know about a game."""
    return pyspiel.GameType(
        short_name=f"tilewright_{game}",
        long_name=f"Tilewright {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(FACTORIES),
        min_num_players=min(FACTORIES),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


TYPES = {game: describe_game(game) for game in games_with("envs")}


class TableGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options."""

    def __init__(self, game: str, params: Mapping[str, str | int] | None = None) -> None:
        chosen: dict[str, Any] = {**parameters(game), **(params or {})}
        players = chosen.pop("players")
        self.start = begin(game, players, spiel(game).options(chosen))
        moves, self.draws = spiel(game).most_moves(self.start)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions.action_count(game),
            max_chance_outcomes=len(GAMES[game].COLOR_LETTERS),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=moves,
        )
        super().__init__(TYPES[game], info, dict(params or {}))

    def new_initial_state(self) -> TableState:
        """The beginning of a game: nature is to draw the first tile."""
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How many tiles nature can draw at most."""
        return self.draws

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, object] | None = None,
    ) -> Observer:
        """What a seat sees; with perfect recall, the whole history."""
        if params:
            raise ValueError(f"there are no observation parameters, but got {params}")
        return Observer(self.start, has_recall=bool(iig_obs_type and iig_obs_type.perfect_recall))


class TableState(pyspiel.State):  # type: ignore[misc]
    """A position and, while nature draws, the tiles drawn so far."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.position: AnyState = game.start
        self._begin_draw()

    # Nature draws tile by tile: `_groups` are the heaps it fills, `_sizes` what each still takes.

    def _begin_draw(self) -> None:
        self._groups: tuple[Tiles, ...] = ()
        self._sizes: tuple[int, ...] = ()
        if self.position.turn != CHANCE:
            return
        self._bag, self._used, self._sizes = spiel(self.position.game).heaps(self.position)
        self._groups = (none(len(self._bag)),) * len(self._sizes)

    def _draw(self, color: Color) -> None:
        at = next(at for at, size in enumerate(self._sizes) if size)
        if not any(self._bag):
            self._bag, self._used = self._used, none(len(self._bag))
        self._bag = change(self._bag, color, -1)
        self._groups = replace(self._groups, at, change(self._groups[at], color, 1))
        self._sizes = change(self._sizes, at, -1)
        if not any(self._sizes) or not (any(self._bag) or any(self._used)):
            self.position = self.position.play(self._drawn())
            self._begin_draw()

    def _drawn(self) -> AnyMove:
        return spiel(self.position.game).draw(self.position, self._groups)

    @property
    def shown(self) -> AnyState:
        """The position with the tiles drawn so far where they will lie."""
        state = self.position
        if state.turn != CHANCE:
            return state
        drawn: AnyState = spiel(state.game).show(state, self._bag, self._used, self._groups)
        return drawn

    # What OpenSpiel asks for

    def current_player(self) -> int:
        turn = self.position.turn
        if turn == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if turn == OVER else turn

    def chance_outcomes(self) -> list[tuple[Color, float]]:
        heap = self._bag if any(self._bag) else self._used
        return [(color, count / sum(heap)) for color, count in enumerate(heap) if count]

    def _legal_actions(self, player: Seat) -> list[int]:
        return actions.legal_ids(self.position)

    def _apply_action(self, action: int) -> None:
        if self.position.turn == CHANCE:
            self._draw(action)
            return
        self.position = self.position.play(actions.to_move(self.position.game, action))
        self._begin_draw()

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.position.game
        if player == pyspiel.PlayerId.CHANCE:
            return f"={GAMES[game].COLOR_LETTERS[action]}"
        return str(actions.to_move(game, action))

    def is_terminal(self) -> bool:
        return self.position.turn == OVER

    def returns(self) -> list[float]:
        over = self.is_terminal()
        return [*outcome_rewards(self.position)] if over else [0.0] * len(self.position.scores)

    def __str__(self) -> str:
        return str(self.shown)


class Observer:
    """Writes what a seat sees into a tensor, and a dictionary of its parts."""

    def __init__(self, start: AnyState, *, has_recall: bool) -> None:
        game, players = start.game, len(start.scores)
        self.has_recall = has_recall
        self.tensor = np.zeros(observation.size(game, players), np.float32)
        self.dict = observation.split(game, players, self.tensor)

    def set_from(self, state: TableState, player: Seat) -> None:
        """Fill the tensor."""
        self.tensor[:] = observation.observe(state.shown, player)

    def string_from(self, state: TableState, player: Seat) -> str:
        """Everything on the table or, with perfect recall, how it got there."""
        if self.has_recall:
            return str(state.history_str())
        return f"seat {player} of {state}"


def named(game: str) -> type[TableGame]:
    """The class of a game, which OpenSpiel creates from parameters alone."""

    def __init__(self: TableGame, params: Mapping[str, str | int] | None = None) -> None:  # noqa: N807
        TableGame.__init__(self, game, params)

    return type(f"{game.capitalize()}Game", (TableGame,), {"__init__": __init__})


# OpenSpiel keeps what it is given until after the interpreter ends; only a class survives that.
for _game, _type in TYPES.items():
    if _type.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_type, named(_game))
