/** Colours of both games: names of the drawings, and letters of the notation. */

import type { Rules } from "./view";

export const CLASSIC = ["blue", "yellow", "red", "black", "white"] as const;
export const PAVILION = ["purple", "green", "orange", "yellow", "blue", "red"] as const;
export type ColorName = (typeof CLASSIC)[number] | (typeof PAVILION)[number];

const LETTERS = { classic: "byrkw", pavilion: "pgoybr" };

export const letters = (rules: Rules): string => LETTERS[rules];
export const letter = (rules: Rules, color: number): string => LETTERS[rules][color] ?? "?";
export const colorOf = (rules: Rules, letter: string): number =>
  letter ? LETTERS[rules].indexOf(letter) : -1;
export function colorName(rules: Rules, color: number): ColorName {
  const name = rules === "classic" ? CLASSIC[color] : PAVILION[color];
  if (!name) throw new RangeError(`no colour ${color} in ${rules}`);
  return name;
}
