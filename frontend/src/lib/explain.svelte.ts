/** Error texts, loaded with the first error: most pages never need one. */

import { m } from "../paraglide/messages";

let words = $state.raw<(error: unknown) => string>();
let asked = false;

async function load(): Promise<void> {
  asked = true;
  try {
    words = (await import("./errors")).explain;
  } catch {
    asked = false;
    words = () => m.error_offline(); // nothing else keeps a file from loading
  }
}

/** A sentence for an error; empty until the texts have loaded, which updates whatever shows it. */
export function explain(error: unknown): string {
  if (!asked) void load();
  return words?.(error) ?? "";
}
