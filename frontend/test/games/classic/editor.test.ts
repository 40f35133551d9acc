import { expect, test } from "vitest";
import { changed, fresh } from "../../../src/editor/model";
import { parse, print, UnreadableField } from "../../../src/editor/notation";
import { sections } from "../../../src/editor/words";
import { tell } from "../../../src/editor/wrong";
import { editor } from "../../../src/games/classic/editor";
import { printedAt } from "../../../src/games/classic/editor/lines";
import type { ClassicState } from "../../../src/games/classic/view";
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

test("a position in words says where everything is", () => {
  const draft = changed(fresh(editor), (state: ClassicState) => {
    state.sources[3] = [2, 0, 1, 0, 0];
    state.players[0]?.lines.splice(2, 1, [4, 2]);
    state.players[0]?.wall.splice(6, 1, 0);
  });
  const [terms, market, first] = sections(draft).map(({ rows }) => new Map(rows));
  expect(terms?.get("First-player marker")).toBe("Centre");
  expect(market?.get("Factory 3")).toBe("2 blue and 1 red");
  expect(market?.get("Lid")).toBe("empty");
  expect(first?.get("Pattern line 2")).toMatch(/^empty/);
  expect(first?.get("Pattern line 3")).toBe("2 white of 3");
  expect(first?.get("Wall row 2")).toBe("column 2 blue");
});
