/** The orders of the jokers that have a name. */

export const ORDERS = { standard: "pgoybr", alternative: "orbygp" };
