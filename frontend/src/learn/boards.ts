/** Boards for the figures of the rules, parsed from letters. */

import { colorOf } from "../lib/tiles";
import type { Rules } from "../lib/view";

/** No tiles of this many colours. */
export const heap = (size: number): number[] => Array<number>(size).fill(0);

/** Letters and dots as colours, -1 for empty. */
export const cells = (rules: Rules, rows: string[]): number[] =>
  [...rows.join("")].map((letter) => colorOf(rules, letter));
