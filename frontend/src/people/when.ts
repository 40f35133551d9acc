/** Dates and times in the reader's language. */

import { getLocale } from "../paraglide/runtime";

const locale = (): string => (getLocale() === "en" ? "en-GB" : getLocale());

export const day = (time: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(time);

export const moment = (time: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(time);

export const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);

export const share = (part: number, whole: number): string =>
  new Intl.NumberFormat(locale(), { style: "percent" }).format(whole ? part / whole : 0);
