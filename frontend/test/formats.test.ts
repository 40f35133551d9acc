/** Words that depend on numbers. */

import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { formats } from "../formats";

// The tests load the messages as they are compiled; the build gives every module to its plug-ins.
const REGISTRY = new URL("../src/paraglide/registry.js", import.meta.url);

test("a formatter is made once for all words that need it", async () => {
  const { transform } = formats();
  if (typeof transform !== "function") throw new Error("no transformation");
  const made = transform.call({} as never, readFileSync(REGISTRY, "utf8"), REGISTRY.pathname);
  const { code } = made as { code: string };
  const { plural } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

  const before = Intl.PluralRules;
  let count = 0;
  class PluralRules extends before {
    constructor(...words: ConstructorParameters<typeof before>) {
      super(...words);
      count++;
    }
  }
  onTestFinished(() => void Object.assign(Intl, { PluralRules: before }));
  Object.assign(Intl, { PluralRules });
  expect([1, 2, 5].map((each) => plural("en", each, {}))).toEqual(["one", "other", "other"]);
  expect(count).toBe(1);
});
