import { expect, test } from "vitest";
import { course, WORDS } from "../../../src/games/classic/course";
import { classicBoard } from "../../../src/games/classic/figures";
import { judge } from "../../../src/learn/lessons";

test("a lesson knows what is right, and a hint for the rest", () => {
  const task = course[0]?.tasks[0];
  if (!task) throw new Error("no lesson");
  expect(judge(task, "2r3").right).toBe(true);
  expect(judge(task, "2r-")).toEqual({ right: false, text: WORDS.lesson_c_take_hinta?.() });
  expect(judge(task, "5w1")).toEqual({ right: false, text: WORDS.lesson_c_take_hintc?.() });
});

test("a board for a figure", () => {
  const none = [-1, 0];
  expect(classicBoard(["", "rr", "", "", ""]).players[0]?.lines).toEqual([
    none,
    [2, 2],
    none,
    none,
    none,
  ]);
});
