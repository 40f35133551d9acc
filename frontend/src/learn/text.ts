/** Long texts, one file per language; English where a language has none. */

import type { Locale } from "../lib/language.svelte";

export interface Illustration {
  figure: string;
  alt: string;
  caption?: string;
}

export interface TextTable {
  head: string[];
  rows: string[][];
  caption: string;
}

export interface List {
  list: string[];
}

export type TextBlock = string | Illustration | TextTable | List;

export interface Section {
  id: string;
  title: string;
  blocks: TextBlock[];
}

export interface RuleBook {
  title: string;
  lead: string;
  sections: Section[];
}

/** A text, and the language it was found in. */
export interface Found<T> {
  text: T;
  locale: Locale;
}

type Files<T> = Record<string, () => Promise<T>>;

/** A text by name in a language. */
export async function find<T>(files: Files<T>, name: string, locale: Locale): Promise<Found<T>> {
  const wanted = files[`./${name}.${locale}.json`];
  const load = wanted ?? files[`./${name}.en.json`];
  if (!load) throw new Error(`no text ${name}`);
  return { text: await load(), locale: wanted ? locale : "en" };
}
