/** Reasons and hints of pavilion in words. */

import { m } from "../../paraglide/messages";
import type { StudyWords } from "../game";
import { starOf } from "./geometry";
import { parse } from "./moves";
import { color, star } from "./words";

const FEATURES = ["pillar", "statue", "window"] as const;
const KINDS: Record<string, () => string> = {
  place: m.why_pavilion_place,
  later_place: m.why_pavilion_later_place,
  marker: m.why_pavilion_marker,
  discard: m.why_pavilion_discard,
  star: m.why_pavilion_star,
  number: m.why_pavilion_number,
  bonus: m.why_pavilion_bonus,
  jokers: m.why_pavilion_jokers,
  start: m.why_start,
};

export const study: StudyWords = {
  reason({ kind, thing }) {
    const things = [];
    if (thing.star !== undefined) things.push(star(thing.star));
    if (thing.color !== undefined) things.push(color(thing.color));
    if (thing.number) things.push(String(thing.number));
    const feature = FEATURES[thing.feature ?? -1];
    if (feature) things.push(m.pavilion_feature({ feature }));
    const what = KINDS[kind]?.() ?? kind;
    return things.length ? m.why_about({ what, things: things.join(", ") }) : what;
  },
  where(text) {
    const move = parse(text);
    switch (move.kind) {
      case "take":
        return m.hint_color({ color: color(move.color) });
      case "place":
        return m.hint_star({ star: star(starOf(move.space)) });
      case "pick":
        return m.hint_supply();
      default:
        return m.hint_pass();
    }
  },
};
