/** Numbers and grades of a review in words. */

import { language } from "../lib/language.svelte";
import { m } from "../paraglide/messages";
import type { Grade } from "./review";

const number = (value: number, digits: number, signed = false): string =>
  new Intl.NumberFormat(language.now, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: signed ? "exceptZero" : "auto",
  })
    .format(value)
    .replace("-", "−");

/** "3.4" points, or "+3.4" */
export const cost = (points: number, signed = false): string => number(points, 1, signed);

/** "0.42" points a decision */
export const rate = (points: number): string => number(points, 2);

/** "58 %" */
export const chance = (value: number): string =>
  new Intl.NumberFormat(language.now, { style: "percent" }).format(value);

export const gradeName = (grade: Grade | null): string =>
  ({
    best: m.grade_best,
    good: m.grade_good,
    inaccuracy: m.grade_inaccuracy,
    mistake: m.grade_mistake,
    blunder: m.grade_blunder,
    forced: m.grade_forced,
  })[grade ?? "forced"]();
