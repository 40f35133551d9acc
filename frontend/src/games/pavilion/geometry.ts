/** The star board: where its spaces and features lie, and what is printed on them. Unit: a rhombus side; y down. */

import constants from "./constants.json";

export const STARS = ["C", "NW", "NE", "E", "SE", "SW", "W"] as const;
export type StarName = (typeof STARS)[number];
export type Side = "coloured" | "neutral";
export type FeatureKind = "pillar" | "statue" | "window";
export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

export interface Point {
  x: number;
  y: number;
}

export interface Feature {
  kind: FeatureKind;
  star: number; // the outer star it belongs to; a statue stands between this star and the next
  tiles: number;
  spaces: number[];
  at: Point;
}

export const ROOT = Math.sqrt(3);
export const WIDTH = 9.84; // of a board, including windows
export const HEIGHT = 8.78;
export const SPACES = Array.from({ length: 42 }, (_, space) => space);
export const MULTICOLOR = -1;
export const STAR_COLORS: readonly number[] = constants.star_colors; // printed on the coloured side
const STAR_BONUSES: Record<number, number> = constants.star_bonuses;
export const NUMBER_BONUSES: Record<number, number> = constants.number_bonuses;

const round = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;

/** The point at a distance, so many sixths of a turn clockwise from the top. */
function towards({ x, y }: Point, sixths: number, distance: number): Point {
  const angle = (sixths * Math.PI) / 3;
  return { x: round(x + distance * Math.sin(angle)), y: round(y - distance * Math.cos(angle)) };
}

const MIDDLE: Point = { x: 0, y: 0 };
export const starOf = (space: number): number => Math.floor(space / 6);
export const starName = (star: number): StarName => STARS[star] ?? "C";

/** The centre of a star. */
export const starAt = (star: number): Point => (star ? towards(MIDDLE, star - 1.5, 3) : MIDDLE);

/** Where the tip of a space points, in sixths clockwise from the top. */
export const turnOf = (space: number): number => (starOf(space) + (space % 6)) % 6;

/** The centre of a space. */
export const spaceAt = (space: number): Point =>
  towards(starAt(starOf(space)), turnOf(space), ROOT / 2);

/** The corners of a space, clockwise from the centre of its star. */
export function corners(space: number): Point[] {
  const [start, turn] = [starAt(starOf(space)), turnOf(space)];
  return [
    start,
    towards(start, turn - 0.5, 1),
    towards(start, turn, ROOT),
    towards(start, turn + 0.5, 1),
  ];
}

/** The number printed on a space. */
export const numberOf = (side: Side, space: number): number => constants.numbers[side][space] ?? 0;

/** The centre of a feature. */
const FEATURE_AT: Record<FeatureKind, (star: number) => Point> = {
  pillar: (star) => towards(MIDDLE, star - 1.5, 1.5),
  statue: (star) => towards(MIDDLE, star - 1, 1.5 * ROOT),
  window: (star) => towards(MIDDLE, star - 1.5, 4.55),
};

export const FEATURES: Feature[] = constants.features.map((feature) => {
  const kind = feature.kind as FeatureKind;
  return { ...feature, kind, at: FEATURE_AT[kind](feature.star) };
});

export const isSurrounded = (feature: Feature, spaces: number[]): boolean =>
  feature.spaces.every((space) => (spaces[space] ?? -1) >= 0);

/** What a star scores when complete, as far as its tiles tell; null if they do not. */
export function starBonus(side: Side, spaces: number[], star: number): number | null {
  if (side === "coloured") return STAR_BONUSES[STAR_COLORS[star] ?? MULTICOLOR] ?? null;
  const laid = spaces.slice(6 * star, 6 * star + 6).filter((color) => color >= 0);
  if (laid.length < 2) return null;
  return STAR_BONUSES[laid[0] === laid[1] ? (laid[0] ?? 0) : MULTICOLOR] ?? null;
}

/** The nearest point in the direction of an arrow key; null if there is none. */
export function nearest<T extends Point>(from: Point, all: T[], key: Arrow): T | null {
  let best: T | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const to of all) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const across = key === "ArrowLeft" || key === "ArrowRight";
    const along = (across ? dx : dy) * (key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1);
    const aside = Math.abs(across ? dy : dx);
    if (along < 1e-3) continue;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [to, far];
  }
  return best;
}

export const isArrow = (key: string): key is Arrow => /^Arrow(Up|Down|Left|Right)$/.test(key);
