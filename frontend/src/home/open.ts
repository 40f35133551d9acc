/** Open a table or join one, as a new guest if need be, and go there. */

import { api, get, Refused } from "../lib/api";
import { me } from "../lib/me.svelte";
import { router } from "../lib/router.svelte";
import type { components } from "../lib/schema";
import type { Rules } from "../lib/view";
import { nonce } from "./lobby";

export type Wish = Partial<components["schemas"]["NewTable"]>;

/** Open a table and go there. */
export async function open(wish: Wish): Promise<void> {
  await me.be();
  const body = { ...wish, nonce: nonce() } as components["schemas"]["NewTable"];
  const { url } = await get(api.POST("/api/tables", { body }));
  await router.go(url);
}

/** Take a free seat and go there; those who already have it just go. */
export async function join(id: string, seat: number): Promise<void> {
  await me.be();
  const params = { path: { id } };
  try {
    await get(api.POST("/api/games/{id}/ask", { params, body: { sit: seat, nonce: nonce() } }));
  } catch (error) {
    if (!(error instanceof Refused && error.code === "seated")) throw error;
  }
  await router.go(`/games/${id}`);
}

/** Start the daily deal, or return to it. */
export async function openDaily(game: Rules): Promise<void> {
  await me.be();
  const { url } = await get(api.POST("/api/daily/{game}", { params: { path: { game } } }));
  await router.go(url);
}
