/** What the server offers: its bots, phrases and reactions. */

import { api, get } from "./api";

export interface House {
  version: string;
  bots: string[];
  phrases: string[];
  reactions: string[];
}

let known: Promise<House> | null = null;

export function house(): Promise<House> {
  known ??= get(api.GET("/api/house")).catch((error) => {
    known = null;
    throw error;
  });
  return known;
}
