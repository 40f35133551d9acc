/** What is wrong with a position, in the reader's language. */

import type { Rules } from "../games";
import { any, type PositionEditor, type Sentences } from "../games/game";
import type { Why } from "../lib/api";
import * as words from "../lib/words";
import { m } from "../paraglide/messages";

/** What can be wrong in any game. */
export const SHARED = any<Sentences>({
  factory: m.editor_wrong_factory,
  tiles: m.editor_wrong_tiles,
  last_round: m.editor_wrong_last_round,
  market: m.editor_wrong_market,
  marker: m.editor_wrong_marker,
});

/** The sentence for what the server objects to; "" if there is none. */
export function tell({ rules, wrong }: PositionEditor, why: Why | undefined): string {
  const sentences = { ...SHARED, ...wrong };
  const code = why?.code.replace("position.", "") ?? "";
  if (!why || !Object.hasOwn(sentences, code)) return "";
  const { color, count = 0, seat = 0 } = why.numbers;
  const colored = color !== undefined && {
    color: words.color(rules as Rules, color),
    tiles: words.tiles(rules as Rules, color, count),
  };
  return sentences[code]?.({ ...why.numbers, ...colored, seat: seat + 1 }) ?? "";
}
