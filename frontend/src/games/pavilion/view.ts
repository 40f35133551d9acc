/** The states of pavilion, as the server declares them. */

import type { components } from "../../lib/schema";
import constants from "./constants.json";

export type PavilionPlayer = components["schemas"]["PavilionPlayer"];
export type PavilionState = components["schemas"]["PavilionState"];

/** The default options. */
export const usual = (players: number): PavilionState["options"] => ({
  ...(constants.options as PavilionState["options"]),
  players,
});
