/** Words that all games share: colours, tiles, sources, points. */

import { m } from "../paraglide/messages";
import { language } from "./language.svelte";
import { colorName } from "./tiles";
import type { Rules } from "./view";

/** "a, b and c" */
export const list = (parts: string[]): string => new Intl.ListFormat(language.now).format(parts);

/** The name of a colour. */
export const color = (rules: Rules, color: number): string =>
  m.color({ color: colorName(rules, color) });

/** "3 red": a number of tiles of a colour. */
export const tiles = (rules: Rules, color: number, count: number): string =>
  m.tiles({ color: colorName(rules, color), count });

/** "factory 2" or "the centre" */
export const source = (number: number): string => (number ? m.factory({ number }) : m.centre());

/** "+5", "−2", "0" */
export const points = (value: number): string =>
  value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";

/** "5", "−2", "0" */
export const whole = (value: number): string => (value < 0 ? `−${-value}` : String(value));
