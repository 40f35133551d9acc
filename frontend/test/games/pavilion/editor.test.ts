import { expect, test } from "vitest";
import { fresh } from "../../../src/editor/model";
import { parse, print, UnreadableField } from "../../../src/editor/notation";
import { tell } from "../../../src/editor/wrong";
import { editor } from "../../../src/games/pavilion/editor";
import { overwriteGetLocale } from "../../../src/paraglide/runtime";

test.each([
  [print(fresh(editor)).replace("joker_order=p", "joker_order=g"), "joker_order"],
  [print(fresh(editor)).replace(",in", ",out"), "seat0"],
])("%s is left at %s", (text, field) => {
  expect(() => parse(text, [editor])).toThrow(new UnreadableField(field));
});

test("seats count from 1", () => {
  overwriteGetLocale(() => "sv");
  const why = { code: "position.passed", numbers: { seat: 0 } };
  expect(tell(editor, why)).toBe("Plats 1 står på tur men har redan passat.");
});
