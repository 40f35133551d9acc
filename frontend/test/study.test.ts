/** The curve of a review, and what is made of its moves. */

import { beforeAll, describe, expect, it, vi } from "vitest";
import { overwriteGetLocale } from "../src/paraglide/runtime";
import { curve, nearest, scale } from "../src/study/graph";
import { decisionAt, type Review, slipsOf } from "../src/study/review";
import { weigh } from "../src/study/words";

vi.mock("../src/lib/language.svelte", () => ({ language: { now: "en" } }));
beforeAll(() => overwriteGetLocale(() => "en"));

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

describe("a reason", () => {
  const words = { seat: 0, what: "rows", name: "Anna" };
  const reason = (seat: number, points: number, more = {}) => ({
    kind: "row",
    seat,
    points,
    error: 0,
    ...more,
  });

  it("is what the move played costs, and whom it helps", () => {
    expect(weigh(reason(0, 2), words)).toEqual({ amount: "−2.0", text: "rows", isGood: false });
    expect(weigh(reason(1, -7), words)).toMatchObject({ amount: "−7.0", text: "helps Anna: rows" });
  });

  it("may speak for the move played", () => {
    expect(weigh(reason(0, -3), words)).toEqual({ amount: "+3.0", text: "rows", isGood: true });
    expect(weigh(reason(1, 3), words)).toMatchObject({ text: "against Anna: rows", isGood: true });
  });

  it("is turned round in a hint", () => {
    const told = weigh(reason(1, -7), { ...words, better: true });
    expect(told).toEqual({ amount: "+7.0", text: "against Anna: rows", isGood: true });
  });

  it("may be counted, the start of a round in games", () => {
    const start = reason(0, 0, { kind: "start", count: 0.75 });
    expect(weigh(start, words).amount).toBe("−75%");
    expect(weigh(reason(0, 0, { count: 1.5 }), words).amount).toBe("−1.5");
  });
});
