/** The story of moves: each take, then the scoring tile by tile. It only draws what was told. */

import type { Stage } from "../lib/scene";
import {
  type ClassicPlayer,
  type ClassicState,
  type Heap,
  type Played,
  type Step,
  sum,
} from "../lib/view";
import { deal, take } from "./moves";

const FLOOR_SPACES = 7;
const plus = (heap: Heap, color: number, count: number): Heap =>
  heap.map((number, other) => (other === color ? number + count : number));
const both = (one: Heap, other: Heap): Heap =>
  one.map((number, color) => number + (other[color] ?? 0));
const none: Heap = [0, 0, 0, 0, 0];

function seated(
  state: ClassicState,
  seat: number,
  change: (player: ClassicPlayer) => ClassicPlayer,
): ClassicState {
  return {
    ...state,
    players: state.players.map((player, number) => (number === seat ? change(player) : player)),
  };
}

/** Lay tiles on the floor line; what finds no space goes to the lid. */
function drop(state: ClassicState, seat: number, color: number, count: number): ClassicState {
  const floor = state.players[seat]?.floor ?? none;
  const free = Math.max(0, FLOOR_SPACES - sum(floor) - (state.marker === seat ? 1 : 0));
  const kept = Math.min(count, free);
  return seated({ ...state, lid: plus(state.lid, color, count - kept) }, seat, (player) => ({
    ...player,
    floor: plus(player.floor, color, kept),
  }));
}

function line(
  state: ClassicState,
  seat: number,
  row: number,
  held: [number, number],
): ClassicState {
  return seated(state, seat, (player) => ({
    ...player,
    lines: player.lines.map((old, number) => (number === row ? held : old)),
  }));
}

/** The table right after a take, before anything is scored. */
export function afterTake(state: ClassicState, played: Played): ClassicState | null {
  const it = take(played.move);
  const player = state.players[played.seat];
  const count = it ? (state.sources[it.source]?.[it.color] ?? 0) : 0;
  if (!it || !player || !count) return null;
  const rest = plus(state.sources[it.source] ?? none, it.color, -count);
  const sources = state.sources.map((heap, number) =>
    number === it.source
      ? it.source
        ? none
        : rest
      : number === 0 && it.source
        ? both(heap, rest)
        : heap,
  );
  const marker = it.source === 0 && state.marker < 0 ? played.seat : state.marker;
  const next = { ...state, sources, marker };
  if (it.row < 0) return drop(next, played.seat, it.color, count);
  const held = player.lines[it.row]?.[1] ?? 0;
  const laid = Math.min(count, it.row + 1 - held);
  return drop(
    line(next, played.seat, it.row, [it.color, held + laid]),
    played.seat,
    it.color,
    count - laid,
  );
}

/** The table after one scoring step; the floor is emptied when its loss has been seen. */
function afterStep(state: ClassicState, step: Step): ClassicState {
  const { seat, code } = step;
  const next = seated(state, seat, (player) => ({ ...player, score: player.score + step.points }));
  const row = Number(step.row) - 1;
  const color = Number(step.color);
  if (code === "tile")
    return seated(
      line({ ...next, lid: plus(next.lid, color, row) }, seat, row, [-1, 0]),
      seat,
      (player) => ({
        ...player,
        wall: player.wall.map((old, place) =>
          place === 5 * row + Number(step.column) - 1 ? color : old,
        ),
      }),
    );
  if (code === "stuck")
    return drop(line(next, seat, row, [-1, 0]), seat, color, Number(step.tiles));
  return next;
}

function sweep(state: ClassicState, seat: number): ClassicState {
  const floor = state.players[seat]?.floor ?? none;
  return seated({ ...state, lid: both(state.lid, floor) }, seat, (player) => ({
    ...player,
    floor: none,
  }));
}

const same = (one: ClassicState, other: ClassicState): boolean =>
  one.players.every(
    (player, seat) =>
      player.score === other.players[seat]?.score &&
      player.wall.join() === other.players[seat]?.wall.join(),
  );

/** The table with the factories that nature filled. */
function afterDeal(state: ClassicState, dealt: Heap[]): ClassicState {
  const swept = state.players.reduce((table, _, seat) => sweep(table, seat), state);
  const drawn = dealt.reduce(both, none);
  const refilled = drawn.some((count, color) => count > (swept.bag[color] ?? 0));
  const bag = refilled ? both(swept.bag, swept.lid) : swept.bag;
  return {
    ...swept,
    marker: -1,
    sources: [none, ...dealt],
    bag: bag.map((count, color) => count - (drawn[color] ?? 0)),
    lid: refilled ? none : swept.lid,
  };
}

/** What is shown between two states, one after the other; the last is `after`. */
export function stages(
  before: ClassicState,
  played: Played[],
  after: ClassicState,
): Stage<ClassicState>[] {
  const end = { state: after, step: null };
  const decisions = played.filter(({ seat }) => seat >= 0);
  if (decisions.length < 2 && !decisions[0]?.steps?.length) return [end];
  const found: Stage<ClassicState>[] = [];
  let state = before;
  for (const one of played) {
    const dealt = deal(one.move);
    if (dealt) state = afterDeal(state, dealt);
    else if (take(one.move)) {
      const taken = afterTake(state, one);
      if (!taken) return [end];
      state = taken;
      found.push({ state, step: null });
    }
    for (const step of one.steps ?? []) {
      const last = found.at(-1)?.step;
      if (last?.code === "floor") state = sweep(state, last.seat);
      state = afterStep(state, step);
      found.push({ state, step });
    }
  }
  return same(state, after) ? [...found, end] : [end];
}
