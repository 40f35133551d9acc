/** The cards of all games. */

import { gameOf, RULES, type Rules } from "../games";
import type { CardTexts } from "../games/game";

export async function allCards(): Promise<Record<Rules, CardTexts>> {
  const found = RULES.map(async (rules) => [rules, await gameOf(rules).card()]);
  return Object.fromEntries(await Promise.all(found));
}
