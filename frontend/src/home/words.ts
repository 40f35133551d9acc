/** Words about tables: bots, variants, clocks, days. */

import { titleOf as gameName } from "../games";
import { botAt, botName } from "../lib/bots";
import { language } from "../lib/language.svelte";
import { unusual } from "../lib/variants";
import { m } from "../paraglide/messages";
import { isBot, sitters, type TableRow } from "./lobby";
import { wordsOf } from "./plan";

export { botName, gameName };

/** The language for dates and numbers. */
const locale = (): string => (language.now === "en" ? "en-GB" : language.now);

/** "10 min + 5 s", "3 days a move" */
export function clock({ kind, seconds, increment, days }: Record<string, string | number>): string {
  if (kind === "days") return m.home_days({ count: Number(days) });
  if (kind !== "live") return "";
  const minutes = Math.round(Number(seconds) / 6) / 10;
  return Number(increment)
    ? m.home_minutes_and({ minutes: number(minutes), seconds: number(Number(increment)) })
    : m.home_minutes({ count: minutes });
}

/** What to know about a table before joining it. */
export function facts(row: TableRow): string[] {
  const { length } = row.seats;
  return [
    gameName(row.rules),
    m.players({ count: length }),
    ...unusual(row.rules, wordsOf(row.options)),
    ...new Set(row.seats.flatMap((plan) => (isBot(plan) ? botName(plan.slice(4)) : []))),
    clock(row.clock),
    row.status === "waiting" && length > 2
      ? m.home_seated({ taken: row.taken.length, all: length })
      : "",
  ].filter(Boolean);
}

/** "Ann, Jaime and Otter 4" */
export const names = (row: TableRow): string =>
  new Intl.ListFormat(locale()).format(sitters(row, botAt));

/** What the picture of a table shows: the game in progress, or its replay. */
export const shown = (row: TableRow) => ({
  rules: row.rules,
  href: row.status === "over" ? `/games/${row.game}/replay` : `/games/${row.game}`,
  picture: `/api/games/${row.game}/picture.svg?at=${row.at}`,
  title: names(row),
  text: facts(row).join(" · "),
});

/** The names without mine: "Jaime and Otter 4". */
export const others = (row: TableRow, me: string): string =>
  new Intl.ListFormat(locale()).format(sitters(row, botAt).filter((name) => name !== me));

export const number = (value: number): string =>
  new Intl.NumberFormat(locale()).format(value).replace("-", "−");

/** "15 November" */
export const day = (text: string): string =>
  new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(`${text}T00:00:00Z`),
  );

/** "16 November, 01:00" */
export const moment = (time: number): string =>
  new Intl.DateTimeFormat(locale(), {
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
  }).format(new Date(time));
