/** The bots of the house, for pages on which one is chosen. */

import { api, get } from "../lib/api";
import { m } from "../paraglide/messages";
import { type Bot, LEVELS } from "./levels";
import { poll } from "./poll";

const AGAIN = 10; // seconds

export class Opponents {
  bots = $state.raw<readonly Bot[]>(LEVELS);
  /** What people should know about them. */
  news = $state("");

  /** Ask which there are, and again while they are getting ready. Returns how to stop. */
  watch(): () => void {
    const stop = poll(async () => {
      try {
        const house = await get(api.GET("/api/house"));
        this.bots = house.bots;
        this.news = house.ready ? "" : house.warming ? m.level_warming() : m.level_simple();
        if (!house.warming) stop();
      } catch {
        // the page says what is wrong where it matters
      }
    }, AGAIN);
    return stop;
  }
}
