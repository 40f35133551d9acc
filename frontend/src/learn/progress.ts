/** Which lessons are done, kept on the device. */

import { recall, remember } from "../lib/memory";
import type { Rules } from "../lib/view";

export interface LessonProgress {
  at: string; // the lesson opened last
  done: string[];
}

const NONE: LessonProgress = { at: "", done: [] };
const key = (rules: Rules): string => `lessons ${rules}`;

/** Progress from storage; anything invalid is dropped. */
export function read(text: string | null): LessonProgress {
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

export const stored = (rules: Rules): LessonProgress => read(recall(key(rules)));

export function keep(rules: Rules, progress: LessonProgress): void {
  remember(key(rules), JSON.stringify(progress));
}
