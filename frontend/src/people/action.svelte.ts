/** A request that takes a while and may be refused: whether it is running, and which fields are wrong. */

import { explain } from "../lib/errors";
import { proof } from "./proof.svelte";

/** Do something, after a fresh proof of identity if the server asks for one. */
async function proven(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as { code?: string }).code !== "not_fresh" || !(await proof.ask())) throw error;
    await work();
  }
}

export class Action {
  busy = $state(false);
  error = $state.raw<unknown>(null); // belongs to no field
  wrong = $state.raw<Record<string, string>>({}); // by field
  #fields: Record<string, readonly string[]>;

  /** `fields`: which of the server's error codes belong to which field. */
  constructor(fields: Record<string, readonly string[]> = {}) {
    this.#fields = fields;
  }

  /** Run it unless something is `wrong` already; returns whether it worked. */
  async run(work: () => Promise<unknown>, wrong: Record<string, string> = {}): Promise<boolean> {
    if (this.busy) return false;
    this.error = null;
    this.wrong = Object.fromEntries(Object.entries(wrong).filter(([, text]) => text));
    if (Object.keys(this.wrong).length) return false;
    this.busy = true;
    try {
      await proven(work);
      return true;
    } catch (error) {
      const code = (error as { code?: string }).code ?? "";
      const field = Object.keys(this.#fields).find((name) => this.#fields[name]?.includes(code));
      if (field) this.wrong = { [field]: explain(error) };
      else this.error = error;
      return false;
    } finally {
      this.busy = false;
    }
  }

  get code(): string {
    return (this.error as { code?: string } | null)?.code ?? "";
  }
}
