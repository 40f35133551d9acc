/** Boards for the figures of the rules. */

import { cells, heap } from "../../learn/boards";
import constants from "./constants.json";
import { type PavilionState, usual } from "./view";

/** A star board: six letters or dots for each of C NW NE E SE SW W. */
export function starBoard(stars: string[], board: "coloured" | "neutral"): PavilionState {
  return {
    options: { ...usual(2), board },
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
    players: [
      { score: constants.score, spaces: cells("pavilion", stars), hand: heap(6), passed: false },
    ],
  };
}
