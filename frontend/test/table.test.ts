import { describe, expect, it } from "vitest";
import { GAMES } from "../src/games";
import type { Sitter, Telling } from "../src/games/game";
import { match } from "../src/lib/address";
import { joined } from "../src/lib/log";
import { flights, taken } from "../src/lib/places";
import type { Played, Ply, State, Step, View } from "../src/lib/view";
import { live } from "../src/table/clock";
import { lines } from "../src/table/lines";
import { sheet } from "../src/table/sheet";
import { pageTitle } from "../src/table/title";
import { heard, reached } from "../src/table/told";
import { ending as endingOf, places } from "../src/table/verdict";

describe("the log", () => {
  const move = (text: string) => ({ seat: 0, move: text });

  it("keeps what stays and adds what is new", () => {
    expect(joined([move("a"), move("b")], 1, [move("c")])).toEqual([move("a"), move("c")]);
  });
  it("knows when something was missed", () => {
    expect(joined([move("a")], 2, [])).toBeNull();
  });
});

describe("what has been told of a log", () => {
  const tile: Step = { seat: 0, code: "tile", kind: "round", points: 1 };
  const floor: Step = { seat: 1, code: "floor", kind: "round", points: -2 };
  const first = { seat: 0, move: "1b1" };
  const last = { seat: 1, move: "0b-", steps: [tile, floor] };
  const deal = { seat: -1, move: "=bbbb" };
  const state = {} as State;

  it("grows with the stages of the story", () => {
    const stages = [null, tile, floor, null].map((step) => ({ state, step }));
    expect(reached(stages, [last, deal], 1)).toEqual([
      { moves: 2, steps: 0 },
      { moves: 2, steps: 1 },
      { moves: 2, steps: 2 },
      { moves: 3, steps: Infinity },
    ]);
  });
  it("is no more than that", () => {
    expect(heard([first, last, deal], { moves: 2, steps: 1 })).toEqual([
      first,
      { ...last, steps: [tile] },
    ]);
  });

  it("is read line by line, everybody's scoring too, and the sum of the round", () => {
    const telling = {
      brief: (log: Played[]) => log.map(({ move }) => ({ text: move, tiles: [] })),
      line: ({ code }: Step) => ({ text: code, tiles: [] }),
    } as unknown as Telling;
    const table = { round: 2, phase: "take", players: [{}, {}] } as State;
    const found = lines([deal, first, last, deal], table, telling);
    expect(found.map(({ kind, seat, points, round }) => [kind, seat, points, round])).toEqual([
      ["round", -1, 0, 2],
      ["sum", -1, 0, 1],
      ["score", 1, -2, 1],
      ["score", 0, 1, 1],
      ["move", 1, 0, 1],
      ["move", 0, 0, 1],
      ["round", -1, 0, 1],
    ]);
    expect(found[1]?.sums).toEqual([1, -2]);
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
  it("take each tile once, also when a colour goes two ways", () => {
    const before = new Map([
      ["source-1", [3, 1]],
      ["line-0-1", [0, 0]],
      ["floor-0", [0, 0]],
    ]);
    const after = new Map([
      ["source-1", [0, 0]],
      ["line-0-1", [2, 0]],
      ["floor-0", [1, 1]],
    ]);
    expect(taken(flights(before, after))).toEqual([0, 2, 0]);
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

  it("begins with the points that everybody starts with", () => {
    expect(sheet([ply(0, 1, [5, 5])]).parts[0]?.get("start")).toBe(5);
  });
});

describe.each(GAMES)("the title of the page: $name", (game) => {
  const title = (more: Partial<View>, names: string[]) =>
    pageTitle({ rules: game.name, scores: [48, 62, 50], ...more } as View, names);

  it("says what is played, by whom, and how it ended", () => {
    expect(title({ status: "waiting" }, ["Ann", ""])).toBe(`${game.title()} · Tilewright`);
    expect(title({ status: "playing" }, ["Ann", "Ben"])).toBe(
      `Ann – Ben · ${game.title()} · Tilewright`,
    );
    const over: Partial<View> = { status: "over", ranks: [3, 1, 2] };
    expect(title(over, ["Ann", "Ben"])).toBe("Ann 48 – 62 Ben · Tilewright");
    const three = title(over, ["Ann", "Ben", "Eve"]);
    expect(three).toBe("Ben 62 – Eve 50 – Ann 48 · Tilewright");
  });
});

describe("the result", () => {
  it("goes from the first place to the last", () => {
    expect(places([3, 1, 2, 1], [5, 9, 7, 9])).toEqual([1, 3, 2, 0]);
  });
});

describe("why a game is over", () => {
  const seat = (out: string) => ({ out });
  const ending = (view: View, you: number[], sitters: Sitter[]) =>
    endingOf(view, you, sitters, { endings: { spent: ({ round }) => `Spent in ${round}.` } });
  const view = (end: string | null, ending = "finished", out = ["", ""]) =>
    ({ ending, end, round: 5, seats: out.map(seat) }) as unknown as View;
  const sitters = [{ name: "Ann" }, { name: "Bo" }] as Sitter[];

  it("is the rule that ended it", () => {
    expect(ending(view("spent"), [0], sitters)).toBe("Spent in 5.");
    expect(ending(view("rounds"), [0], sitters)).toBe("Played to the end, in round 5.");
  });

  it("is what people did, if they broke it off", () => {
    const told = (you: number[]) => ending(view(null, "resigned", ["", "resigned"]), you, sitters);
    expect(told([0])).toBe("Bo gave up.");
    expect(told([1])).toBe("You gave up.");
    expect(ending(view(null, "time", ["time", "time", ""]), [2], sitters)).toBe("Time ran out.");
  });
});
