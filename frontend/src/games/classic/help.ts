/** Help at a table of classic. */

import { m } from "../../paraglide/messages";
import type { HelpTexts } from "../game";

export const help: HelpTexts = {
  now: { take: m.help_now_classic_take, tile: m.help_now_classic_tile },
  seen: [m.classic_chips_text, m.classic_lid_text],
};
