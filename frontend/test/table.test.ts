import { beforeAll, describe, expect, it } from "vitest";
import { match } from "../src/lib/address";
import { joined } from "../src/lib/log";
import { flights } from "../src/lib/places";
import type { Ply, View } from "../src/lib/view";
import { overwriteGetLocale } from "../src/paraglide/runtime";
import { live } from "../src/table/clock";
import { letterOf } from "../src/table/facts";
import { sheet } from "../src/table/sheet";
import { ending } from "../src/table/verdict";

describe("the log", () => {
  const move = (text: string) => ({ seat: 0, move: text });

  it("keeps what stays and adds what is new", () => {
    expect(joined([move("a"), move("b")], 1, [move("c")])).toEqual([move("a"), move("c")]);
  });
  it("knows when something was missed", () => {
    expect(joined([move("a")], 2, [])).toBeNull();
  });
});

describe("flights", () => {
  it("follow tiles from where they were lost to where they were gained", () => {
    const before = new Map([
      ["source-1", [2, 1]],
      ["line-0-1", [0, 0]],
      ["source-0", [0, 0]],
    ]);
    const after = new Map([
      ["source-1", [0, 0]],
      ["line-0-1", [2, 0]],
      ["source-0", [0, 1]],
    ]);
    expect(flights(before, after)).toEqual([
      { color: 0, from: "source-1", to: "line-0-1", count: 2 },
      { color: 1, from: "source-1", to: "source-0", count: 1 },
    ]);
  });
  it("are none when nothing moved", () => {
    const places = new Map([["bag", [3, 4]]]);
    expect(flights(places, places)).toEqual([]);
  });
});

describe("addresses", () => {
  it("name their parts", () => {
    expect(match("/games/:id/replay", "/games/x%20y/replay")).toEqual({ id: "x y" });
    expect(match("/learn/:game", "/learn")).toBeNull();
    expect(match("/learn", "/learn/")).toEqual({});
    expect(match("/users/:name", "/users/%E0%A4%A")).toBeNull();
  });
});

describe("clocks", () => {
  it.each([
    [221_000, "3:41"],
    [3_729_000, "1:02:09"],
    [9_870, "9.8"],
    [-5, "0.0"],
  ])("%i ms is %s", (time, text) => expect(live(time)).toBe(text));
});

describe("a move's colour", () => {
  it.each([
    ["2r4", "r"],
    ["0k-", "k"],
    ["E6b3", "b"],
    ["NW1p0", "p"],
    ["*g", "g"],
    ["3c2", "c"],
    ["pass:bb", ""],
    ["=bkww/brkw", ""],
  ])("%s is %s", (move, letter) => expect(letterOf(move)).toBe(letter));
});

describe("the score sheet", () => {
  const ply = (number: number, round: number, scores: number[], steps: Ply["steps"] = []) =>
    ({ ply: number, round, scores, steps }) as Ply;

  it("sorts points by round, seat and kind", () => {
    const made = sheet([
      ply(0, 1, [0, 0]),
      ply(
        1,
        2,
        [3, 0],
        [
          { seat: 0, kind: "round", code: "tile", points: 3 },
          { seat: 1, kind: "round", code: "floor", points: 0, loss: 2 },
        ],
      ),
      ply(
        2,
        2,
        [5, -1],
        [
          { seat: 0, kind: "end", code: "row", points: 2 },
          { seat: 1, kind: "end", code: "leftover", points: -1 },
        ],
      ),
    ]);
    expect(
      made.rounds.map(({ round, cells }) => [round, ...cells.map((cell) => cell.points)]),
    ).toEqual([
      [1, 3, 0],
      [2, 0, -1],
    ]);
    expect(made.bonuses.map(({ code, cells }) => [code, cells[0]?.points])).toEqual([["row", 2]]);
    expect(made.total).toEqual([5, -1]);
    expect(made.parts[1]?.get("loss")).toBe(-1);
  });
});

describe("why a game is over", () => {
  beforeAll(() => overwriteGetLocale(() => "en"));
  const view = (end: string | null, ending = "finished") => ({ ending, end, round: 5 }) as View;

  it("is the rule that ended it", () => {
    const told = ["row", "round_limit", "no_tiles", "rounds"].map((end) => ending(view(end)));
    expect(new Set(told).size).toBe(4);
    expect(told[0]).toBe("A row was completed in round 5.");
    expect(told[3]).toBe("Played to the end, in round 5.");
  });

  it("is what people did, if they broke it off", () => {
    expect(ending(view(null, "time"))).toBe("Time ran out.");
  });
});
