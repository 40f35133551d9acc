/** Reasons and hints of classic in words. */

import { color } from "../../lib/words";
import { m } from "../../paraglide/messages";
import type { StudyWords } from "../game";
import { lay, take } from "./moves";

const KINDS: Record<string, () => string> = {
  tile: m.why_classic_tile,
  later_tile: m.why_classic_later_tile,
  floor: m.why_classic_floor,
  later_floor: m.why_classic_later_floor,
  row: m.why_classic_row,
  column: m.why_classic_column,
  color: m.why_classic_color,
  free: m.why_classic_free,
  start: m.why_start,
};

export const study: StudyWords = {
  reason({ kind, thing }) {
    const things = [];
    if (thing.row) things.push(m.why_row({ row: thing.row }));
    if (thing.column) things.push(m.why_column({ column: thing.column }));
    if (thing.color !== undefined) things.push(color("classic", thing.color));
    const what = KINDS[kind]?.() ?? kind;
    return things.length ? m.why_about({ what, things: things.join(", ") }) : what;
  },
  where(move) {
    const took = take(move);
    if (took) return m.hint_color({ color: color("classic", took.color) });
    return m.hint_row({ row: (lay(move)?.row ?? 0) + 1 });
  },
};
