/** Help at a table of pavilion. */

import { m } from "../../paraglide/messages";
import type { HelpTexts } from "../game";

export const help: HelpTexts = {
  now: {
    take: m.help_now_pavilion_take,
    place: m.help_now_pavilion_place,
    pick: m.help_now_pavilion_pick,
  },
  seen: [m.pavilion_race_help, m.pavilion_numbers_text, m.pavilion_tower_text],
};
