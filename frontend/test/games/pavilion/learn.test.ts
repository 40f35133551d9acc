import { expect, test } from "vitest";
import { starBoard } from "../../../src/games/pavilion/figures";
import { matching, TERMS } from "../../../src/learn/glossary";

test("a board for a figure", () => {
  const stars = ["r.....", ...Array<string>(6).fill("......")];
  expect(starBoard(stars, "neutral").players[0]?.spaces).toHaveLength(42);
});

test.each(["pylvas", "КОЛОННА"])("%s is found, with or without accents", (wanted) => {
  expect(matching(TERMS, wanted).map(({ key }) => key)).toEqual(["pillar"]);
});
