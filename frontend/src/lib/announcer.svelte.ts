/** What screen readers announce: one live region for the whole page. */

import { untrack } from "svelte";

class Announcer {
  text = $state("");

  /** Announce a text; the same text twice is announced twice. */
  say(text: string): void {
    this.text = untrack(() => this.text) === text ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
