/** The terms of the games in all languages, and how one is found. */

import { isRules } from "../games";
import { type Locale, locales } from "../paraglide/runtime";
import all from "./glossary.json";

export const GROUPS = ["things", "play", "variants", "scoring"] as const;

export type Term = { key: string; group: (typeof GROUPS)[number]; game: string } & Record<
  Locale,
  string
>;

export const ALL = "both"; // the game of a term that all use
export const TERMS = (all as Term[]).filter(({ game }) => game === ALL || isRules(game));

const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/** The terms that have these letters in any language; accents do not matter. */
export function matching(terms: Term[], wanted: string): Term[] {
  const letters = plain(wanted.trim());
  return terms.filter((term) => locales.some((locale) => plain(term[locale]).includes(letters)));
}
