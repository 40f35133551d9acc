/** Facts of a table that are told in words. */

import { variant as word } from "../lib/variants";
import type { ClassicState, PavilionState, View } from "../lib/view";

/** Which side of the boards, and which edition. */
export function variant({ rules, state }: Pick<View, "rules" | "state">): string {
  if (rules === "classic") return word("wall", (state as ClassicState).options.wall);
  const { board, edition } = (state as PavilionState).options;
  const side = word("board", board);
  return edition === "mini" ? `${side} · ${word("edition", edition)}` : side;
}

/** Whether the game ends with this round: the last of six, or a row of a wall that will be full. */
export function isLastRound({ rules, state, status, round }: View): boolean {
  if (status !== "playing") return false;
  if (rules === "pavilion") return round === 6;
  return (state as ClassicState).players.some(({ lines, wall }) =>
    lines.some(([color, count], row) => {
      const filled = wall.slice(5 * row, 5 * row + 5).filter((tile) => tile >= 0).length;
      return color >= 0 && count === row + 1 && filled === 4;
    }),
  );
}

/** The colour a move is about, as a letter; empty if there is none. */
export const letterOf = (move: string): string =>
  /^(?:\d|[A-Z]{1,2}\d|\*)([a-z])/.exec(move)?.[1] ?? "";
