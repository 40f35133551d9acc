/** Numbers and grades of a review in words. */

import { language } from "../lib/language.svelte";
import { m } from "../paraglide/messages";
import type { Grade, Reason } from "./review";

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

/** "0.42" points per decision */
export const rate = (points: number): string => number(points, 2);

/** "58 %", or "+58 %" */
export const chance = (value: number, signed = false): string =>
  new Intl.NumberFormat(language.now, {
    style: "percent",
    signDisplay: signed ? "exceptZero" : "auto",
  })
    .format(value)
    .replace("-", "−");

export const gradeName = (grade: Grade | null): string =>
  ({
    best: m.grade_best,
    good: m.grade_good,
    inaccuracy: m.grade_inaccuracy,
    mistake: m.grade_mistake,
    blunder: m.grade_blunder,
    forced: m.grade_forced,
  })[grade ?? "forced"]();

/** A reason as it is shown: what the move played costs, or with `better` what the better one gains;
 * `isGood` if that favours the player who moved. */
export function weigh(
  reason: Reason,
  {
    seat,
    what,
    name,
    better = false,
  }: { seat: number; what: string; name: string; better?: boolean },
): { amount: string; text: string; isGood: boolean } {
  const more = reason.count || reason.points;
  const gain = (reason.seat === seat ? more : -more) * (better ? 1 : -1);
  const counted = reason.kind === "start" ? chance(gain, true) : number(gain, 0, true);
  const amount = reason.count ? counted : cost(gain, true);
  const [given, taken] = reason.is_loss ? [m.why_spares, m.why_costs] : [m.why_gives, m.why_takes];
  const told = (gain < 0 ? given : taken)({ name, what });
  return { amount, text: reason.seat === seat ? what : told, isGood: gain > 0 };
}
