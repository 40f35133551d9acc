/** What a screen reader is told: one live region for the whole page. */

import { untrack } from "svelte";

class Announcer {
  text = $state("");

  /** Say something; the same words twice are said twice. */
  say(text: string): void {
    this.text = untrack(() => this.text) === text ? `${text}\u00a0` : text;
  }
}

export const announcer = new Announcer();
