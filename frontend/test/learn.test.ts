import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RULES } from "../src/games";
import { WORDS as CLASSIC, course as classicCourse } from "../src/games/classic/course";
import { classicBoard } from "../src/games/classic/figures";
import { WORDS as PAVILION } from "../src/games/pavilion/course";
import { starBoard } from "../src/games/pavilion/figures";
import { cells } from "../src/learn/boards";
import { matching, TERMS } from "../src/learn/glossary";
import { first, judge, type Lesson } from "../src/learn/lessons";
import { read } from "../src/learn/progress";
import { overwriteGetLocale } from "../src/paraglide/runtime";

overwriteGetLocale(() => "en");

const SRC = new URL("../src/", import.meta.url);
const open = (path: string) => JSON.parse(readFileSync(new URL(path, SRC), "utf8"));
const files = (folder: string) => readdirSync(new URL(`${folder}/`, SRC)).sort();

/** What translations must share: everything but the texts. */
function shape(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => shape(item));
  if (value && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value)
        .sort()
        .map(([key, item]) => [key, shape(item, key)]),
    );
  if (typeof value === "string") expect(value.trim()).not.toBe("");
  return name === "id" || name === "figure" ? value : typeof value;
}

describe("texts", () => {
  const FOLDERS = ["learn/terms", ...RULES.map((rules) => `games/${rules}/rules`)];
  const all = FOLDERS.flatMap((folder) => files(folder).map((file) => `${folder}/${file}`));
  it.each(all)("%s is complete", (file) => {
    expect(shape(open(file))).toEqual(shape(open(file.replace(/\w+\.json$/, "en.json"))));
  });

  it.each(RULES)("every figure of %s is drawn", (rules) => {
    const drawn = readFileSync(new URL(`games/${rules}/Figure.svelte`, SRC), "utf8");
    for (const { blocks } of open(`games/${rules}/rules/book.en.json`).sections)
      for (const { figure } of blocks)
        if (figure) expect(drawn).toMatch(new RegExp(`"${figure}"|\\b${figure}: starBoard`));
  });

  it("every term is explained", () => {
    expect(Object.keys(open("learn/terms/terms.en.json"))).toEqual(TERMS.map(({ key }) => key));
  });
});

describe("lessons", () => {
  it.each([
    ["classic", CLASSIC],
    ["pavilion", PAVILION],
  ])("every text of %s has words, and every word a text", (rules, words) => {
    const used = new Set<string>();
    for (const lesson of open(`games/${rules}/lessons.json`) as Lesson<string>[]) {
      used.add(lesson.title).add(lesson.text);
      for (const { task, accept, hints } of lesson.tasks) {
        used.add(task);
        for (const { text } of [...accept, ...hints]) used.add(text);
      }
    }
    expect([...used].sort()).toEqual(Object.keys(words).sort());
    for (const name of used) expect(words[name]?.()).not.toBe("");
  });

  it("judges by the first pattern that fits", () => {
    const task = classicCourse[0]?.tasks[0];
    if (!task) throw new Error("no lesson");
    expect(judge(task, "2r3").right).toBe(true);
    expect(judge(task, "2r-")).toEqual({ right: false, text: CLASSIC.lesson_c_take_hinta?.() });
    expect(judge(task, "5w1")).toEqual({ right: false, text: CLASSIC.lesson_c_take_hintc?.() });
  });

  it("finds the first fitting move", () => {
    expect(first("^0[bw][1-5]$", ["0b-", "0w2", "0w3"])).toBe("0w2");
    expect(first("^1", ["0b-"])).toBeUndefined();
  });
});

describe("progress", () => {
  it("reads what was kept", () => {
    expect(read('{"at":"rest","done":["take"]}')).toEqual({ at: "rest", done: ["take"] });
  });
  it.each([null, "", "[]", "nonsense", '{"at":3,"done":"take"}'])("makes sense of %s", (text) => {
    expect(read(text)).toEqual({ at: "", done: [] });
  });
});

describe("glossary", () => {
  it("finds words in every language, with or without accents", () => {
    const found = (wanted: string) => matching(TERMS, wanted).map(({ key }) => key);
    expect(found("pylvas")).toEqual(["pillar"]);
    expect(found("КОЛОННА")).toEqual(["pillar"]);
    expect(found(" ")).toHaveLength(TERMS.length);
    expect(found("xyzzy")).toEqual([]);
  });
});

describe("boards", () => {
  it("reads letters and dots", () => {
    expect(cells("classic", ["b.", "w"])).toEqual([0, -1, 4]);
    expect(classicBoard(["", "rr", "", "", ""]).players[0]?.lines).toEqual([
      [-1, 0],
      [2, 2],
      [-1, 0],
      [-1, 0],
      [-1, 0],
    ]);
    const stars = ["r.....", ...Array<string>(6).fill("......")];
    expect(starBoard(stars, "neutral").players[0]?.spaces).toHaveLength(42);
  });
});
