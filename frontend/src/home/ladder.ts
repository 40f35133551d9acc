/** A ladder: a game and a number of players. */

import type { paths } from "../lib/schema";

export type Ladder = paths["/api/ladders/{ladder}"]["get"]["parameters"]["path"]["ladder"];

/** The game and the number of players. */
export function ladderOf(name: string): { game: string; players: number } {
  const [game = "", players] = name.split("-");
  return { game, players: Number(players) };
}
