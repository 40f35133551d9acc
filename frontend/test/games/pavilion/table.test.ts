import { describe, expect, test } from "vitest";
import { ahead } from "../../../src/games/pavilion/ahead";
import { starBoard } from "../../../src/games/pavilion/figures";
import {
  corners,
  FEATURES,
  nearest,
  numberOf,
  SPACES,
  STARS,
  spaceAt,
  starAt,
  starBonus,
  turnOf,
} from "../../../src/games/pavilion/geometry";
import { inCentre, onPlate } from "../../../src/games/pavilion/market";
import { best, parse, sensible, sorted, tilesOf } from "../../../src/games/pavilion/moves";
import { places, stages } from "../../../src/games/pavilion/places";
import { laps, roundsOf } from "../../../src/games/pavilion/race";
import type { PavilionState } from "../../../src/games/pavilion/view";
import { move } from "../../../src/games/pavilion/words";
import type { Played, Step } from "../../../src/lib/view";
import { sum } from "../../../src/lib/view";

const TAKE: Step = { seat: 0, kind: "taking", code: "take", points: 0, marker: 0 };

describe("the board", () => {
  // pavilion 2.2 and 2.3: the printed numbers by direction N NE SE S SW NW
  const COLOURED = ["123456", "612345", "561234", "456123", "345612", "234561", "123456"];
  const NEUTRAL = ["333333", "632145", "563214", "456321", "145632", "214563", "321456"];
  const printed = (side: "coloured" | "neutral", star: number) =>
    [0, 1, 2, 3, 4, 5]
      .map(
        (turn) =>
          SPACES.find((space) => Math.floor(space / 6) === star && turnOf(space) === turn) ?? -1,
      )
      .map((space) => numberOf(side, space))
      .join("");

  test("has its numbers where they are printed", () => {
    expect(STARS.map((_, star) => printed("coloured", star))).toEqual(COLOURED);
    expect(STARS.map((_, star) => printed("neutral", star))).toEqual(NEUTRAL);
  });

  test("has its corners where the facts have them (there y points up)", () => {
    expect(corners(0)).toEqual([
      { x: 0, y: 0 },
      { x: -0.5, y: -0.866025 },
      { x: 0, y: -1.732051 },
      { x: 0.5, y: -0.866025 },
    ]);
    expect(corners(1)[2]).toEqual({ x: 1.5, y: -0.866025 });
    expect(starAt(3)).toEqual({ x: 3, y: 0 });
    expect(starAt(1)).toEqual({ x: -1.5, y: -2.598076 });
  });

  test("has 18 features with 60 sides and 36 bonus tiles", () => {
    expect(FEATURES).toHaveLength(18);
    expect(FEATURES.flatMap((feature) => feature.spaces)).toHaveLength(60);
    expect(sum(FEATURES.map((feature) => feature.tiles))).toBe(36);
    const pillar = FEATURES.find((feature) => feature.kind === "pillar" && feature.star === 1);
    expect(pillar?.spaces).toEqual([0, 5, 7, 8]); // centre 1, 6, orange 2, 3
    const statue = FEATURES.find((feature) => feature.kind === "statue" && feature.star === 6);
    expect(statue?.spaces).toEqual([8, 9, 36, 37]); // orange 3, 4, purple 1, 2
  });

  test("knows what a star is worth as far as its tiles tell", () => {
    const spaces = SPACES.map(() => -1);
    expect(starBonus("coloured", spaces, 0)).toBe(12);
    expect(starBonus("coloured", spaces, 6)).toBe(20);
    expect(starBonus("neutral", spaces, 6)).toBeNull();
    expect(starBonus("neutral", [5, -1, 5, ...spaces.slice(3)], 0)).toBe(14);
    expect(starBonus("neutral", [5, -1, 4, ...spaces.slice(3)], 0)).toBe(12);
  });

  test("is walked with arrow keys", () => {
    const all = SPACES.map((space) => ({ space, ...spaceAt(space) }));
    expect(nearest(spaceAt(0), all, "ArrowDown")?.space).toBe(3);
    expect(nearest(spaceAt(18 + 1), all, "ArrowRight")?.space).toBe(18 + 5);
    expect(nearest(spaceAt(9), all, "ArrowLeft")).not.toBeNull();
  });
});

describe("moves", () => {
  test("are read", () => {
    expect(parse("2r")).toEqual({ kind: "take", source: 2, color: 5 });
    expect(parse("E6b3")).toEqual({ kind: "place", space: 23, color: 4, jokers: 3 });
    expect(parse("*g")).toEqual({ kind: "pick", color: 1 });
    expect(parse("pass")).toEqual({ kind: "pass", kept: [0, 0, 0, 0, 0, 0] });
    expect(parse("pass:pgg")).toEqual({ kind: "pass", kept: [1, 2, 0, 0, 0, 0] });
    expect(parse("=pg//rr")).toMatchObject({ kind: "deal", factories: { length: 3 } });
    expect(() => parse("2r4")).toThrow(RangeError);
  });

  test("bring what their steps tell", () => {
    expect(tilesOf({ ...TAKE, color: 5, tiles: 3, jokers: 1, joker: 0 })).toEqual([
      1, 0, 0, 0, 0, 2,
    ]);
    expect(tilesOf({ ...TAKE, color: 0, tiles: 1, jokers: 1, joker: 0 })).toEqual([
      1, 0, 0, 0, 0, 0,
    ]);
  });

  test("are sorted by what is pointed at", () => {
    const step = (points: number): Step[] => [{ seat: 0, kind: "turn", code: "place", points }];
    const found = sorted([
      { move: "C1b0", steps: step(2) },
      { move: "C1r0", steps: step(2) },
      { move: "C1r1", steps: step(3) },
      { move: "pass" },
    ]);
    const offers = found.spaces.get(0) ?? [];
    expect(offers.map((offer) => [offer.color, offer.ways.length])).toEqual([
      [4, 1],
      [5, 2],
    ]);
    expect(best(offers)).toBe(3);
    expect(found.passes).toHaveLength(1);
  });

  test("keep as many as allowed, the next joker first", () => {
    const passes = ["", "ggrr", "gbrr", "bbrr", "ggbr"].map((kept) => {
      const move = parse(kept ? `pass:${kept}` : "pass");
      return { kept: move.kind === "pass" ? move.kept : [], legal: { move: kept } };
    });
    expect(sensible(passes, 1)).toEqual([0, 2, 0, 0, 0, 2]);
    expect(sensible(passes, -1)).toEqual([0, 2, 0, 0, 0, 2]);
  });
});

test("a move names the number that is printed on its side of the board", () => {
  const stars = Array<string>(7).fill("......");
  const told = (["coloured", "neutral"] as const).map((side) =>
    move({ seat: 0, move: "E1b0", steps: [] }, starBoard(stars, side)),
  );
  expect(told[0]).toMatch(/\b1\b/);
  expect(told[1]).toMatch(/\b3\b/);
});

describe("the tile race", () => {
  const take = (seat: number, move: string, tiles: number, code = "take"): Played => ({
    seat,
    move,
    steps: [{ ...TAKE, seat, code, tiles }],
  });
  const log: Played[] = [
    { seat: -1, move: "+ppppp" },
    { seat: -1, move: "=pprr/gggg" },
    take(0, "1r", 3),
    take(1, "2g", 4),
    take(0, "0p", 1),
    {
      seat: 1,
      move: "E1b0",
      steps: [{ ...TAKE, seat: 1, kind: "turn", code: "place", points: 1 }],
    },
    take(1, "*r", 1, "pick"),
    { seat: -1, move: "=rrrg" },
    take(1, "1r", 4),
  ];

  test("counts takes and picks by round", () => {
    const rounds = roundsOf(log, 2);
    expect(rounds).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 2]);
    expect(laps(log, rounds, 0).slice(0, 2)).toEqual([
      { market: 4, bonus: 0 },
      { market: 0, bonus: 0 },
    ]);
    expect(laps(log, rounds, 1).slice(0, 2)).toEqual([
      { market: 4, bonus: 1 },
      { market: 4, bonus: 0 },
    ]);
  });

  test("knows the round of a game that begins in the middle of one", () => {
    expect(roundsOf(log.slice(2), 3)).toEqual([2, 2, 2, 2, 2, 3, 3]);
  });
});

describe("the market", () => {
  test("puts jokers first and keeps colours together", () => {
    const groups = onPlate([1, 0, 2, 1, 0, 0], 3, 0, { x: 0, y: 0 }, 60);
    expect(groups.map(({ color, from, to }) => [color, from, to])).toEqual([
      [0, 1, 1],
      [2, 2, 3],
      [3, 4, 4],
    ]);
    expect(inCentre([7, 0, 0, 0, 0, 1], 0, 130).map((group) => group.spots.length)).toEqual([3, 1]);
  });
});

describe("the story of a move", () => {
  const player = {
    score: 5,
    spaces: SPACES.map(() => -1),
    hand: [1, 0, 0, 0, 0, 0],
    passed: false,
  };
  const before = {
    options: {
      players: 2,
      edition: "2019",
      board: "coloured",
      joker_order: "pgoybr",
      last_round_discard: "after_bonuses",
    },
    phase: "place",
    round: 6,
    seat: 0,
    starter: 0,
    marker: 0,
    picks: 0,
    sources: [[0, 0, 0, 0, 0, 0]],
    supply: [0, 0, 0, 0, 0, 0],
    bag: [0, 0, 0, 0, 0, 0],
    tower: [0, 0, 0, 0, 0, 0],
    players: [player, player],
  } satisfies PavilionState;

  test("lets the scores grow and ends with the state after it", () => {
    const after: PavilionState = {
      ...before,
      phase: "over",
      players: [
        { ...player, score: 21 },
        { ...player, score: 4 },
      ],
    };
    const steps: Step[] = [
      { seat: 0, kind: "end", code: "star", points: 16, star: 4, color: 3 },
      { seat: 1, kind: "end", code: "leftover", points: -1, tiles: 1, loss: 1 },
    ];
    const moves = steps.map((step) => ({ seat: step.seat, move: "pass", steps: [step] }));
    expect(stages(before, moves, after)).toEqual(
      stages(before, [{ seat: 0, move: "pass", steps }], after),
    );
    const told = stages(before, moves, after);
    expect(told.map(({ state }) => state.players.map(({ score }) => score))).toEqual([
      [21, 5],
      [21, 4],
      [21, 4],
    ]);
    expect(told.map(({ step }) => step?.code ?? "")).toEqual(["star", "leftover", ""]);
    expect(told[0]?.state.phase).toBe("place");
    expect(told.at(-1)?.state).toBe(after);
  });

  test("knows every place", () => {
    const all = places(before);
    expect(all.size).toBe(1 + 3 + 2 + 84);
    expect(all.get("hand-1")).toEqual([1, 0, 0, 0, 0, 0]);
  });
});

describe("my own move, before the answer", () => {
  const stars = Array<string>(7).fill("......");
  const state = (changes: Partial<PavilionState>): PavilionState => ({
    ...starBoard(stars, "coloured"),
    ...changes,
  });
  const player = { score: 5, spaces: Array<number>(42).fill(-1), passed: false };

  test("a bonus tile comes from the supply", () => {
    const before = state({ picks: 2, supply: [0, 3, 0, 0, 0, 0] });
    const after = ahead(before, 0, { move: "*g", steps: [] });
    expect(after?.supply[1]).toBe(2);
    expect(after?.players[0]?.hand[1]).toBe(1);
    expect(after?.picks).toBe(1);
  });

  test("who passes keeps some tiles, and the others go to the tower", () => {
    const before = state({ players: [{ ...player, hand: [0, 4, 0, 0, 0, 2] }] });
    const after = ahead(before, 0, { move: "pass:gggg", steps: [] });
    expect(after?.players[0]).toMatchObject({ hand: [0, 4, 0, 0, 0, 0], passed: true });
    expect(after?.tower[5]).toBe(2);
    expect(after?.players[0]?.score).toBe(5); // the server decides what it costs
  });

  test("a tile is paid for as the step says, with its jokers", () => {
    const before = state({ players: [{ ...player, hand: [2, 0, 0, 0, 3, 0] }] });
    const place: Step = { ...TAKE, kind: "turn", code: "place", points: 1, number: 4 };
    const after = ahead(before, 0, { move: "E4b1", steps: [place] });
    expect(after?.players[0]).toMatchObject({ hand: [1, 0, 0, 0, 0, 0] });
    expect(after?.players[0]?.spaces[21]).toBe(4);
    expect(after?.tower).toEqual([1, 0, 0, 0, 2, 0]);
  });

  test("the last pass is waited for", () => {
    const before = state({ round: 6, players: [{ ...player, hand: [0, 1, 0, 0, 0, 0] }] });
    expect(ahead(before, 0, { move: "pass", steps: [] })).toBeNull();
  });
});
