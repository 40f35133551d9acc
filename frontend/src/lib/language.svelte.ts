/** The language of the page: the browser's preference until one is chosen. */

import {
  getLocale,
  type Locale,
  locales,
  overwriteGetLocale,
  setLocale,
} from "../paraglide/runtime";

/** The name of each language in that language. */
export function nameOf(locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: "language" }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

class Language {
  now = $state<Locale>(getLocale());
  #spoken: Locale = this.now; // every word asks for it, so it is not read from storage each time

  constructor() {
    document.documentElement.lang = this.now;
    overwriteGetLocale(() => this.#spoken);
  }

  /** Switch to another language. */
  choose(locale: Locale): void {
    void setLocale(locale, { reload: false });
    this.now = this.#spoken = locale;
    document.documentElement.lang = locale;
  }
}

export { type Locale, locales };
export const language = new Language();
