/** The states of pavilion, as the server declares them. */

import type { components } from "../../lib/schema";
import { LETTERS } from "./colors";

export type PavilionPlayer = components["schemas"]["PavilionPlayer"];
export type PavilionState = components["schemas"]["PavilionState"];

/** The default options. */
export const usual = (players: number): PavilionState["options"] => ({
  players,
  edition: "2019",
  board: "coloured",
  joker_order: LETTERS,
  last_round_discard: "after_bonuses",
});
