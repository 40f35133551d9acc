/** Nature's first deal, parsed. */

import { colorOf } from "../lib/tiles";
import type { Rules } from "../lib/view";

/** `=bkww/brkw` as the tiles of each factory. */
export function dealt(rules: Rules, move: unknown): number[][] {
  if (typeof move !== "string" || !move.startsWith("=")) return [];
  return move
    .slice(1)
    .split("/")
    .map((factory) => [...factory].map((letter) => colorOf(rules, letter)));
}
