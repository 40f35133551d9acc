/** A position that is being edited: its parts, and the changes to them. No rule is checked here. */

import type { PositionEditor } from "../games/game";
import type { Heap, State } from "../lib/view";

export interface Draft {
  game: PositionEditor;
  state: State;
}

/** No tile of any colour. */
export const none = (letters: string): Heap => Array<number>(letters.length).fill(0);
export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** What all games start with: an empty market, all tiles in the bag. */
export const begun = (
  letters: string,
  { tiles, factories }: Pick<PositionEditor, "tiles" | "factories">,
  players: number,
) => ({
  round: 1,
  seat: 0,
  starter: 0,
  marker: -1,
  sources: times(1 + (factories[players] ?? 0), () => none(letters)),
  bag: none(letters).map(() => tiles),
});

/** The start of a game: all tiles in the bag. */
export const fresh = (game: PositionEditor, players = 2): Draft => ({
  game,
  state: game.fresh(players),
});

/** The heaps that only this game has, by field. */
export const ownHeaps = (state: State): Record<string, Heap> =>
  state as unknown as Record<string, Heap>;

// Counting

/** How many tiles of each colour the whole position holds. */
export function tally({ game, state }: Draft): Heap {
  const found = none(game.letters);
  const own = game.heaps.map(({ field }) => ownHeaps(state)[field] ?? []);
  for (const heap of [state.bag, ...state.sources, ...own])
    for (const [color, count] of heap.entries()) found[color] = (found[color] ?? 0) + count;
  for (const color of game.laid(state)) if (color >= 0) found[color] = (found[color] ?? 0) + 1;
  return found;
}

export const isWhole = (draft: Draft): boolean =>
  tally(draft).every((count) => count === draft.game.tiles);

// Changes: each returns a new draft

/** Edit a copy of the draft in place. */
export function changed<S extends State = State>(draft: Draft, change: (state: S) => void): Draft {
  const state = structuredClone(draft.state);
  change(state as S);
  return { ...draft, state };
}

/** Put whatever lies nowhere else into the bag. */
export function fillBag(draft: Draft): Draft {
  const counts = tally(draft);
  return changed(draft, (state) => {
    state.bag = state.bag.map((count, color) =>
      Math.max(0, count + draft.game.tiles - (counts[color] ?? 0)),
    );
  });
}

/** Change the number of players: seats and factories are added or removed at the end. */
export function resize(draft: Draft, players: number): Draft {
  const empty = draft.game.fresh(players);
  return changed(draft, (state) => {
    const { players: before } = state;
    state.options.players = players;
    state.sources = empty.sources.map((heap, at) => state.sources[at] ?? heap);
    state.players = empty.players.map((player, seat) => before[seat] ?? player) as typeof before;
    state.seat = Math.min(state.seat, players - 1);
    state.starter = Math.min(state.starter, players - 1);
    if (state.marker >= players) state.marker = -1;
  });
}

/** Clear the market and the boards; options, scores and turn stay. */
export function cleared(draft: Draft): Draft {
  const { options, phase, round, seat, starter, marker, bag, players } = draft.state;
  const empty = draft.game.fresh(players.length);
  const kept = { options, phase, round, seat, starter, marker, bag };
  const scored = empty.players.map((one, at) => ({ ...one, score: players[at]?.score ?? 0 }));
  return fillBag({ ...draft, state: { ...empty, ...kept, players: scored } as State });
}
