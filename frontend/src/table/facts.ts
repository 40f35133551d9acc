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

/** The colour a move is about, as a letter; empty if there is none. */
export const letterOf = (move: string): string =>
  /^(?:\d|[A-Z]{1,2}\d|\*)([a-z])/.exec(move)?.[1] ?? "";
