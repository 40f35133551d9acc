/** Where the tiles of the market lie: plates in a ring, clusters in the centre. In desktop pixels. */

import type { Heap } from "../../lib/view";
import type { Point } from "./geometry";

export interface TileSpot extends Point {
  color: number;
  joker: boolean;
}

export interface TileGroup extends Point {
  source: number;
  color: number;
  count: number;
  spots: TileSpot[];
  from: number; // the first and last quarter of the plate that it covers, 0 at the top
  to: number;
}

/** Ring radius and plate radius by the number of factories. */
export const ring = (factories: number): { R: number; r: number } =>
  factories <= 5 ? { R: 218, r: 75 } : factories <= 7 ? { R: 222, r: 70 } : { R: 226, r: 66 };

export function plateAt(factory: number, factories: number): Point {
  const { R } = ring(factories);
  const angle = ((factory - 1) * 2 * Math.PI) / factories;
  return { x: R * Math.sin(angle), y: -R * Math.cos(angle) };
}

// clockwise from the right, where the badge of a joker covers no other tile
const CORNERS: [number, number][] = [
  [0.3, 0],
  [0, 0.52],
  [-0.3, 0],
  [0, -0.52],
];

/** The tiles of a factory by colour, jokers first: four make a larger rhombus. `height` is that of a tile. */
export function onPlate(
  heap: Heap,
  source: number,
  joker: number,
  middle: Point,
  height: number,
): TileGroup[] {
  const colors = heap.map((_, color) => color).filter((color) => heap[color]);
  colors.sort((a, b) => Number(b === joker) - Number(a === joker) || a - b);
  let next = 0;
  return colors.map((color) => {
    const count = heap[color] ?? 0;
    const from = next;
    next += count;
    const spots = CORNERS.slice(from, next).map(([x, y]) => ({
      x: middle.x + x * height,
      y: middle.y + y * height,
      color,
      joker: color === joker,
    }));
    return { source, color, count, spots, from: from + 1, to: next, ...mean(spots) };
  });
}

/** The tiles of the centre: one cluster per colour, always in the same place. */
export function inCentre(heap: Heap, joker: number, dish: number): TileGroup[] {
  return heap.flatMap((count, color) => {
    if (!count) return [];
    const angle = (color * Math.PI) / 3;
    const [x, y] = [0.64 * dish * Math.sin(angle), -0.64 * dish * Math.cos(angle)];
    const shown = Math.min(count, 3);
    const spots = Array.from({ length: shown }, (_, at) => ({
      x: x + (at - (shown - 1) / 2) * 11 - 7,
      y,
      color,
      joker: color === joker,
    }));
    return [{ source: 0, color, count, spots, from: 0, to: 3, x, y }];
  });
}

function mean(spots: Point[]): Point {
  const total = spots.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: total.x / spots.length, y: total.y / spots.length };
}

/** The part of a plate that responds for a group. */
export function sector({ x, y }: Point, r: number, from: number, to: number): string {
  const on = (quarter: number) => {
    const angle = (quarter * Math.PI) / 2;
    return `${(x + r * Math.sin(angle)).toFixed(1)} ${(y - r * Math.cos(angle)).toFixed(1)}`;
  };
  if (to - from >= 3) return `M${on(0)}A${r} ${r} 0 0 1 ${on(2)}A${r} ${r} 0 0 1 ${on(4)}Z`;
  const large = to - from >= 2 ? 1 : 0;
  return `M${x.toFixed(1)} ${y.toFixed(1)}L${on(from - 0.5)}A${r} ${r} 0 ${large} 1 ${on(to + 0.5)}Z`;
}
