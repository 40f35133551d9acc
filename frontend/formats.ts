import type { Plugin } from "vite";

/** Words that depend on numbers ask for a new formatter every time, which takes a fifth of the script's time at a
 * table: each is made once. */
export function formats(): Plugin {
  const MAKE = /new Intl\.(\w+)\(locale, options\)/g;
  const KEPT = `
const formats = new Map();
function kept(Kind, locale, options) {
  const key = Kind.name + locale + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Kind(locale, options));
  return formats.get(key);
}`;
  return {
    name: "formats",
    transform(code, id) {
      if (!id.endsWith("paraglide/registry.js")) return null;
      return { code: code.replace(MAKE, "kept(Intl.$1, locale, options)") + KEPT, map: null };
    },
  };
}
