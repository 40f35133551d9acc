import { describe, expect, it } from "vitest";
import { counted, marked } from "../../../src/games/classic/marks";
import { deal, lay, take } from "../../../src/games/classic/moves";
import { places } from "../../../src/games/classic/places";
import { board, printed, ring } from "../../../src/games/classic/shape";
import { afterLay, afterTake, stages } from "../../../src/games/classic/story";
import { targets } from "../../../src/games/classic/targets";
import type { ClassicState } from "../../../src/games/classic/view";
import * as words from "../../../src/games/classic/words";
import type { Legal, Played, Step, View } from "../../../src/lib/view";
import { ending } from "../../../src/table/verdict";

const NONE = [0, 0, 0, 0, 0];
const empty = () => ({
  score: 0,
  lines: Array.from({ length: 5 }, (): [number, number] => [-1, 0]),
  wall: Array<number>(25).fill(-1),
  floor: [...NONE],
});
const begun = (): ClassicState => ({
  options: { players: 2, wall: "coloured", round_limit: 40 },
  phase: "take",
  round: 1,
  seat: 0,
  starter: 0,
  marker: -1,
  sources: [NONE, NONE, [0, 0, 3, 0, 1], NONE, NONE, NONE],
  bag: [...NONE],
  lid: [...NONE],
  players: [empty(), empty()],
});
const played = (move: string, seat = 0, steps?: Step[]): Played => ({ seat, move, steps });

describe("moves", () => {
  it("reads takes, lays and deals", () => {
    expect(take("2r4")).toEqual({ source: 2, color: 2, row: 3 });
    expect(take("0k-")).toEqual({ source: 0, color: 3, row: -1 });
    expect(take("3c2")).toBeNull();
    expect(lay("3c2")).toEqual({ row: 2, column: 1 });
    expect(deal("=brkw/yy")).toEqual([
      [1, 0, 1, 1, 1],
      [0, 2, 0, 0, 0],
    ]);
    expect(take("=brkw")).toBeNull();
  });
});

describe("shape", () => {
  it("keeps every plate inside, whatever the room", () => {
    for (const factories of [5, 7, 9])
      for (const [width, height] of [
        [330, 270],
        [362, 330],
        [620, 640],
        [1000, 340],
      ] as const) {
        const { plates, plate, middle, dish } = ring(factories, width, height);
        expect(plates).toHaveLength(factories);
        for (const { x, y } of plates) {
          expect(x - plate).toBeGreaterThanOrEqual(0);
          expect(x + plate).toBeLessThanOrEqual(width);
          expect(y - plate).toBeGreaterThanOrEqual(0);
          expect(y + plate).toBeLessThanOrEqual(height);
          expect(Math.hypot(x - middle.x, y - middle.y)).toBeGreaterThan(dish + plate);
        }
      }
  });

  it("fits a board into its width", () => {
    for (const width of [96, 101, 340, 354, 539, 540, 714])
      for (const small of [true, false])
        expect(board(width, small).width).toBeLessThanOrEqual(width + 1);
  });

  it("knows the printed wall", () => {
    expect([0, 1, 2, 3, 4].map((column) => printed(0, column))).toEqual([0, 1, 2, 3, 4]);
    expect([0, 1, 2, 3, 4].map((column) => printed(2, column))).toEqual([3, 4, 0, 1, 2]);
  });
});

describe("story", () => {
  const took = (color: number, tiles: number, laid: number, seat = 0): Step => ({
    seat,
    kind: "taking",
    code: "take",
    points: 0,
    color,
    tiles,
    laid,
    floor: tiles - laid,
    lid: 0,
    marker: 0,
  });
  const tile: Step = {
    seat: 0,
    kind: "round",
    code: "tile",
    points: 1,
    row: 1,
    column: 3,
    color: 2,
    across: 1,
    down: 1,
  };
  const floor: Step = { seat: 0, kind: "round", code: "floor", points: -1, spaces: 2, loss: 2 };

  it("shows a take inside a round as it is", () => {
    const after = begun();
    expect(stages(begun(), [played("2r3", 0, [took(2, 3, 3)])], after)).toEqual([
      { state: after, step: null },
    ]);
  });

  it("tells the end of a round step by step", () => {
    const before = begun();
    before.sources = [NONE, NONE, [0, 0, 3, 0, 0], NONE, NONE, NONE];
    const after: ClassicState = { ...begun(), phase: "deal", round: 2 };
    after.sources = before.sources.map(() => NONE);
    const wall = Array<number>(25).fill(-1);
    wall[2] = 2;
    after.players = [{ ...empty(), wall }, empty()];
    const told = stages(before, [played("2r1", 0, [took(2, 3, 1), tile, floor])], after);
    expect(told.map(({ step }) => step?.code ?? null)).toEqual([null, "tile", "floor", null]);
    expect(told[0]?.state.players[0]).toMatchObject({ score: 0, floor: [0, 0, 2, 0, 0] });
    expect(told[0]?.state.players[0]?.lines[0]).toEqual([2, 1]);
    expect(told[1]?.state.players[0]).toMatchObject({ score: 1, wall });
    expect(told[1]?.state.players[0]?.lines[0]).toEqual([-1, 0]);
    expect(told[2]?.state.players[0]).toMatchObject({ score: 0, floor: [0, 0, 2, 0, 0] });
    expect(told[3]?.state).toBe(after);
  });

  it("tells every move of a view that brings several", () => {
    const before = begun();
    before.sources = [[0, 0, 0, 0, 1], NONE, [0, 0, 1, 0, 0], NONE, NONE, NONE];
    const wall = Array<number>(25).fill(-1);
    wall[2] = 2;
    const after = begun();
    after.players = [{ ...empty(), score: 1, wall }, empty()];
    const forced = played("0w-", 1, [took(4, 1, 0, 1), tile, { ...floor, seat: 1, points: 0 }]);
    const told = stages(
      before,
      [played("2r1", 0, [took(2, 1, 1)]), forced, played("=b/yy/r/k/w", -1)],
      after,
    );
    expect(told.map(({ step }) => step?.code ?? null)).toEqual([null, null, "tile", "floor", null]);
    expect(told[0]?.state.sources[0]).toEqual([0, 0, 0, 0, 1]);
    expect(told[1]?.state.players[1]?.floor).toEqual([0, 0, 0, 0, 1]);
    expect(told.at(-1)?.state).toBe(after);
  });

  it("lays as many tiles as were told, whatever lay there before the log began", () => {
    const before = begun();
    before.sources = [NONE, NONE, [4, 0, 0, 0, 0], NONE, NONE, NONE];
    before.players = [{ ...empty(), lines: empty().lines.with(3, [0, 3]) }, empty()];
    const step: Step = { ...took(0, 4, 1), floor: 2, lid: 1, marker: 1 };
    const after = afterTake(before, played("2b4", 0, [step]));
    expect(after?.players[0]?.lines[3]).toEqual([0, 4]);
    expect([after?.players[0]?.floor, after?.lid]).toEqual([
      [2, 0, 0, 0, 0],
      [1, 0, 0, 0, 0],
    ]);
    expect(after?.marker).toBe(0);
  });

  it("lays a tile on the wall before the answer, without its points", () => {
    const before = begun();
    before.phase = "tile";
    before.players = [{ ...empty(), lines: [[2, 1], ...empty().lines.slice(1)] }, empty()];
    const after = afterLay(before, played("1c3", 0, [tile]));
    expect(after?.players[0]?.wall[2]).toBe(2);
    expect(after?.players[0]?.lines[0]).toEqual([-1, 0]);
    expect(after?.players[0]?.score).toBe(0);
    expect(afterLay(before, played("2r1", 0, [tile]))).toBeNull();
  });

  it("shows what follows a deal as it will be", () => {
    const before = begun();
    before.sources = [NONE, NONE, [0, 0, 1, 0, 0], NONE, NONE, NONE];
    const wall = Array<number>(25).fill(-1);
    wall[2] = 2;
    const after = begun();
    after.players = [{ ...empty(), wall, score: 1 }, empty()];
    const log = [played("2r1", 0, [took(2, 1, 1), tile]), played("=b/yy///", -1), played("1b1", 1)];
    const told = stages(before, log, after);
    expect(told.map(({ step }) => step?.code ?? null)).toEqual([null, "tile", null]);
    expect(told[2]?.state).toBe(after);
  });

  it("does not tell what does not fit", () => {
    const after = begun();
    expect(stages(begun(), [played("2r1", 0, [took(2, 3, 1), tile])], after)).toHaveLength(1);
    expect(stages(begun(), [played("=bbbb", -1)], after)).toHaveLength(1);
  });
});

describe("marks and places", () => {
  it("frames what was laid last", () => {
    const state = begun();
    (state.players[0] as { lines: [number, number][] }).lines[3] = [2, 3];
    expect(
      marked(
        state,
        played("2r4", 0, [{ seat: 0, kind: "taking", code: "take", points: 0, laid: 2 }]),
      ),
    ).toEqual({
      place: "line",
      row: 3,
      from: 1,
      count: 2,
    });
    expect(marked(state, played("2b4"))).toBeNull();
    expect(marked(state, played("3c2"))).toEqual({ place: "wall", row: 2, column: 1 });
  });

  it("counts rows, columns and colours", () => {
    const wall = Array<number>(25).fill(-1);
    wall[7] = 4;
    const step = (code: string, which: number): Step => ({
      seat: 0,
      kind: "end",
      code,
      points: 2,
      [code]: which,
    });
    expect(counted(step("row", 2), wall).spaces[0]).toEqual([1, 0]);
    expect(counted(step("column", 5), wall).spaces[4]).toEqual([4, 4]);
    expect(counted(step("color", 4), wall).spaces).toEqual([[1, 2]]);
  });

  it("names every place", () => {
    const found = places(begun());
    expect(found.size).toBe(6 + 2 + 2 * (5 + 1 + 25));
    expect(found.get("source-2")).toEqual([0, 0, 3, 0, 1]);
  });
});

describe("targets and words", () => {
  const TOOK: Step = { seat: 0, kind: "taking", code: "take", points: 0, color: 2, tiles: 3 };
  const legal = [
    {
      move: "2r-",
      steps: [
        { ...TOOK, laid: 0 },
        { seat: 0, kind: "round", code: "floor", points: -4, spaces: 3, loss: 4 },
      ],
    },
    {
      move: "2r1",
      steps: [
        { ...TOOK, laid: 1 },
        {
          seat: 0,
          kind: "round",
          code: "tile",
          points: 5,
          row: 1,
          column: 3,
          color: 2,
          across: 2,
          down: 3,
        },
        { seat: 0, kind: "round", code: "floor", points: -2, spaces: 2, loss: 2 },
      ],
    },
    { move: "2r4", steps: [{ ...TOOK, laid: 3 }] },
    { move: "2w1", steps: [] },
  ] as Legal[];

  it("reads them from the legal moves, the floor last", () => {
    const found = targets(begun(), 0, legal, { source: 2, color: 2 });
    expect(found.map(({ move }) => move)).toEqual(["2r1", "2r4", "2r-"]);
    expect(found[0]).toMatchObject({
      column: 2,
      coming: 1,
      filled: "",
      name: "Line 1: fills 1 of 1, plus 5, floor minus 2",
    });
    expect(found[0]?.why.split("\n")[0]).toBe("+5: 2 across, 3 down");
    expect(found[1]).toMatchObject({ column: -1, coming: 3, filled: "3/4" });
    expect(found[2]?.name).toBe("Floor line, floor minus 4");
  });

  it("tells moves and groups", () => {
    expect(
      words.move(
        played("2r4", 0, [{ seat: 0, kind: "taking", code: "take", points: 0, tiles: 3 }]),
      ),
    ).toBe("takes 3 red from factory 2 to line 4");
    expect(words.move(played("0k-"))).toBe("takes black from the centre to the floor line");
    expect(words.move(played("=bbbb/kk", -1))).toBe("6 tiles dealt");
    expect(words.lot(begun(), 2, 2)).toEqual({
      from: "rest",
      number: 2,
      tiles: "3 red",
      rest: "1 white",
    });
    expect(words.heap(NONE)).toBe("empty");
  });
});

describe("why a game is over", () => {
  it("is the rule that ended it", () => {
    const told = Object.keys(words.endings).map((end) => {
      const view = { ending: "finished", end, round: 5, seats: [{ out: "" }] } as unknown as View;
      return ending(view, [0], [], words);
    });
    expect(new Set(told).size).toBe(3);
    expect(told[0]).toBe("A row was completed in round 5.");
  });
});
