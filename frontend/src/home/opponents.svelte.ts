/** The server's bots, for pages where one is chosen. */

import { api, get } from "../lib/api";
import { m } from "../paraglide/messages";
import { type Bot, LEVELS } from "./levels";
import { poll } from "./poll";

const AGAIN = 10; // seconds

export class Opponents {
  bots = $state.raw<readonly Bot[]>(LEVELS);
  /** What people should know about them. */
  notice = $state("");

  /** Ask which bots there are, and again while they are loading. Returns a function that stops it. */
  watch(): () => void {
    const stop = poll(async () => {
      try {
        const about = await get(api.GET("/api/about"));
        this.bots = about.bots;
        this.notice = about.ready ? "" : about.warming ? m.level_warming() : m.level_simple();
        if (!about.warming) stop();
      } catch {
        // the page reports errors where they matter
      }
    }, AGAIN);
    return stop;
  }
}
