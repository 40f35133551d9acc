/** The joker orders that have a name. */

import constants from "../constants.json";

export const ORDERS = constants.joker_orders;
