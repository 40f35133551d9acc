/** The tile race: what everybody has taken, replayed from the moves for display only. */

import type { Heap, Played } from "../lib/view";
import { brought, jokerOf, parse } from "./moves";

export interface Taken {
  tiles: Heap;
  market: boolean; // else a bonus tile
  round: number;
}

/** What each move brought its seat; null for moves that bring nothing or cannot be told. */
export function takings(log: Played[], order: string, round: number): (Taken | null)[] {
  const deals = log.filter(({ move }) => move[0] === "=").length;
  let now = Math.max(0, round - deals);
  let sources: Heap[] | null = null; // unknown if the game began in the middle of a round
  return log.map(({ move: text }) => {
    const move = parse(text);
    if (move.kind === "deal") {
      now += 1;
      sources = [order.split("").map(() => 0), ...move.factories];
    }
    if (move.kind === "pick") {
      const tiles = order.split("").map((_, color) => Number(color === move.color));
      return { tiles, market: false, round: Math.max(1, now) };
    }
    const source = move.kind === "take" ? sources?.[move.source] : undefined;
    if (move.kind !== "take" || !source || !sources) return null;
    const { taken, rest } = brought(source, move.color, jokerOf(order, now));
    sources[move.source] = rest.map((count) => (move.source ? 0 : count));
    if (move.source) sources[0] = (sources[0] ?? []).map((count, at) => count + (rest[at] ?? 0));
    return { tiles: taken, market: true, round: now };
  });
}

export interface Lap {
  market: number;
  bonus: number;
}

/** How many tiles a seat has taken, round by round. */
export function laps(log: Played[], all: (Taken | null)[], seat: number, rounds = 6): Lap[] {
  const found: Lap[] = Array.from({ length: rounds }, () => ({ market: 0, bonus: 0 }));
  for (const [at, taken] of all.entries()) {
    const lap = taken && log[at]?.seat === seat ? found[taken.round - 1] : undefined;
    if (!taken || !lap) continue;
    lap[taken.market ? "market" : "bonus"] += taken.tiles.reduce((a, b) => a + b, 0);
  }
  return found;
}
