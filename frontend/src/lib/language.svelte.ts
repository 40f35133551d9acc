/** The language of the page: the browser's wish until somebody chooses. */

import { getLocale, type Locale, locales, setLocale } from "../paraglide/runtime";

export const NAMES: Record<Locale, string> = {
  en: "English",
  sv: "Svenska",
  fi: "Suomi",
  hu: "Magyar",
  ru: "Русский",
};

class Language {
  now = $state<Locale>(getLocale());

  constructor() {
    document.documentElement.lang = this.now;
  }

  /** Speak another language from now on. */
  choose(locale: Locale): void {
    void setLocale(locale, { reload: false });
    this.now = locale;
    document.documentElement.lang = locale;
  }
}

export { type Locale, locales };
export const language = new Language();
