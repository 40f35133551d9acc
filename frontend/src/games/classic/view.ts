/** The states of classic, as the server declares them. */

import type { components } from "../../lib/schema";

export type ClassicPlayer = components["schemas"]["ClassicPlayer"];
export type ClassicState = components["schemas"]["ClassicState"];

/** The default options. */
export const usual = (players: number): ClassicState["options"] => ({
  players,
  wall: "coloured",
  round_limit: 40,
});
