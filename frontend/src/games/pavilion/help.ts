/** Help for a table of pavilion. */

import { m } from "../../paraglide/messages";
import type { Help } from "../game";

export const help: Help = {
  now: {
    take: m.help_now_pavilion_take,
    place: m.help_now_pavilion_place,
    pick: m.help_now_pavilion_pick,
  },
  seen: [m.help_race, m.help_numbers, m.help_tower],
};
