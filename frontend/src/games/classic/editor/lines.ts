/** Pattern lines and wall, as the editor changes them. */

import { printed, SIZE } from "../shape";

/** Tiles of a colour in a pattern line; an empty line has no colour. */
export const lineOf = (color: number, count: number): [number, number] =>
  count > 0 ? [color, count] : [-1, 0];

/** The colour printed on a space of the coloured wall. */
export const printedAt = (at: number): number => printed(Math.floor(at / SIZE), at % SIZE);
