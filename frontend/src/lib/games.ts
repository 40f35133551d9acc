/** Both games, each loaded when it is first needed. */

import type { Telling } from "./scene";
import type { Rules } from "./view";

const LOAD: Record<Rules, () => Promise<Telling>> = {
  classic: async () => (await import("../classic")).classic as unknown as Telling,
  pavilion: async () => (await import("../pavilion")).pavilion as unknown as Telling,
};

const loaded = new Map<Rules, Promise<Telling>>();

/** The words and pictures of a game. */
export function telling(rules: Rules): Promise<Telling> {
  const found = loaded.get(rules) ?? LOAD[rules]();
  loaded.set(rules, found);
  return found;
}
