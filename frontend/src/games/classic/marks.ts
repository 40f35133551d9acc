/** The marks on a board: the tiles laid last, and what a scoring step counts. */

import { type Played, type Step, taking } from "../../lib/view";
import { lay, take } from "./moves";
import type { ClassicState } from "./view";

export type Mark =
  | { place: "line"; row: number; from: number; count: number }
  | { place: "floor" }
  | { place: "wall"; row: number; column: number };

/** The tiles laid last that are still there. */
export function marked(state: ClassicState, played: Played | null): Mark | null {
  const laid = played && lay(played.move);
  if (laid) return { place: "wall", ...laid };
  const it = played && take(played.move);
  if (!it) return null;
  if (it.row < 0) return state.players[played.seat]?.floor[it.color] ? { place: "floor" } : null;
  const [color, count] = state.players[played.seat]?.lines[it.row] ?? [-1, 0];
  if (color !== it.color) return null;
  const fresh = Math.min(count, Number(taking(played)?.laid ?? count));
  return { place: "line", row: it.row, from: count - fresh, count: fresh };
}

const FIVE = [0, 1, 2, 3, 4];

/** The wall spaces that a step counts, and the one beside which its points are shown. */
export function counted(
  step: Step,
  wall: readonly number[],
): { spaces: [number, number][]; chip: [number, number] | null } {
  const row = Number(step.row) - 1;
  const column = Number(step.column) - 1;
  switch (step.code) {
    case "tile":
      return { spaces: [[row, column]], chip: [row, column] };
    case "row":
      return { spaces: FIVE.map((at) => [row, at]), chip: [row, 4] };
    case "column":
      return { spaces: FIVE.map((at) => [at, column]), chip: [0, column] };
    case "color": {
      const spaces = wall.flatMap((color, at): [number, number][] =>
        color === Number(step.color) ? [[Math.floor(at / 5), at % 5]] : [],
      );
      return { spaces, chip: spaces[0] ?? null };
    }
    default:
      return { spaces: [], chip: null };
  }
}
