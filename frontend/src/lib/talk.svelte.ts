/** What a screen reader is told: one live region for the whole page. */

import { untrack } from "svelte";

class Talk {
  text = $state("");

  /** Say something; the same words twice are said twice. */
  say(text: string): void {
    this.text = untrack(() => this.text) === text ? `${text}\u00a0` : text;
  }
}

export const talk = new Talk();
