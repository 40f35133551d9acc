/** Where tiles lie, and what must have travelled between two states. */

import type { Heap } from "./view";

/** Every place of a table with the tiles that lie there; the names are those of `data-place`. */
export type Places = Map<string, Heap>;

export interface Flight {
  color: number;
  from: string;
  to: string;
  count: number;
}

/** What must have travelled: per colour, the places that lost tiles to the places that gained some. */
export function flights(before: Places, after: Places): Flight[] {
  const found: Flight[] = [];
  const colors = Math.max(0, ...[...after.values()].map((heap) => heap.length));
  for (let color = 0; color < colors; color++) {
    const lost: [string, number][] = [];
    const gained: [string, number][] = [];
    for (const place of new Set([...before.keys(), ...after.keys()])) {
      const change = (after.get(place)?.[color] ?? 0) - (before.get(place)?.[color] ?? 0);
      if (change < 0) lost.push([place, -change]);
      if (change > 0) gained.push([place, change]);
    }
    for (const [to, want] of gained) {
      let missing = want;
      for (const source of lost) {
        const count = Math.min(missing, source[1]);
        if (!count) continue;
        found.push({ color, from: source[0], to, count });
        source[1] -= count;
        missing -= count;
      }
    }
  }
  return found;
}
