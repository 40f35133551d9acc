/** Who I am to the server: nobody, a guest, or someone with an account. */

import { api, get } from "./api";
import { language } from "./language.svelte";
import { recall, remember } from "./memory";
import type { components } from "./schema";
import { DEFAULTS, keep, settings, today } from "./settings.svelte";

const KNOWN = "known"; // this browser has been somebody before

export type User = components["schemas"]["Me"];

class Me {
  user = $state.raw<User | null>(null);
  #known: Promise<User | null> | null = null;

  /** Find out who I am, without becoming anybody. */
  async look(): Promise<User | null> {
    if (!recall(KNOWN)) return null;
    this.#known ??= get(api.GET("/api/me"))
      .then((user) => this.#take(user))
      .catch(() => {
        this.#known = null; // the server may be reached later
        return null;
      });
    return this.#known;
  }

  /** Be somebody: the one I am, or a new guest. */
  async be(): Promise<User> {
    const known = await this.look();
    if (known) return known;
    const user = this.#take(await get(api.POST("/api/guest")));
    await this.keepSettings(); // what was chosen before counts for the guest
    return user;
  }

  /** After signing in or out: look again. */
  async refresh(): Promise<User | null> {
    this.#known = null;
    remember(KNOWN, "yes");
    this.user = await this.look();
    return this.user;
  }

  /** Keep the choices with the account, if there is somebody. */
  async keepSettings(): Promise<void> {
    keep();
    if (!this.user) return;
    try {
      const { preferences } = await get(api.GET("/api/me")); // another tab may have muted somebody
      const body = { ...today(preferences), ...settings, language: language.now };
      await get(api.PUT("/api/me/preferences", { body }));
    } catch {
      // the choices hold on this device
    }
  }

  #take(user: User): User {
    this.user = user;
    remember(KNOWN, "yes");
    const kept = today(user.preferences);
    for (const name of Object.keys(DEFAULTS)) {
      const value = kept[name];
      if (typeof value === typeof DEFAULTS[name as keyof typeof DEFAULTS])
        Object.assign(settings, { [name]: value });
    }
    this.#known = Promise.resolve(user);
    return user;
  }
}

export const me = new Me();
