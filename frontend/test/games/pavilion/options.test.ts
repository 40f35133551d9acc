import { expect, test } from "vitest";
import { pavilion } from "../../../src/games/pavilion";
import constants from "../../../src/games/pavilion/constants.json";
import { swapped } from "../../../src/games/pavilion/swapped";
import { variant } from "../../../src/lib/variants";

test("the options offered begin with the defaults of the rules", () => {
  for (const { name, values } of pavilion.options)
    expect(constants.options).toMatchObject({ [name]: Object.keys(values)[0] });
});

test("the side of the boards in words, and what is unusual", () => {
  const given = { board: "coloured", edition: "mini" };
  expect(variant("pavilion", given)).toMatch(/^Coloured .* · /);
});

test("every joker is kept once", () => {
  expect(swapped("pgoybr", 0, "r")).toBe("rgoybp");
  expect(swapped("pgoybr", 2, "o")).toBe("pgoybr");
});
