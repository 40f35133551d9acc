/** The log of a table, as the views bring it piece by piece. */

import type { Played } from "./view";

/** Keep the moves that stay and put the new ones behind them; null if something was missed. */
export function joined(log: Played[], from: number, more: Played[]): Played[] | null {
  return log.length < from ? null : [...log.slice(0, from), ...more];
}
