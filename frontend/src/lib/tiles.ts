/** Colours: names of the drawings, and letters of the notation. */

import { gameOf, type Rules } from "../games";
import type { ColorName } from "../games/game";

export const colorOf = (rules: Rules, letter: string): number =>
  letter ? gameOf(rules).letters.indexOf(letter) : -1;
export function colorName(rules: Rules, color: number): ColorName {
  const name = gameOf(rules).colors[color];
  if (!name) throw new RangeError(`no colour ${color} in ${rules}`);
  return name;
}
