/** The games there are. A game is registered here and nowhere else. */

import { classic } from "./classic";
import type { Game } from "./game";
import { pavilion } from "./pavilion";

const REGISTERED = {
  classic,
  pavilion,
};

export type Rules = keyof typeof REGISTERED;

/** The names of the games, in order. */
export const RULES = Object.keys(REGISTERED) as Rules[];
export const GAMES: readonly Game[] = Object.values(REGISTERED);

export const isRules = (name: string | null | undefined): name is Rules =>
  RULES.includes(name as Rules);

/** A game by its name. */
export const gameOf = (name: Rules): Game => REGISTERED[name];

/** "Classic"; a server may have games that these pages do not know. */
export const titleOf = (name: string): string => (isRules(name) ? gameOf(name).title() : name);
