/** The states of classic, as the server declares them. */

import type { components } from "../../lib/schema";
import constants from "./constants.json";

export type ClassicPlayer = components["schemas"]["ClassicPlayer"];
export type ClassicState = components["schemas"]["ClassicState"];

/** The default options. */
export const usual = (players: number): ClassicState["options"] => ({
  ...(constants.options as ClassicState["options"]),
  players,
});
