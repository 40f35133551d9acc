/** The server's chat phrases in the language of the page. */

import { m } from "../paraglide/messages";

const PHRASES: Record<string, () => string> = {
  hello: m.say_hello,
  good_luck: m.say_good_luck,
  well_played: m.say_well_played,
  thanks: m.say_thanks,
  sorry: m.say_sorry,
  one_moment: m.say_one_moment,
  good_game: m.say_good_game,
  oops: m.say_oops,
};

/** A phrase in words; anything else unchanged. */
export const phrase = (text: string): string => PHRASES[text]?.() ?? text;
