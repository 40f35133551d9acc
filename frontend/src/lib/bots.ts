/** The bots of the house, by name. */

import { m } from "../paraglide/messages";
import type { Seat } from "./view";

/** "Tiler" */
export const botName = (bot: string): string => m.bot_name({ name: bot });

/** Who plays on a seat: "Bot · Tiler", or the name of a person. */
export const seatName = (seat: Seat): string =>
  seat.bot && !seat.out ? m.bot_named({ name: botName(seat.bot) }) : seat.name;
