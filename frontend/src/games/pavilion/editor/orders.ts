/** The joker orders that have a name. */

import { LETTERS } from "../colors";

export const ORDERS = { standard: LETTERS, alternative: "orbygp" };
