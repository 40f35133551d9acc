/** What can be wrong with a position of pavilion alone. */

import { m } from "../../../paraglide/messages";
import { any, type Sentences } from "../../game";
import { starName, starOf } from "../geometry";

export const wrong = any<Sentences>({
  supply: m.pavilion_wrong_supply,
  kept: m.pavilion_wrong_kept,
  star: ({ space, color }: { space: number; color: string }) =>
    m.pavilion_wrong_star({ color, star: m.pavilion_star({ star: starName(starOf(space)) }) }),
  picks: m.pavilion_wrong_picks,
  not_over: m.pavilion_wrong_not_over,
  passed_early: m.pavilion_wrong_passed_early,
  passed: m.pavilion_wrong_passed,
  supply_full: m.pavilion_wrong_supply_full,
  supply_first: m.pavilion_wrong_supply_first,
});
