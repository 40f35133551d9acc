/** The bots of the house, in words. */

import { m } from "../paraglide/messages";
import type { Seat } from "./view";

const BOTS: Record<string, [name: () => string, text: () => string]> = {
  random: [m.bot_random, m.bot_random_text],
  greedy: [m.bot_greedy, m.bot_greedy_text],
};

/** "Greedy" */
export const botName = (bot: string): string => BOTS[bot]?.[0]() ?? bot;

/** "Greedy, takes what it sees" */
export const botText = (bot: string): string => BOTS[bot]?.[1]() ?? bot;

/** Who plays on a seat: "Bot · Greedy", or the name of a person. */
export const seatName = (seat: Seat): string =>
  seat.bot && !seat.out ? m.bot_named({ name: botName(seat.bot) }) : seat.name;
