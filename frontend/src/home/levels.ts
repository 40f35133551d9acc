/** Bots as opponents: their strength, a word about each, and whom to begin with. */

import { botName, LEVELS as NAMES } from "../lib/bots";
import type { components } from "../lib/schema";
import { m } from "../paraglide/messages";

export type Bot = components["schemas"]["Bot"];

/** Whom a newcomer meets. */
export const FIRST = "apprentice";

/** All levels, the weakest first: what can be chosen until the server has told. */
export const LEVELS: readonly Bot[] = NAMES.map((name, i) => ({ name, number: i + 1 }));

/** The bot that is wanted, if it is there; else the one for newcomers, or any. */
export function opponent(bots: readonly Bot[], wanted: string): Bot {
  const named = (name: string) => bots.find((bot) => bot.name === name);
  return named(wanted) ?? named(FIRST) ?? bots[0] ?? { name: FIRST, number: 0 };
}

/** "Tiler, level 3" */
export const levelName = ({ name, number }: Bot): string =>
  number ? m.level_named({ name: botName(name), number }) : botName(name);

/** "Lays with care and seldom wastes a tile." */
export const levelText = (bot: string): string => m.level_text({ name: bot });
