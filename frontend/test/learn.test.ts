import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GAMES, RULES, type Rules } from "../src/games";
import { cells } from "../src/learn/boards";
import { matching, TERMS } from "../src/learn/glossary";
import { first, judge, type Lesson } from "../src/learn/lessons";
import { read } from "../src/learn/progress";

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
    const all = open("learn/glossary.json") as { key: string }[];
    expect(Object.keys(open("learn/terms/terms.en.json"))).toEqual(all.map(({ key }) => key));
  });
});

describe("lessons", () => {
  type Course = { WORDS: Record<string, () => string> };
  const courses = import.meta.glob<Course>("../src/games/*/course.ts", { eager: true });
  it.each(RULES)("every text of %s has words, and every word a text", (rules) => {
    const words = courses[`../src/games/${rules}/course.ts`]?.WORDS ?? {};
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
    const accept = [{ move: "^2r[1-5]$", text: () => "yes" }];
    const hints = ["^2r", "^."].map((move) => ({ move, text: () => move }));
    const task = { task: () => "", accept, hints };
    expect(judge(task, "2r3")).toEqual({ right: true, text: "yes" });
    expect(judge(task, "2r-")).toEqual({ right: false, text: "^2r" });
    expect(judge(task, "5w1")).toEqual({ right: false, text: "^." });
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
    expect(found("lahde")).toEqual(["source"]);
    expect(found("ИСТОЧНИК")).toEqual(["source"]);
    expect(found(" ")).toHaveLength(TERMS.length);
    expect(found("xyzzy")).toEqual([]);
  });
});

describe("boards", () => {
  it.each(GAMES)("letters and dots of $name are read", ({ name, letters }) => {
    expect(cells(name as Rules, [`${letters[0]}.`, letters[2] ?? ""])).toEqual([0, -1, 2]);
  });
});
