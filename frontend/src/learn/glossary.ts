/** The terms of the games in all languages, and the search for one. */

import { isRules } from "../games";
import { type Locale, locales } from "../paraglide/runtime";
import all from "./glossary.json";

export const GROUPS = ["things", "play", "variants", "scoring"] as const;

export type Term = { key: string; group: (typeof GROUPS)[number]; game: string };
type Translations = Record<string, { term: string; meaning: string }>;

export const ALL = "both"; // terms that all games share
export const TERMS = (all as Term[]).filter(({ game }) => game === ALL || isRules(game));

const WORDS = import.meta.glob<Translations>("./terms/*.json", { import: "default", eager: true });

/** What a term is called in a language, and what it means. */
export const wordsOf = ({ key }: Term, locale: Locale): Translations[string] =>
  WORDS[`./terms/terms.${locale}.json`]?.[key] ?? { term: key, meaning: "" };

const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/** The terms that contain these letters in any language, whatever the accents. */
export function matching(terms: Term[], wanted: string): Term[] {
  const letters = plain(wanted.trim());
  return terms.filter((term) =>
    locales.some((locale) => plain(wordsOf(term, locale).term).includes(letters)),
  );
}
