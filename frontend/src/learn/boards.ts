/** Boards for the figures of the rules, from a few letters. */

import { colorOf } from "../lib/tiles";
import type { ClassicState, PavilionState } from "../lib/view";

const NONE = ".....";

const heap = (size: number): number[] => Array<number>(size).fill(0);

/** A classic board: five lines as words, five wall rows of letters and dots. */
export function classicBoard(lines: string[], wall: string[] = []): ClassicState {
  return {
    options: { players: 2, wall: "coloured", round_limit: 40 },
    phase: "take",
    round: 2,
    seat: 0,
    starter: 0,
    marker: -1,
    sources: Array.from({ length: 6 }, () => heap(5)),
    bag: heap(5),
    lid: heap(5),
    players: [
      {
        score: 0,
        lines: lines.map((line) => [colorOf("classic", line[0] ?? "?"), line.length]),
        wall: cells(
          "classic",
          Array.from({ length: 5 }, (_, row) => wall[row] ?? NONE),
        ),
        floor: heap(5),
      },
    ],
  };
}

/** A star board: six letters or dots for each of C NW NE E SE SW W. */
export function starBoard(stars: string[], board: "coloured" | "neutral"): PavilionState {
  return {
    options: {
      players: 2,
      edition: "2019",
      board,
      joker_order: "pgoybr",
      last_round_discard: "after_bonuses",
    },
    phase: "place",
    round: 1,
    seat: 0,
    starter: 0,
    marker: 0,
    picks: 0,
    sources: Array.from({ length: 6 }, () => heap(6)),
    supply: heap(6),
    bag: heap(6),
    tower: heap(6),
    players: [{ score: 5, spaces: cells("pavilion", stars), hand: heap(6), passed: false }],
  };
}

/** Letters and dots as colours, -1 where empty. */
export const cells = (rules: "classic" | "pavilion", rows: string[]): number[] =>
  [...rows.join("")].map((letter) => colorOf(rules, letter));
