/** Every message exists in all languages, with the same placeholders, and is used. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RULES } from "../src/games";
import { locales } from "../src/paraglide/runtime";

type Variants = { declarations?: string[]; selectors?: string[]; match: Record<string, string> }[];
type Messages = Record<string, string | Variants>;

const AREAS = readdirSync("messages/en").map((file) => file.replace(".json", ""));
const read = (area: string, locale: string): Messages =>
  JSON.parse(readFileSync(`messages/${locale}/${area}.json`, "utf8"));
const texts = (message: string | Variants): string[] =>
  typeof message === "string" ? [message] : message.flatMap((one) => Object.values(one.match));
const holes = (message: string | Variants): string[] =>
  [...new Set(texts(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
const inputs = (message: string | Variants): string[] =>
  typeof message === "string"
    ? []
    : message.flatMap((one) => (one.declarations ?? []).filter((line) => line.startsWith("input")));

function sources(folder: string): [string, string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "paraglide" ? [] : sources(path);
    return /\.(ts|svelte)$/.test(entry.name) ? [[path, readFileSync(path, "utf8")]] : [];
  });
}

/** The names of all messages that the pages use, with the files that use them. */
function uses(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, text] of sources("src"))
    for (const [, name = ""] of text.matchAll(/\bm\.(\w+)/g))
      found.set(name, [...(found.get(name) ?? []), path]);
  return found;
}

const all = Object.fromEntries(AREAS.map((area) => [area, read(area, "en")]));

describe("messages", () => {
  it("have one meaning each", () => {
    const names = AREAS.flatMap((area) => Object.keys(all[area] ?? {}));
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it("are all used, and all that are used are there", () => {
    const used = uses();
    const names = AREAS.flatMap((area) => Object.keys(all[area] ?? {}));
    expect(names.filter((name) => !used.has(name))).toEqual([]);
    expect([...used.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(RULES)("that only %s uses are in its own file, and no others", (rules) => {
    const own = (path: string) => path.startsWith(join("src", "games", rules, "/"));
    const wanted = [...uses()].filter(([, paths]) => paths.every(own)).map(([name]) => name);
    const kept = Object.keys(all[rules] ?? {});
    expect(wanted).toEqual(expect.arrayContaining(kept));
    if (RULES.length > 1) expect(kept).toEqual(expect.arrayContaining(wanted)); // else they may be for all games
  });

  for (const locale of locales) {
    for (const area of AREAS) {
      it(`are complete: ${area} in ${locale}`, () => {
        const english = all[area] as Messages;
        const other = read(area, locale);
        expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
        for (const [name, message] of Object.entries(english)) {
          const translated = other[name] as string | Variants;
          for (const text of texts(translated)) expect(text.trim(), name).not.toBe("");
          const known = holes(message);
          const named = inputs(message).map((line) => `{${line.split(" ")[1]}}`);
          for (const hole of holes(translated)) expect([...known, ...named], name).toContain(hole);
          for (const hole of known) expect(holes(translated), name).toContain(hole);
        }
      });

      it(`have all plurals: ${area} in ${locale}`, () => {
        const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
        for (const [name, message] of Object.entries(read(area, locale))) {
          if (typeof message === "string") continue;
          for (const { declarations = [], match } of message) {
            for (const line of declarations) {
              const local = /^local (\w+) = \w+: plural/.exec(line)?.[1];
              if (!local) continue;
              const keys = Object.keys(match);
              const open = keys.some((key) => key.includes(`${local}=*`));
              for (const form of forms)
                expect(
                  open || keys.some((key) => key.includes(`${local}=${form}`)),
                  `${name}: ${form}`,
                ).toBe(true);
            }
          }
        }
      });
    }
  }
});
