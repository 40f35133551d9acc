/** The terms of both games in all languages, and how one is found. */

import type { Locale } from "../lib/language.svelte";
import type { Rules } from "../lib/view";
import all from "./glossary.json";

export const GROUPS = ["things", "play", "variants", "scoring"] as const;

export type Term = { key: string; group: (typeof GROUPS)[number]; game: Rules | "both" } & Record<
  Locale,
  string
>;

export const TERMS = all as Term[];

const LOCALES: Locale[] = ["en", "sv", "fi", "hu", "ru"];
const plain = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/** The terms that have these letters in any language; accents do not matter. */
export function matching(terms: Term[], wanted: string): Term[] {
  const letters = plain(wanted.trim());
  return terms.filter((term) => LOCALES.some((locale) => plain(term[locale]).includes(letters)));
}
