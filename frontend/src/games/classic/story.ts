/** How moves are shown: each take, then the scoring tile by tile. It only draws what the steps say. */

import { type Heap, type Played, type Step, scoring, taking } from "../../lib/view";
import type { SceneStage } from "../game";
import { deal, lay, take } from "./moves";
import type { ClassicPlayer, ClassicState } from "./view";

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

/** Tiles that fall to the floor line, and those for which there is no space left. */
function drop(state: ClassicState, color: number, step: Step): ClassicState {
  return seated(
    { ...state, lid: plus(state.lid, color, Number(step.lid)) },
    step.seat,
    (player) => ({
      ...player,
      floor: plus(player.floor, color, Number(step.floor)),
    }),
  );
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
  const step = taking(played);
  const source = state.sources[it?.source ?? -1];
  if (!it || !step || !source?.[it.color]) return null;
  const rest = plus(source, it.color, -Number(step.tiles));
  const sources = state.sources.map((heap, number) => (number === it.source ? none : heap));
  sources[0] = both(sources[0] ?? none, rest);
  const marker = step.marker ? played.seat : state.marker;
  const next = drop({ ...state, sources, marker }, it.color, step);
  const held = state.players[played.seat]?.lines[it.row]?.[1] ?? 0;
  return step.laid ? line(next, played.seat, it.row, [it.color, held + Number(step.laid)]) : next;
}

/** The table after one scoring step; the floor line is cleared once its loss has been shown. */
function afterStep(state: ClassicState, step: Step): ClassicState {
  const { seat, code } = step;
  const next = seated(state, seat, (player) => ({ ...player, score: player.score + step.points }));
  const row = Number(step.row) - 1;
  const color = Number(step.color);
  const held = state.players[seat]?.lines[row]?.[1] ?? 1;
  if (code === "tile")
    return seated(
      line({ ...next, lid: plus(next.lid, color, held - 1) }, seat, row, [-1, 0]),
      seat,
      (player) => ({
        ...player,
        wall: player.wall.map((old, place) =>
          place === 5 * row + Number(step.column) - 1 ? color : old,
        ),
      }),
    );
  if (code === "stuck") return drop(line(next, seat, row, [-1, 0]), color, step);
  return next;
}

/** The table right after a tile was laid on the wall; its points come with the answer. */
export function afterLay(state: ClassicState, { move, seat, steps }: Played): ClassicState | null {
  const tile = steps?.find((step) => step.code === "tile" && step.seat === seat);
  return lay(move) && tile ? afterStep(state, { ...tile, points: 0 }) : null;
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

/** What is shown between two states, in order; the last is `after`. */
export function stages(
  before: ClassicState,
  played: Played[],
  after: ClassicState,
): SceneStage<ClassicState>[] {
  const end = { state: after, step: null };
  const decisions = played.filter(({ seat }) => seat >= 0);
  if (decisions.length < 2 && !decisions.some((one) => scoring(one).length)) return [end];
  const found: SceneStage<ClassicState>[] = [];
  let state = before;
  for (const one of played) {
    if (deal(one.move)) break; // the deal needs no stage of its own
    if (take(one.move)) {
      const taken = afterTake(state, one);
      if (!taken) return [end];
      state = taken;
      found.push({ state, step: null });
    }
    for (const step of scoring(one)) {
      const last = found.at(-1)?.step;
      if (last?.code === "floor") state = sweep(state, last.seat);
      state = afterStep(state, step);
      found.push({ state, step });
    }
  }
  return same(state, after) ? [...found, end] : [end];
}
