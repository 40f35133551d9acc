/** What can be wrong with a position of pavilion alone. */

import { m } from "../../../paraglide/messages";
import { any, type Sentences } from "../../game";
import { starName, starOf } from "../geometry";

export const wrong = any<Sentences>({
  score: m.editor_wrong_p_score,
  supply: m.editor_wrong_p_supply,
  kept: m.editor_wrong_p_kept,
  star: ({ space, color }: { space: number; color: string }) =>
    m.editor_wrong_p_star({ color, star: m.pavilion_star({ star: starName(starOf(space)) }) }),
  picks: m.editor_wrong_p_picks,
  not_over: m.editor_wrong_p_not_over,
  passed_early: m.editor_wrong_p_passed_early,
  passed: m.editor_wrong_p_passed,
  supply_full: m.editor_wrong_p_supply_full,
  supply_first: m.editor_wrong_p_supply_first,
});
