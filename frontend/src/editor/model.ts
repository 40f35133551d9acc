/** A position in the making: its parts, and what can be changed. No rule is checked here. */

import { letters } from "../lib/tiles";
import type {
  ClassicPlayer,
  ClassicState,
  Heap,
  PavilionPlayer,
  PavilionState,
  Rules,
} from "../lib/view";
import { STARS } from "../pavilion/geometry";

export interface ClassicDraft {
  rules: "classic";
  state: ClassicState;
}
export interface PavilionDraft {
  rules: "pavilion";
  state: PavilionState;
}
export type Draft = ClassicDraft | PavilionDraft;

export const TILES: Record<Rules, number> = { classic: 20, pavilion: 22 }; // of each colour
export const FACTORIES: Record<number, number> = { 2: 5, 3: 7, 4: 9 }; // by number of players
export const PHASES = {
  classic: ["deal", "take", "tile", "over"],
  pavilion: ["fill", "deal", "take", "place", "pick", "refill", "over"],
} as const;
export const JOKER_ORDERS = { standard: "pgoybr", alternative: "orbygp" };
export const SIZE = 5; // of a wall
export const SLOTS = 6; // of a star

/** The colour printed on a space of the coloured wall. */
export const printed = (at: number): number => ((at % SIZE) - Math.floor(at / SIZE) + SIZE) % SIZE;

export const none = (rules: Rules): Heap =>
  letters(rules)
    .split("")
    .map(() => 0);
export const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

// A draft from nothing

const classicPlayer = (): ClassicPlayer => ({
  score: 0,
  lines: times(SIZE, () => [-1, 0] as [number, number]),
  wall: times(SIZE * SIZE, () => -1),
  floor: none("classic"),
});

const pavilionPlayer = (): PavilionPlayer => ({
  score: 5,
  spaces: times(STARS.length * SLOTS, () => -1),
  hand: none("pavilion"),
  passed: false,
});

/** The beginning of a game: all tiles in the bag. */
export function fresh(rules: Rules, players = 2): Draft {
  const shared = { round: 1, seat: 0, starter: 0, marker: -1 };
  const sources = times(1 + (FACTORIES[players] ?? 5), () => none(rules));
  const bag = none(rules).map(() => TILES[rules]);
  if (rules === "classic")
    return {
      rules,
      state: {
        options: { players, wall: "coloured", round_limit: 40 },
        phase: "deal",
        ...shared,
        sources,
        bag,
        lid: none(rules),
        players: times(players, classicPlayer),
      },
    };
  return {
    rules,
    state: {
      options: {
        players,
        edition: "2019",
        board: "coloured",
        joker_order: JOKER_ORDERS.standard,
        last_round_discard: "after_bonuses",
      },
      phase: "fill",
      ...shared,
      picks: 0,
      sources,
      supply: none(rules),
      bag,
      tower: none(rules),
      players: times(players, pavilionPlayer),
    },
  };
}

// Counting

/** How many tiles of each colour the whole position holds. */
export function tally({ rules, state }: Draft): Heap {
  const found = none(rules);
  const add = (heap: Heap) => {
    for (const [color, count] of heap.entries()) found[color] = (found[color] ?? 0) + count;
  };
  const lay = (color: number, count = 1) => {
    if (color >= 0) found[color] = (found[color] ?? 0) + count;
  };
  add(state.bag);
  for (const heap of state.sources) add(heap);
  if ("lid" in state) {
    add(state.lid);
    for (const player of state.players) {
      add(player.floor);
      for (const [color, count] of player.lines) lay(color, count);
      for (const color of player.wall) lay(color);
    }
  } else {
    add(state.tower);
    add(state.supply);
    for (const player of state.players) {
      add(player.hand);
      for (const color of player.spaces) lay(color);
    }
  }
  return found;
}

export const isWhole = (draft: Draft): boolean =>
  tally(draft).every((count) => count === TILES[draft.rules]);

// Changes: each answers with a new draft

/** Change parts of a draft in place, on a copy. */
export function changed<D extends Draft>(draft: D, change: (state: D["state"]) => void): D {
  const copy = structuredClone(draft);
  change(copy.state);
  return copy;
}

/** What lies nowhere else is in the bag. */
export function fillBag(draft: Draft): Draft {
  const counts = tally(draft);
  return changed(draft, (state) => {
    state.bag = state.bag.map((count, color) =>
      Math.max(0, count + TILES[draft.rules] - (counts[color] ?? 0)),
    );
  });
}

/** Another number of players: seats and factories come or go at the end. */
export function resize(draft: Draft, players: number): Draft {
  const resized = changed(draft as Draft, (state) => {
    const empty = fresh(draft.rules, players).state;
    state.options.players = players;
    state.sources = empty.sources.map((heap, at) => state.sources[at] ?? heap);
    if ("tower" in state && "tower" in empty)
      state.players = empty.players.map((player, seat) => state.players[seat] ?? player);
    if ("lid" in state && "lid" in empty)
      state.players = empty.players.map((player, seat) => state.players[seat] ?? player);
    state.seat = Math.min(state.seat, players - 1);
    state.starter = Math.min(state.starter, players - 1);
    if (state.marker >= players) state.marker = -1;
  });
  return resized;
}

/** Another phase of the same game. */
export function setPhase(state: Draft["state"], phase: string): void {
  if ("tower" in state) state.phase = PHASES.pavilion.find((one) => one === phase) ?? state.phase;
  else state.phase = PHASES.classic.find((one) => one === phase) ?? state.phase;
}

/** Put tiles of a colour into a pattern line, or take some out; an empty line has no colour. */
export const lineOf = (color: number, count: number): [number, number] =>
  count > 0 ? [color, count] : [-1, 0];

/** Every tile off the market and the boards; options, scores and turn stay. */
export function cleared(draft: Draft): Draft {
  const empty = fresh(draft.rules, draft.state.players.length).state;
  return fillBag(
    changed(draft, (state) => {
      state.sources = empty.sources;
      if ("lid" in state && "lid" in empty) {
        state.lid = empty.lid;
        state.players = empty.players.map((player, seat) => ({
          ...player,
          score: state.players[seat]?.score ?? 0,
        }));
      } else if ("tower" in state && "tower" in empty) {
        state.tower = empty.tower;
        state.supply = empty.supply;
        state.players = empty.players.map((player, seat) => ({
          ...player,
          score: state.players[seat]?.score ?? 5,
        }));
      }
    }),
  );
}
