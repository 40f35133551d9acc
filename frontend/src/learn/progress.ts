/** Which lessons are done, kept on the device. */

import { recall, remember } from "../lib/memory";
import type { Rules } from "../lib/view";

export interface Progress {
  at: string; // the lesson that was open last
  done: string[];
}

const NONE: Progress = { at: "", done: [] };
const key = (rules: Rules): string => `lessons ${rules}`;

/** Progress out of what was stored; what makes no sense is none. */
export function read(text: string | null): Progress {
  try {
    const { at, done } = Object(JSON.parse(text ?? "{}"));
    return {
      at: typeof at === "string" ? at : "",
      done: Array.isArray(done) ? done.filter((id) => typeof id === "string") : [],
    };
  } catch {
    return NONE;
  }
}

export const stored = (rules: Rules): Progress => read(recall(key(rules)));

export function keep(rules: Rules, progress: Progress): void {
  remember(key(rules), JSON.stringify(progress));
}
