/** The options of a table, in words. */

import { gameOf, isRules } from "../games";

type Given = Record<string, unknown>;

/** The options that differ from their defaults. */
export function unusual(rules: string, given: Given): string[] {
  if (!isRules(rules)) return [];
  return gameOf(rules).options.flatMap(({ name, values }) => {
    const value = String(given[name]);
    return value === Object.keys(values)[0] ? [] : (values[value]?.() ?? []);
  });
}

/** The side of the boards, and the other options that differ from their defaults. */
export function variant(rules: string, given: Given): string {
  const side = isRules(rules) ? gameOf(rules).options[0] : undefined;
  const word = side?.values[String(given[side.name])]?.() ?? "";
  return [...new Set([word, ...unusual(rules, given)])].filter(Boolean).join(" · ");
}
