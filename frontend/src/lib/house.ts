/** What the server offers: its bots, phrases and reactions. */

import { api, get } from "./api";
import type { components } from "./schema";

export type House = components["schemas"]["About"];

let known: Promise<House> | null = null;

export function house(): Promise<House> {
  known ??= get(api.GET("/api/house")).catch((error) => {
    known = null;
    throw error;
  });
  return known;
}
