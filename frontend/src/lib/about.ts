/** What the server offers: its bots, phrases and reactions. */

import { api, get } from "./api";
import type { components } from "./schema";

export type About = components["schemas"]["About"];

let known: Promise<About> | null = null;

export function about(): Promise<About> {
  known ??= get(api.GET("/api/about")).catch((error) => {
    known = null;
    throw error;
  });
  return known;
}
