/** The log of a table, which views bring piece by piece. */

import type { Played } from "./view";

/** Keep the moves that still hold and append the new ones; null if something was missed. */
export function joined(log: Played[], from: number, more: Played[]): Played[] | null {
  return log.length < from ? null : [...log.slice(0, from), ...more];
}
