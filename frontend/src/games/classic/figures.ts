/** Boards for the figures of the rules. */

import { cells, heap } from "../../learn/boards";
import { colorOf } from "../../lib/tiles";
import { type ClassicState, usual } from "./view";

const NONE = ".....";

/** A classic board: five lines as words, five wall rows of letters and dots. */
export function classicBoard(lines: string[], wall: string[] = []): ClassicState {
  return {
    options: usual(2),
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
