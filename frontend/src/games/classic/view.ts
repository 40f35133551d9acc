/** The states of classic, as the server declares them. */

import type { components } from "../../lib/schema";

export type ClassicPlayer = components["schemas"]["ClassicPlayer"];
export type ClassicState = components["schemas"]["ClassicState"];
