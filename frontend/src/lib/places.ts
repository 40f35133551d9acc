/** Where tiles lie, and which must have moved between two states. */

import type { Heap } from "./view";

/** Every place on a table with the tiles there; the names are those of `data-place`. */
export type TilePlaces = Map<string, Heap>;

export interface Flight {
  color: number;
  from: string;
  to: string;
  count: number;
}

/** How many tiles of the same colour and place each flight leaves to those before it. */
export function taken(all: Flight[]): number[] {
  const gone = new Map<string, number>();
  return all.map(({ color, from, count }) => {
    const key = `${from} ${color}`;
    const before = gone.get(key) ?? 0;
    gone.set(key, before + count);
    return before;
  });
}

/** What must have moved, per colour: from places that lost tiles to places that gained some. */
export function flights(before: TilePlaces, after: TilePlaces): Flight[] {
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
