import { expect, test } from "vitest";
import { fresh } from "../../../src/editor/model";
import { parse, print, UnreadableField } from "../../../src/editor/notation";
import { tell } from "../../../src/editor/wrong";
import { editor } from "../../../src/games/classic/editor";
import { printedAt } from "../../../src/games/classic/editor/lines";
import { overwriteGetLocale } from "../../../src/paraglide/runtime";

test.each([
  ["classic players=2", "wall"],
  [print(fresh(editor)).replace("lid=-", "lid=q"), "lid"],
])("%s is left at %s", (text, field) => {
  expect(() => parse(text, [editor])).toThrow(new UnreadableField(field));
});

test("what is printed on the wall", () => {
  expect([0, 1, 5, 6, 24].map(printedAt)).toEqual([0, 1, 4, 0, 0]);
});

test("colours have names", () => {
  overwriteGetLocale(() => "sv");
  const why = { code: "position.tiles", numbers: { color: 4, count: 21, all: 20 } };
  expect(tell(editor, why)).toBe("Ställningen har 21 vita brickor i stället för 20.");
});
