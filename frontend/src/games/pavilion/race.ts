/** The tile race: how many tiles each player has taken, counted from the moves. */

import { type Played, taking } from "../../lib/view";
import constants from "./constants.json";

/** The round of every move of a log that ends in round `round`: each deal starts the next. */
export function roundsOf(log: Played[], round: number): number[] {
  const isDeal = ({ move }: Played) => move[0] === "=";
  let now = round - log.filter(isDeal).length;
  return log.map((played) => {
    if (isDeal(played)) now += 1;
    return Math.max(1, now);
  });
}

export interface Lap {
  market: number;
  bonus: number;
}

/** How many tiles a seat has taken, round by round. */
export function laps(log: Played[], rounds: number[], seat: number): Lap[] {
  const found = Array.from({ length: constants.rounds }, (): Lap => ({ market: 0, bonus: 0 }));
  for (const [at, played] of log.entries()) {
    const took = played.seat === seat ? taking(played) : null;
    const lap = found[(rounds[at] ?? 0) - 1];
    if (took && lap) lap[took.code === "take" ? "market" : "bonus"] += Number(took.tiles);
  }
  return found;
}
