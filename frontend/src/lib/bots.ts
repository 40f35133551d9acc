/** The server's bots: a name and a face for each, by level and seat. */

import { m } from "../paraglide/messages";
import type { Seat } from "./view";

export const LEVELS = [
  "pupil",
  "apprentice",
  "tiler",
  "mason",
  "artisan",
  "designer",
  "architect",
  "master",
];
const NAMES = [
  ["Alba", "Bento", "Clara", "Duarte"],
  ["Elvira", "Fausto", "Iris", "Hugo"],
  ["Inês", "Jaime", "Lídia", "Marco"],
  ["Nadia", "Oscar", "Pilar", "Quim"],
  ["Rita", "Silas", "Telma", "Ugo"],
  ["Vera", "Xavier", "Yara", "Zeno"],
  ["Aurora", "Breno", "Celeste", "Dinis"],
  ["Estela", "Flavio", "Gloria", "Heitor"],
];

export interface Face {
  level: number;
  seat: number;
}

/** "Tiler" */
export const botName = (bot: string): string => m.bot_name({ name: bot });

const levelOf = (bot: string): number => Math.max(0, LEVELS.indexOf(bot));
const isBot = (seat: Seat): boolean => !!seat.bot && !seat.out;

/** The name of a bot at a seat, unique at its table. */
export const botAt = (bot: string, number: number): string =>
  NAMES[levelOf(bot)]?.[number] ?? botName(bot);

/** Who plays at a seat. */
export const seatName = (seat: Seat, number: number): string =>
  isBot(seat) ? botAt(seat.bot, number) : seat.name;

/** How well a bot plays: "Tiler". */
export const seatLevel = (seat: Seat): string => (isBot(seat) ? botName(seat.bot) : "");

/** The face of a bot; people have none. */
export const seatFace = (seat: Seat, number: number): Face | null =>
  isBot(seat) ? { level: levelOf(seat.bot), seat: number } : null;
