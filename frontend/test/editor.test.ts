/** Positions in the editor: text and parts, counts, changes, and the fields that errors name. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { pasted } from "../src/editor/address";
import {
  changed,
  cleared,
  fillBag,
  fresh,
  isWhole,
  none,
  resize,
  tally,
} from "../src/editor/model";
import { fieldOf, print, parse as read, UnreadableField } from "../src/editor/notation";
import { sections } from "../src/editor/words";
import { SHARED, tell } from "../src/editor/wrong";
import { GAMES, RULES } from "../src/games";
import { locales, overwriteGetLocale } from "../src/paraglide/runtime";

const EDITORS = await Promise.all(GAMES.map((game) => game.editor()));
const parse = (text: string) => read(text, EDITORS);

const TESTS = new URL("../../tests/", import.meta.url);
const golden = readdirSync(new URL("golden/", TESTS)).map((name) =>
  readFileSync(new URL(`golden/${name}`, TESTS), "utf8"),
);
const texts = [...golden, readFileSync(new URL("perft/counts.txt", TESTS), "utf8")]
  .join("\n")
  .split("\n")
  .map((line) => line.slice(line.lastIndexOf("|") + 1).trim())
  .filter((line) => RULES.some((rules) => line.startsWith(`${rules} players=`)));

const PROTOCOL = readFileSync(new URL("../docs/protocol.md", TESTS), "utf8");

describe("text", () => {
  test.each(EDITORS)("there are positions of $rules in most phases", ({ rules, phases }) => {
    const own = texts.filter((text) => text.startsWith(rules));
    const found = new Set(own.map((text) => /phase=\w+/.exec(text)?.[0]));
    expect(own.length).toBeGreaterThan(40);
    expect(found.size).toBeGreaterThan(phases.length / 2);
  });
  test.each(texts)("%s", (text) => {
    const draft = parse(text);
    expect(print(draft)).toBe(text);
    expect(isWhole(draft)).toBe(true);
  });
  test("the parts are those of the server", () => {
    const all = [...PROTOCOL.matchAll(/"state": (\{.*?\]\}\]\}),\s+"position": "(.*?)"/gs)];
    const shown = all.filter(([, , text = ""]) => RULES.some((rules) => text.startsWith(rules)));
    expect(all.length).toBeGreaterThan(1);
    for (const [, state = "", text = ""] of shown)
      expect(parse(text).state).toEqual(JSON.parse(state));
  });
  test.each([
    ["hello", "game"],
    ...EDITORS.flatMap((game) => [
      [`${game.rules} players=5`, "players"],
      [print(fresh(game)).replace("market=-/", "market="), "market"],
      [print(fresh(game)).replace(/seat1=\d+,/, "seat1=x,"), "seat1"],
    ]),
  ])("%s is left at %s", (text = "", field = "") => {
    expect(() => parse(text)).toThrow(new UnreadableField(field));
  });
});

describe.each(EDITORS)("changes of $rules", (game) => {
  const full = game.fresh(2).bag;

  test("what lies nowhere else goes into the bag", () => {
    const draft = changed(fresh(game), (state) => {
      state.sources[1] = none(game.letters).with(0, 1).with(2, 3);
    });
    expect(tally(draft)).toEqual(full.with(0, game.tiles + 1).with(2, game.tiles + 3));
    expect(fillBag(draft).state.bag).toEqual(full.with(0, game.tiles - 1).with(2, game.tiles - 3));
    expect(isWhole(fillBag(draft))).toBe(true);
  });
  test("a bag is never less than empty", () => {
    const draft = changed(fresh(game), (state) => {
      state.sources[0] = none(game.letters).with(0, 99);
    });
    expect(fillBag(draft).state.bag[0]).toBe(0);
  });
  test("a draft does not change", () => {
    const draft = fresh(game);
    const text = print(draft);
    changed(draft, (state) => {
      state.round = 9;
    });
    expect(print(draft)).toBe(text);
  });
  test("players come and go with their factories", () => {
    const two = changed(fresh(game, 2), (state) => {
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
  const own = texts.filter((text) => text.startsWith(game.rules));
  test.each(own.slice(0, 20))("clearing keeps every tile: %s", (text) => {
    const draft = cleared(parse(text));
    expect(isWhole(draft)).toBe(true);
    expect(draft.state.players.map((player) => player.score)).toEqual(
      parse(text).state.players.map((player) => player.score),
    );
  });
});

test.each([
  ["position with 21 white tiles: expected 20", "tiles"],
  ["position without bag=", "bag"],
  ["position with unknown hat=", "hat"],
  ["phase=take: the market is for phase=take, and only then", "phase"],
  ["seat0: full lines or a floor after tiling", "seat0"],
  ["seat1=0,-/-/-/-/-,x: expected 4 parts", "seat1"],
  ["two_words=pp: expected the letters abc in some order", "two_words"],
  [`unknown game 'hello': expected ${RULES.join(" or ")}`, ""],
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
  test.each(EDITORS)("the server's own text is left for the rest: $rules", (game) => {
    for (const code of ["position.unheard_of", "toString", ""])
      expect(tell(game, { code, numbers })).toBe("");
    expect(tell(game, undefined)).toBe("");
  });
});

const POSITION = EDITORS.map((game) => print(fresh(game)))[0] ?? "";
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

describe("a position in words", () => {
  const told = (text: string) =>
    sections(parse(text)).map(({ title, rows }) => ({ title, rows: new Map(rows) }));
  test.each(RULES)("of %s is different in every language", (rules) => {
    const position = texts.findLast((text) => text.startsWith(rules)) ?? "";
    const seen = locales.map((locale) => {
      overwriteGetLocale(() => locale);
      const parts = told(position);
      for (const { rows } of parts)
        expect([...rows].flat().filter((text) => !text || /undefined|NaN/.test(text))).toEqual([]);
      return JSON.stringify(parts.map(({ title, rows }) => [title, ...rows.keys()]));
    });
    expect(new Set(seen).size).toBe(locales.length);
  });
  test.each(RULES)("of %s names every place once", (rules) => {
    const position = texts.findLast((text) => text.startsWith(rules)) ?? "";
    const { game, state } = parse(position);
    const [, market, ...boards] = sections({ game, state });
    expect(told(position)[1]?.rows.size).toBe(market?.rows.length);
    expect(boards.length).toBe(state.players.length);
  });
});
