/** Errors in words that are loaded with the first error: most pages never need one. */

import { m } from "../paraglide/messages";

let words = $state.raw<(error: unknown) => string>();
let asked = false;

async function load(): Promise<void> {
  asked = true;
  try {
    words = (await import("./errors")).explain;
  } catch {
    asked = false;
    words = () => m.error_offline(); // what else keeps a file away
  }
}

/** A sentence for an error; empty until the words are there, and then whoever shows it is told. */
export function explain(error: unknown): string {
  if (!asked) void load();
  return words?.(error) ?? "";
}
