/** How a person likes to play: kept on the device, so that the next game is one click away. */

import { recall, remember } from "../lib/memory";
import type { Rules } from "../lib/view";
import { FIRST } from "./levels";

export interface Choice {
  bot: string;
  players: number;
  wall: string;
  board: string;
  edition: string;
}

export type Options = Record<string, string | number | null>;

export interface Start {
  game: Rules;
  options: Options;
  seats: string[];
}

export const WALLS = ["coloured", "grey"] as const;
export const BOARDS = ["coloured", "neutral"] as const;
export const EDITIONS = ["2019", "mini"] as const;
export const PLAYERS = [2, 3, 4] as const;
const DEFAULT: Choice = {
  bot: FIRST,
  players: 2,
  wall: "coloured",
  board: "coloured",
  edition: "2019",
};

const one = <T>(among: readonly T[], value: unknown, otherwise: T): T =>
  among.find((known) => known === value) ?? otherwise;

/** A choice out of what was stored; what makes no sense is the default. */
export function read(text: string | null): Choice {
  let found: Partial<Choice>;
  try {
    found = Object(JSON.parse(text ?? "{}"));
  } catch {
    found = {};
  }
  return {
    bot: typeof found.bot === "string" && found.bot ? found.bot : DEFAULT.bot,
    players: one(PLAYERS, found.players, 2),
    wall: one(WALLS, found.wall, "coloured"),
    board: one(BOARDS, found.board, "coloured"),
    edition: one(EDITIONS, found.edition, "2019"),
  };
}

/** The variant that was chosen, in the words of the server. */
export const optionsOf = (game: Rules, choice: Choice): Options =>
  game === "classic" ? { wall: choice.wall } : { board: choice.board, edition: choice.edition };

/** A table against bots. */
export function startOf(game: Rules, choice: Choice): Start {
  const bots = Array.from({ length: choice.players - 1 }, () => `bot:${choice.bot}`);
  return { game, options: optionsOf(game, choice), seats: ["me", ...bots] };
}

const key = (game: Rules): string => `choice ${game}`;

/** The last choice for a game. */
export const stored = (game: Rules): Choice => read(recall(key(game)));

/** Keep a choice for the next time. */
export function keep(game: Rules, choice: Choice): void {
  remember(key(game), JSON.stringify(choice));
}
