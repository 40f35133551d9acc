/** The curve of a review, and what is made of its moves. */

import { describe, expect, it } from "vitest";
import { curve, nearest, scale } from "../src/study/graph";
import { decisionAt, type Review, slipsOf } from "../src/study/review";

const value = (margin: number, spread: number[] = []) => ({
  margins: [margin, -margin],
  chances: [0.5, 0.5],
  spread,
});
const decision = (at: number, seat: number, grade: "best" | "blunder" | null) => ({
  kind: "decision" as const,
  at,
  round: 1,
  seat,
  move: "1b1",
  grade,
  loss: 0,
  chance_loss: 0,
  effects: [0, 0],
  candidates: [],
});
const review = {
  values: [value(0, [8, 8]), value(2), value(1), value(-3)],
  plies: [
    { kind: "deal", at: 0, round: 1, move: "=", luck: [2, -2], chance_luck: [0, 0] },
    decision(1, 0, "blunder"),
    decision(2, 1, "best"),
  ],
} as unknown as Review;

describe("the curve of a game", () => {
  it("has the lead of a seat, and a spread that goes from deal to deal down to nothing", () => {
    expect(curve(review, 0).map(({ margin }) => margin)).toEqual([0, 2, 1, -3]);
    expect(curve(review, 1).map(({ margin }) => margin)).toEqual([-0, -2, -1, 3]);
    const spreads = curve(review, 0).map(({ spread }) => spread);
    expect(spreads[0]).toBe(8);
    expect(spreads[3]).toBe(0);
    expect([...spreads].sort((a, b) => b - a)).toEqual(spreads);
  });
  it("fits between round numbers around zero", () => {
    const { low, high, ticks } = scale(curve(review, 0));
    expect(low).toBeLessThanOrEqual(-8);
    expect(high).toBeGreaterThanOrEqual(8);
    expect(ticks).toContain(0);
    expect(ticks.length).toBeLessThanOrEqual(8);
    expect(scale([{ at: 0, margin: 0, spread: 0 }]).high).toBeGreaterThan(0);
  });
  it("knows which ply is meant", () => {
    expect([-1, 0, 0.49, 1, 2].map((share) => nearest(share, 3))).toEqual([0, 0, 1, 3, 3]);
  });
});

describe("the moves of a review", () => {
  it("are found by the number of moves made", () => {
    expect(decisionAt(review, 1)).toBeNull();
    expect(decisionAt(review, 2)?.seat).toBe(0);
    expect(decisionAt(review, 9)).toBeNull();
  });
  it("are slips if they are graded so", () => {
    expect(slipsOf(review, 0).map(({ at }) => at)).toEqual([1]);
    expect(slipsOf(review, 1)).toEqual([]);
  });
});
