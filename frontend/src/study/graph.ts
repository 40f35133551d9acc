/** The curve of a game: a seat's lead after every move, with the spread that luck may still cause. */

import type { Review } from "./review";

export interface MarginPoint {
  at: number; // moves made
  margin: number;
  spread: number;
}

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

/** A seat's lead at every position; between deals the spread is interpolated. */
export function curve(review: Review, seat: number): MarginPoint[] {
  const known = review.values.map((value) => value.spread[seat] ?? null);
  known[known.length - 1] = 0;
  let before = 0;
  return review.values.map((value, at) => {
    if (known[at] !== null) before = at;
    let after = known.findIndex((spread, index) => index >= at && spread !== null);
    if (after < 0) after = known.length - 1;
    const [a, b] = [known[before] ?? known[after] ?? 0, known[after] ?? 0];
    const share = after > before ? (at - before) / (after - before) : 0;
    return { at, margin: value.margins[seat] ?? 0, spread: a + (b - a) * share };
  });
}

/** An axis with round numbers that holds the curve and its spread. */
export function scale(points: MarginPoint[]): Scale {
  const low = Math.min(0, ...points.map(({ margin, spread }) => margin - spread));
  const high = Math.max(0, ...points.map(({ margin, spread }) => margin + spread));
  const step = [2, 5, 10, 20, 50, 100].find((size) => (high - low) / size <= 6) ?? 200;
  const from = Math.floor(low / step) * step;
  const to = Math.max(Math.ceil(high / step) * step, from + step);
  const ticks = [];
  for (let tick = from; tick <= to; tick += step) ticks.push(tick);
  return { low: from, high: to, ticks };
}

/** The ply nearest to a point on the curve, from 0 at its left to 1 at its right. */
export const nearest = (share: number, last: number): number =>
  Math.round(Math.min(1, Math.max(0, share)) * last);
