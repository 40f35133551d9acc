/** The states of pavilion, as the server declares them. */

import type { components } from "../../lib/schema";

export type PavilionPlayer = components["schemas"]["PavilionPlayer"];
export type PavilionState = components["schemas"]["PavilionState"];
