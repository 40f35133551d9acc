/** The curve of a review, and what the pages make of its moves. */

import { describe, expect, it, vi } from "vitest";
import { api, patiently } from "../src/lib/api";
import { curve, nearest, scale } from "../src/study/graph";
import {
  apart,
  example,
  type Insights,
  type InsightsView,
  ladder,
  sizes,
  steps,
} from "../src/study/insights";
import { decisionAt, type Review, slipsOf } from "../src/study/review";
import { Studying } from "../src/study/studying.svelte";
import { chance, cost, weigh } from "../src/study/words";

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

describe("a server that gets ready", () => {
  const refusal = (code: string) => ({
    error: { code, text: "" },
    response: new Response(null, { status: 503, headers: { "retry-after": "0" } }),
  });
  it("is asked again until it answers", async () => {
    const answers = [refusal("warming"), refusal("warming"), { data: 7, response: new Response() }];
    const wait = vi.fn();
    const ask = async () => answers.shift() ?? refusal("busy");
    expect(await patiently(ask, wait, new AbortController().signal)).toBe(7);
    expect(wait).toHaveBeenCalledTimes(2);
    await expect(patiently(ask, wait, new AbortController().signal)).rejects.toThrow();
  });
});

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

it("rounds halves as the terminal does", () => {
  // test_languages.py has the same numbers
  expect([0.25, 0.75, -1.25, 1.35].map((value) => cost(value))).toEqual([
    "0.3",
    "0.8",
    "−1.3",
    "1.4",
  ]);
  expect([0.125, 0.965].map((value) => chance(value))).toEqual(["13%", "97%"]);
  const words = { seat: 0, what: "jokers", name: "Anna", better: true };
  const amount = (count: number) =>
    weigh({ kind: "jokers", seat: 0, points: 0, error: 0, count, thing: {} }, words).amount;
  expect([0.5, 2.5, -2.5].map(amount)).toEqual(["+1", "+3", "−3"]);
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
    expect(weigh(reason(1, -7), words)).toMatchObject({
      amount: "−7.0",
      text: "gives Anna points: rows",
    });
    expect(weigh(reason(1, -7, { is_loss: true }), words).text).toBe("spares Anna: rows");
  });

  it("may speak for the move played", () => {
    expect(weigh(reason(0, -3), words)).toEqual({ amount: "+3.0", text: "rows", isGood: true });
    expect(weigh(reason(1, 3), words)).toMatchObject({
      text: "takes points from Anna: rows",
      isGood: true,
    });
    expect(weigh(reason(1, 3, { is_loss: true }), words).text).toBe("costs Anna points: rows");
  });

  it("is turned round in a hint", () => {
    const told = weigh(reason(1, -7), { ...words, better: true });
    expect(told).toEqual({ amount: "+7.0", text: "takes points from Anna: rows", isGood: true });
  });

  it("may be counted, the start of a round in games", () => {
    const start = reason(0, 0, { kind: "start", count: 0.75 });
    expect(weigh(start, words).amount).toBe("−75%");
    expect(weigh(reason(0, 0, { count: 2 }), words).amount).toBe("−2");
  });
});

describe("insights", () => {
  it("place the player among the bots, the strongest first", () => {
    const rates = { pupil: 2, tiler: 1, mason: 0.5, artisan: 0.5, master: 0 };
    const compared = { error_rate: 0.7, rates } as unknown as NonNullable<Insights["compared"]>;
    const rows = ladder(compared);
    expect(rows.map(({ name }) => name)).toEqual([
      "master",
      "artisan",
      "mason",
      "",
      "tiler",
      "pupil",
    ]);
    expect(rows.filter(({ mine }) => mine)).toEqual([{ name: "", rate: 0.7, mine: true }]);
  });

  it("draw round numbers from nothing to what there is", () => {
    expect(steps(1.9)).toEqual([0, 0.5, 1, 1.5, 2]);
    expect(steps(0.3)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(steps(0)).toEqual([0, 0.1]);
    for (const most of [0.05, 0.7, 1, 3.3, 8, 39]) {
      const found = steps(most);
      expect(found.at(-1)).toBeGreaterThanOrEqual(most);
      expect(found.length).toBeLessThanOrEqual(5);
    }
  });

  it("name no two marks in the same place", () => {
    const marks = [10, 12, 30, 40, 47, 58].map((y) => ({ y }));
    expect(apart(marks, 17).map(({ y }) => y)).toEqual([10, 30, 47]);
  });

  it("lead from a cause to its dearest move", () => {
    const slips = [
      { game: 1, at: 5, kind: "floor", given: true },
      { game: 0, at: 9, kind: "floor", given: false },
      { game: 2, at: 7, kind: "floor", given: false },
    ];
    const insights = { slips } as unknown as Insights;
    const cause = { kind: "floor", given: false, points: 3, slips: 2 };
    expect(example(insights, cause)).toBe(slips[1]);
    expect(example(insights, { ...cause, kind: "row" })).toBeUndefined();
  });

  it("offer the numbers of players of the game that is shown", () => {
    const kinds = [
      { game: "one", players: 2, games: 1, reviewed: 0 },
      { game: "two", players: 2, games: 4, reviewed: 1 },
      { game: "two", players: 4, games: 2, reviewed: 0 },
    ];
    expect(sizes({ game: "two", kinds } as unknown as InsightsView)).toEqual([2, 4]);
  });
});

describe("a study that I lead", () => {
  it("sends one change after the other, even after one that is refused", async () => {
    const sent: string[] = [];
    const answer: (() => void)[] = [];
    const post = (_: string, { body }: { body: { title: string } }) => {
      sent.push(body.title);
      const response = new Response(null, { status: 409 });
      return new Promise((done) => answer.push(() => done({ error: {}, response })));
    };
    vi.spyOn(api, "POST").mockImplementation(post as unknown as typeof api.POST);
    const studying = new Studying("abc");
    const edits = ["one", "two"].map((title) => studying.edit({ title }));
    await Promise.resolve();
    expect(sent).toEqual(["one"]);
    answer[0]?.();
    await edits[0];
    await Promise.resolve();
    expect(sent).toEqual(["one", "two"]);
    answer[1]?.();
    await edits[1];
    vi.restoreAllMocks();
  });
});
