/** Bots as opponents: their strength, a word about each, and which one to start with. */

import { botName, LEVELS as NAMES } from "../lib/bots";
import type { components } from "../lib/schema";
import { m } from "../paraglide/messages";

export type Bot = components["schemas"]["Bot"];

/** The opponent for newcomers. */
export const FIRST = "apprentice";

/** All levels, the weakest first: the choices until the server has answered. */
export const LEVELS: readonly Bot[] = NAMES.map((name, i) => ({ name, number: i + 1 }));

/** The bot that was asked for, if it exists; otherwise the one for newcomers, or any. */
export function opponent(bots: readonly Bot[], wanted: string): Bot {
  const named = (name: string) => bots.find((bot) => bot.name === name);
  return named(wanted) ?? named(FIRST) ?? bots[0] ?? { name: FIRST, number: 0 };
}

/** "Tiler, level 3" */
export const levelName = ({ name, number }: Bot): string =>
  number ? m.level_named({ name: botName(name), number }) : botName(name);

/** "Lays with care and seldom wastes a tile." */
export const levelText = (bot: string): string => m.level_text({ name: bot });
