import { describe, expect, it } from "vitest";
import { GAMES, RULES, type Rules } from "../src/games";
import { read, startOf } from "../src/home/choice";
import { dealt } from "../src/home/deal";
import { LEVELS, levelName, levelText, opponent } from "../src/home/levels";
import {
  freeSeat,
  mine,
  nonce,
  playing,
  shifted,
  sitters,
  type TableRow,
  waiting,
} from "../src/home/lobby";
import * as plan from "../src/home/plan";
import { botName } from "../src/lib/bots";
import { unusual, variant } from "../src/lib/variants";

const row = (changes: Partial<TableRow>): TableRow => ({
  game: "g",
  rules: "any",
  options: "players=2",
  seats: ["me", "open"],
  taken: [0],
  names: ["Ann", ""],
  clock: { kind: "none", seconds: 0, increment: 0, days: 0 },
  rated: false,
  status: "waiting",
  at: 1,
  your_turn: false,
  created: 0,
  updated: 0,
  ...changes,
});
const named = (number: number) => `Player ${number}`;

describe.each(GAMES)("a choice of $name", ({ name, options }) => {
  const rules = name as Rules;
  const each = (value: (values: string[]) => string | undefined) =>
    Object.fromEntries(options.map((one) => [one.name, value(Object.keys(one.values)) ?? ""]));
  const [defaults, others] = [each((values) => values[0]), each((values) => values.at(-1))];

  it("is the default when nothing sensible was stored", () => {
    const usual = read(rules, null);
    expect(usual.options).toEqual(defaults);
    expect(read(rules, "{")).toEqual(usual);
    expect(read(rules, "null")).toEqual(usual);
    const nonsense = { players: 7, bot: 3, ...each(() => "nonsense") };
    expect(read(rules, JSON.stringify(nonsense))).toEqual(usual);
  });
  it("comes back as it was kept", () => {
    const kept = { bot: "master", players: 3 };
    const text = JSON.stringify({ ...kept, ...others });
    expect(read(rules, text)).toEqual({ ...kept, options: others });
  });
  it("makes a table against bots", () => {
    const choice = { ...read(rules, null), players: 3, options: others };
    expect(startOf(rules, choice)).toEqual({
      game: rules,
      options: others,
      seats: ["me", "bot:apprentice", "bot:apprentice"],
    });
  });
  it("says what is unusual", () => {
    expect(unusual(rules, defaults)).toEqual([]);
    expect(unusual(rules, others)).toHaveLength(options.length);
    expect(variant(rules, defaults)).toBe(Object.values(options[0]?.values ?? {})[0]?.());
  });
});

describe("opponents", () => {
  it("have a name, a number and a word for people", () => {
    expect(LEVELS.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(levelName(opponent(LEVELS, "tiler"))).toBe("Tiler, level 3");
    expect(new Set(LEVELS.map(({ name }) => levelText(name))).size).toBe(8);
  });
  it("are the one wanted, or the one for newcomers", () => {
    expect(opponent(LEVELS, "master").number).toBe(8);
    expect(opponent(LEVELS, "greedy").name).toBe("apprentice");
    expect(opponent([{ name: "visitor", number: 0 }], "greedy").name).toBe("visitor");
  });
  it("of old games and from elsewhere have names too", () => {
    expect(botName("greedy")).toBe("Greedy");
    expect(levelName({ name: "visitor", number: 0 })).toBe("visitor");
    expect(botName("")).toBe("");
  });
});

describe("lists of tables", () => {
  it("find the first free seat", () => {
    expect(freeSeat(row({}))).toBe(1);
    expect(freeSeat(row({ seats: ["open", "me", "open"], taken: [0, 1] }))).toBe(2);
    expect(freeSeat(row({ taken: [0, 1] }))).toBe(-1);
  });
  it("show first who waits for few, and my turn", () => {
    const four = row({ game: "four", seats: ["me", "open", "open", "open"], created: 1 });
    const late = row({ game: "late", created: 3 });
    const soon = row({ game: "soon", created: 2 });
    const live = row({ game: "live", status: "playing" });
    expect(waiting([four, late, live, soon]).map(({ game }) => game)).toEqual([
      "soon",
      "late",
      "four",
    ]);
    expect(playing([four, live])).toEqual([live]);
    const turn = row({ game: "turn", your_turn: true });
    expect(mine([row({ updated: 9 }), turn])[0]).toBe(turn);
  });
  it("name who sits there, bots as people know them", () => {
    const table = row({
      seats: ["bot:tiler", "me", "open"],
      taken: [0, 1],
      names: ["tiler", "Ann", ""],
    });
    expect(sitters(table, (bot, seat) => `${bot} ${seat}`)).toEqual(["tiler 0", "Ann"]);
  });
});

describe("a planned table", () => {
  it("has the seats that go with a wish", () => {
    const seats = (company: plan.With, players: number) =>
      plan.placesFor(company, players, "tiler", named).map(plan.seatOf);
    expect(seats("bots", 3)).toEqual(["me", "bot:tiler", "bot:tiler"]);
    expect(seats("friends", 2)).toEqual(["me", "open"]);
    expect(seats("device", 2)).toEqual(["me:Player 1", "me:Player 2"]);
  });
  it("grows and shrinks", () => {
    const two = plan.placesFor("device", 2, "tiler", named);
    const four = plan.resized(two, 4, named);
    expect(four.map(plan.seatOf)).toEqual([
      "me:Player 1",
      "me:Player 2",
      "me:Player 3",
      "me:Player 4",
    ]);
    expect(plan.resized(four, 2, named)).toEqual(two);
    const me = plan.placesFor("friends", 2, "tiler", named).reverse();
    expect(plan.resized(me, 3, named).map(plan.seatOf)).toEqual(["open", "me", "open"]);
  });
  it("knows what is wrong with its seats", () => {
    const place = (kind: plan.SeatKind, name = "") => ({ kind, bot: "tiler", name });
    expect(plan.faultOf([place("open"), place("bot")])).toBe("nobody");
    expect(plan.faultOf([place("guest", " "), place("me")])).toBe("nameless");
    expect(plan.faultOf([place("guest", "Ann"), place("guest", " Ann ")])).toBe("twice");
    expect(plan.faultOf([place("me"), place("guest", "Ann")])).toBe(null);
    expect(plan.isRatable([place("me"), place("open")])).toBe(true);
    expect(plan.isRatable([place("me"), place("bot")])).toBe(false);
    expect(plan.seatOf(place("guest", " Ann  Lee "))).toBe("me:Ann Lee");
  });
  it("has a clock in seconds or days", () => {
    const clock = { minutes: 10, increment: 5, days: 3 };
    const said = (kind: plan.ClockPlan["kind"]) => plan.clockOf({ ...clock, kind });
    expect(said("none")).toEqual({ kind: "none", seconds: 0, increment: 0, days: 0 });
    expect(said("live")).toEqual({ kind: "live", seconds: 600, increment: 5, days: 0 });
    expect(said("days")).toEqual({ kind: "days", seconds: 0, increment: 0, days: 3 });
  });
  it("of an unknown game has no unusual options", () => {
    expect(unusual("chess", { side: "other" })).toEqual([]);
    expect(variant("chess", { side: "other" })).toBe("");
  });
  it.each(RULES)("reads the head of a position of %s", (game) => {
    const head = plan.headOf(`${game} players=3 side=other round=1 phase=deal`);
    expect(head).toMatchObject({ game, players: 3, options: { side: "other" } });
    expect(plan.headOf(`${game} players=9`)).toBe(null);
  });
  it("reads no other head", () => {
    expect(plan.headOf("chess players=2")).toBe(null);
    expect(plan.headOf("")).toBe(null);
  });
});

it.each(GAMES)("a deal of $name is read factory by factory", ({ name, letters }) => {
  const [a, b, c] = letters;
  expect(dealt(name as Rules, `=${a}${c}${c}/${b}`)).toEqual([[0, 2, 2], [1]]);
  expect(dealt(name as Rules, `2${a}4`)).toEqual([]);
  expect(dealt(name as Rules, undefined)).toEqual([]);
});

it("days follow each other", () => {
  expect(shifted("2026-03-01", -1)).toBe("2026-02-28");
  expect(shifted("2026-12-31", 1)).toBe("2027-01-01");
});

it("a nonce is 16 bytes, never the same", () => {
  expect(nonce()).toMatch(/^[0-9a-f]{32}$/);
  expect(nonce()).not.toBe(nonce());
});
