/** The title of a table in the browser's tab. */

import { titleOf } from "../games";
import type { View } from "../lib/view";

/** "Ann 62 – 48 Ben · Tilewright" once it is over; until then, who plays what. */
export function pageTitle(view: View, names: string[]): string {
  const game = titleOf(view.rules);
  if (view.status === "waiting") return `${game} · Tilewright`;
  if (view.status === "playing") return `${names.join(" – ")} · ${game} · Tilewright`;
  return `${standing(view, names)} · Tilewright`;
}

function standing({ scores, ranks }: View, names: string[]): string {
  if (names.length === 2) return `${names[0]} ${scores[0]} – ${scores[1]} ${names[1]}`;
  const order = names.map((_, seat) => seat);
  order.sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  return order.map((seat) => `${names[seat]} ${scores[seat]}`).join(" – ");
}
