import { expect, test } from "vitest";
import { classic } from "../../../src/games/classic";
import constants from "../../../src/games/classic/constants.json";
import { variant } from "../../../src/lib/variants";

test("the options offered begin with the defaults of the rules", () => {
  for (const { name, values } of classic.options)
    expect(constants.options).toMatchObject({ [name]: Object.keys(values)[0] });
});

test("the side of the boards in words", () => {
  expect(variant("classic", { wall: "coloured" })).toBe("Coloured wall");
});
