/** Words that depend on numbers. */

import { expect, onTestFinished, test } from "vitest";
import { m } from "../src/paraglide/messages";

test("a formatter is made once for all words that need it", () => {
  const before = Intl.PluralRules;
  let made = 0;
  class PluralRules extends before {
    constructor(...words: ConstructorParameters<typeof before>) {
      super(...words);
      made++;
    }
  }
  onTestFinished(() => void Object.assign(Intl, { PluralRules: before }));
  Object.assign(Intl, { PluralRules });
  expect([1, 2, 5].map((count) => m.days({ count }))).toEqual(["1 day", "2 days", "5 days"]);
  expect(made).toBeLessThan(2); // none if another test has needed it before
});
