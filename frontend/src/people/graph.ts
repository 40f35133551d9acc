/** The geometry of a chart: scales, ticks and paths. */

export type ChartPoint = readonly [x: number, y: number];

/** From values `low`..`high` to positions `from`..`to`. */
export function scale(low: number, high: number, from: number, to: number) {
  const span = high - low || 1;
  return (value: number): number => from + ((value - low) / span) * (to - from);
}

/** Round numbers within `low`..`high`, at most `most` of them. */
export function ticks(low: number, high: number, most = 5): number[] {
  let step = 1;
  for (let i = 0; Math.floor(high / step) - Math.ceil(low / step) + 1 > most; i++)
    step *= i % 3 === 1 ? 2.5 : 2; // 1 2 5 10 20 50 …
  const found: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

const round = (value: number): number => Math.round(value * 10) / 10;

export const line = (spots: readonly ChartPoint[]): string =>
  spots.map(([x, y], i) => `${i ? "L" : "M"}${round(x)} ${round(y)}`).join("");

/** The area between an upper and a lower line. */
export const band = (upper: readonly ChartPoint[], lower: readonly ChartPoint[]): string =>
  upper.length ? `${line([...upper, ...[...lower].reverse()])}Z` : "";

/** The index of the point nearest to `x`. */
export function nearest(spots: readonly ChartPoint[], x: number): number {
  let best = 0;
  for (const [i, spot] of spots.entries())
    if (Math.abs(spot[0] - x) < Math.abs((spots[best]?.[0] ?? 0) - x)) best = i;
  return best;
}
