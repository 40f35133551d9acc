/** How somebody likes to play: kept on the device, so that the next game is one click away. */

import { gameOf, type Rules } from "../games";
import type { Options } from "../games/game";
import { recall, remember } from "../lib/memory";
import { FIRST } from "./levels";

export interface GameChoice {
  bot: string;
  players: number;
  options: Options;
}

export interface Start {
  game: Rules;
  options: Options;
  seats: string[];
}

export const PLAYERS = [2, 3, 4] as const;

/** A choice from storage; anything invalid becomes the default. */
export function read(game: Rules, text: string | null): GameChoice {
  let found: Record<string, unknown>;
  try {
    found = Object(JSON.parse(text ?? "{}"));
  } catch {
    found = {};
  }
  const options = gameOf(game).options.map(({ name, values }) => {
    const known = Object.keys(values);
    return [name, known.find((value) => value === found[name]) ?? known[0] ?? ""];
  });
  return {
    bot: typeof found.bot === "string" && found.bot ? found.bot : FIRST,
    players: PLAYERS.find((count) => count === found.players) ?? 2,
    options: Object.fromEntries(options),
  };
}

/** A table with bots. */
export function startOf(game: Rules, { bot, players, options }: GameChoice): Start {
  const bots = Array.from({ length: players - 1 }, () => `bot:${bot}`);
  return { game, options, seats: ["me", ...bots] };
}

const key = (game: Rules): string => `choice ${game}`;

/** The last choice for a game. */
export const stored = (game: Rules): GameChoice => read(game, recall(key(game)));

/** Keep a choice for next time. */
export function keep(game: Rules, { options, ...choice }: GameChoice): void {
  remember(key(game), JSON.stringify({ ...choice, ...options }));
}
