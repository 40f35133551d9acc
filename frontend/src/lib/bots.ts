/** The bots of the house, in words. */

import { m } from "../paraglide/messages";

const BOTS: Record<string, [name: () => string, text: () => string]> = {
  random: [m.bot_random, m.bot_random_text],
  greedy: [m.bot_greedy, m.bot_greedy_text],
};

/** "Greedy" */
export const botName = (bot: string): string => BOTS[bot]?.[0]() ?? bot;

/** "Greedy, takes what it sees" */
export const botText = (bot: string): string => BOTS[bot]?.[1]() ?? bot;
