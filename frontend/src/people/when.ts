/** Days and moments in the reader's language. */

import { getLocale } from "../paraglide/runtime";

export const day = (time: number): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: "medium" }).format(time);

export const moment = (time: number): string =>
  new Intl.DateTimeFormat(getLocale(), { dateStyle: "medium", timeStyle: "short" }).format(time);

export const number = (value: number, digits = 0): string =>
  new Intl.NumberFormat(getLocale(), { maximumFractionDigits: digits }).format(value);

export const share = (part: number, whole: number): string =>
  new Intl.NumberFormat(getLocale(), { style: "percent" }).format(whole ? part / whole : 0);
