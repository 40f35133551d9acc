/** Positions in the editor: text and parts, counts, changes, and the fields that errors name. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pasted } from "../src/editor/address";
import {
  changed,
  cleared,
  fillBag,
  fresh as freshOf,
  isWhole,
  resize,
  tally,
} from "../src/editor/model";
import { fieldOf, print, parse as read, UnreadableField } from "../src/editor/notation";
import { SHARED, tell } from "../src/editor/wrong";
import { editor as classic } from "../src/games/classic/editor";
import { printedAt } from "../src/games/classic/editor/lines";
import { editor as pavilion } from "../src/games/pavilion/editor";
import { locales, overwriteGetLocale } from "../src/paraglide/runtime";

const EDITORS = [classic, pavilion];
const parse = (text: string) => read(text, EDITORS);
const fresh = (rules: string, players = 2) =>
  freshOf(rules === "classic" ? classic : pavilion, players);

const TESTS = new URL("../../tests/", import.meta.url);
const golden = readdirSync(new URL("golden/", TESTS)).map((name) =>
  readFileSync(new URL(`golden/${name}`, TESTS), "utf8"),
);
const texts = [...golden, readFileSync(new URL("perft/counts.txt", TESTS), "utf8")]
  .join("\n")
  .split("\n")
  .map((line) => line.slice(line.lastIndexOf("|") + 1).trim())
  .filter((line) => /^(classic|pavilion) players=/.test(line));

const PROTOCOL = readFileSync(new URL("../docs/protocol.md", TESTS), "utf8");

describe("text", () => {
  test("there are positions of both games and of many phases", () => {
    const phases = new Set(texts.map((text) => `${text.split(" ")[0]} ${/phase=\w+/.exec(text)}`));
    expect(texts.length).toBeGreaterThan(100);
    expect(phases.size).toBeGreaterThan(8);
  });
  test.each(texts)("%s", (text) => {
    const draft = parse(text);
    expect(print(draft)).toBe(text);
    expect(isWhole(draft)).toBe(true);
  });
  test("the parts are those of the server", () => {
    const shown = [...PROTOCOL.matchAll(/"state": (\{.*?\]\}\]\}),\s+"position": "(.*?)"/gs)];
    expect(shown.length).toBeGreaterThan(1);
    for (const [, state = "", text = ""] of shown)
      expect(parse(text).state).toEqual(JSON.parse(state));
  });
  test.each([
    ["hello", "game"],
    ["classic players=5", "players"],
    ["classic players=2", "wall"],
    [print(fresh("classic")).replace("lid=-", "lid=q"), "lid"],
    [print(fresh("classic")).replace("market=-/", "market="), "market"],
    [print(fresh("classic")).replace("seat1=0,", "seat1=x,"), "seat1"],
    [print(fresh("pavilion")).replace("joker_order=p", "joker_order=g"), "joker_order"],
    [print(fresh("pavilion")).replace(",in", ",out"), "seat0"],
  ])("%s is left at %s", (text, field) => {
    let error: unknown;
    try {
      parse(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(UnreadableField);
    expect((error as UnreadableField).field).toBe(field);
  });
});

describe("changes", () => {
  test("what lies nowhere else goes into the bag", () => {
    const draft = changed(fresh("classic"), (state) => {
      state.sources[1] = [1, 0, 3, 0, 0];
    });
    expect(tally(draft)).toEqual([21, 20, 23, 20, 20]);
    expect(fillBag(draft).state.bag).toEqual([19, 20, 17, 20, 20]);
    expect(isWhole(fillBag(draft))).toBe(true);
  });
  test("a bag is never less than empty", () => {
    const draft = changed(fresh("pavilion"), (state) => {
      state.sources[0] = [30, 0, 0, 0, 0, 0];
    });
    expect(fillBag(draft).state.bag[0]).toBe(0);
  });
  test("a draft does not change", () => {
    const draft = fresh("classic");
    const text = print(draft);
    changed(draft, (state) => {
      state.round = 9;
    });
    expect(print(draft)).toBe(text);
  });
  test("players come and go with their factories", () => {
    const two = changed(fresh("pavilion", 2), (state) => {
      state.seat = state.marker = 1;
    });
    const four = resize(two, 4);
    expect(four.state.sources).toHaveLength(10);
    expect(four.state.players).toHaveLength(4);
    expect(print(resize(four, 2))).toBe(print(two));
    const gone = changed(four, (state) => {
      state.seat = state.starter = state.marker = 3;
    });
    expect(resize(gone, 3).state).toMatchObject({ seat: 2, starter: 2, marker: -1 });
  });
  test.each(texts.slice(0, 40))("clearing keeps every tile: %s", (text) => {
    const draft = cleared(parse(text));
    expect(isWhole(draft)).toBe(true);
    expect(draft.state.players.map((player) => player.score)).toEqual(
      parse(text).state.players.map((player) => player.score),
    );
  });
});

test("what is printed on the wall", () => {
  expect([0, 1, 5, 6, 24].map(printedAt)).toEqual([0, 1, 4, 0, 0]);
});

test.each([
  ["position with 21 white tiles: expected 20", "tiles"],
  ["position without wall=", "wall"],
  ["position with unknown hat=", "hat"],
  ["phase=take: the market is for phase=take, and only then", "phase"],
  ["seat0: full lines or a floor after tiling", "seat0"],
  ["seat1=0,-/-/-/-/-,x: expected 4 parts", "seat1"],
  ["joker_order=pp: expected the letters pgoybr in some order", "joker_order"],
  ["unknown game 'hello': expected classic or pavilion", ""],
])("%s names %s", (text, field) => expect(fieldOf(text)).toBe(field));

describe("what is wrong with a position", () => {
  const NUMBERS = { color: 1, count: 21, all: 20, source: 2, most: 4, low: 1, high: 6, last: 6 };
  const MORE = { line: 3, row: 3, column: 2, seat: 1, space: 20 };
  const numbers = { ...NUMBERS, ...MORE };
  const codes = (file: string): string[] =>
    [
      ...readFileSync(new URL(`../src/tilewright/${file}`, TESTS), "utf8").matchAll(
        /\b(?:impossible\(\s*|code=)"(\w+)"/g,
      ),
    ].map(([, code = ""]) => code);
  const raised = EDITORS.map((game) => ({
    game,
    codes: new Set([...codes("position.py"), ...codes(`${game.rules}/notation.py`)]),
  }));

  test("there is a sentence for each code of the server, and no other", () => {
    for (const { game, codes } of raised) {
      expect(codes.size).toBeGreaterThan(10);
      expect([...codes].filter((code) => !Object.hasOwn(SHARED, code)).sort()).toEqual(
        Object.keys(game.wrong).sort(),
      );
    }
    for (const code of Object.keys(SHARED))
      expect(raised.some(({ codes }) => codes.has(code))).toBe(true);
  });
  test.each(
    raised.flatMap(({ game, codes }) =>
      [...codes].map((code) => ({ game, rules: game.rules, code })),
    ),
  )("$rules: $code is told in every language", ({ game, code }) => {
    const told = locales.map((locale) => {
      overwriteGetLocale(() => locale);
      return tell(game, { code: `position.${code}`, numbers });
    });
    for (const text of told) expect(text).toMatch(/^\p{Lu}[^{}]{12,}\.$/u);
    expect(told.join()).not.toMatch(/undefined|NaN/);
    expect(new Set(told).size).toBe(locales.length);
  });
  test("colours have names, seats count from 1", () => {
    overwriteGetLocale(() => "sv");
    const why = (code: string, numbers: Record<string, number>) => ({ code, numbers });
    expect(tell(classic, why("position.tiles", { color: 4, count: 21, all: 20 }))).toBe(
      "Ställningen har 21 vita brickor i stället för 20.",
    );
    expect(tell(pavilion, why("position.passed", { seat: 0 }))).toBe(
      "Plats 1 står på tur men har redan passat.",
    );
  });
  test("the server's own text is left for the rest", () => {
    for (const code of ["position.unheard_of", "toString", ""])
      expect(tell(classic, { code, numbers })).toBe("");
    expect(tell(classic, undefined)).toBe("");
  });
});

const POSITION = print(fresh("pavilion"));
test.each([
  [` ${POSITION}\n`, { kind: "position", text: POSITION }],
  [
    `https://tiles.example/editor?position=${encodeURIComponent(POSITION)}`,
    { kind: "position", text: POSITION },
  ],
  ["https://tiles.example/games/0YyD1CiG7Tqz", { kind: "game", game: "0YyD1CiG7Tqz", ply: null }],
  ["/games/in97w2-_ormST/replay?ply=12", { kind: "game", game: "in97w2-_ormST", ply: 12 }],
  ["0YyD1CiG7Tqz", { kind: "game", game: "0YyD1CiG7Tqz", ply: null }],
  ["what is this", { kind: "position", text: "what is this" }],
])("pasted: %s", (text, found) => expect(pasted(text)).toEqual(found));
