/** Long texts, one file a language; English where a language has none. */

import type { Locale } from "../lib/language.svelte";

export interface Picture {
  figure: string;
  alt: string;
  caption?: string;
}

export interface Grid {
  head: string[];
  rows: string[][];
  caption: string;
}

export interface List {
  list: string[];
}

export type Block = string | Picture | Grid | List;

export interface Section {
  id: string;
  title: string;
  blocks: Block[];
}

export interface RuleBook {
  title: string;
  lead: string;
  sections: Section[];
}

/** A text, and the language it turned out to be in. */
export interface Found<T> {
  text: T;
  locale: Locale;
}

type Files<T> = Record<string, () => Promise<T>>;

/** The text of a name in a language. */
export async function find<T>(files: Files<T>, name: string, locale: Locale): Promise<Found<T>> {
  const wanted = files[`./${name}.${locale}.json`];
  const load = wanted ?? files[`./${name}.en.json`];
  if (!load) throw new Error(`no text ${name}`);
  return { text: await load(), locale: wanted ? locale : "en" };
}
