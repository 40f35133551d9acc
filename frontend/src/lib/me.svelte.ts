/** Who I am to the server: nobody, a guest, or someone with an account. */

import { api, get, Refused } from "./api";
import { language } from "./language.svelte";
import { recall, remember } from "./memory";
import type { components } from "./schema";
import { DEFAULTS, keep, settings, today } from "./settings.svelte";

const KNOWN = "known"; // the name that this browser was last known by

export type User = components["schemas"]["Me"];

class Me {
  user = $state.raw<User | null>(null);
  isNobody = !recall(KNOWN); // as far as the server has said
  #known: Promise<User | null> | null = null;

  /** My name, even if the server cannot be reached. */
  get name(): string {
    return this.user?.name ?? recall(KNOWN) ?? "";
  }

  /** Find out who I am, without becoming a guest. */
  async look(): Promise<User | null> {
    if (!recall(KNOWN)) return null;
    this.#known ??= get(api.GET("/api/me"))
      .then((user) => this.#take(user))
      .catch((error) => {
        this.#known = null; // the server may be reachable later
        this.isNobody = error instanceof Refused && error.code === "who";
        return null;
      });
    return this.#known;
  }

  /** Be somebody: who I am already, or a new guest. */
  async be(): Promise<User> {
    const known = await this.look();
    if (known) return known;
    const user = this.#take(await get(api.POST("/api/guest")));
    await this.keepSettings(); // the guest keeps what was chosen before
    return user;
  }

  /** Ask again, after signing in or out. */
  async refresh(): Promise<User | null> {
    this.#known = null;
    if (!recall(KNOWN)) remember(KNOWN, "yes");
    this.user = await this.look();
    return this.user;
  }

  /** Store the settings with the account, if there is one. */
  async keepSettings(): Promise<void> {
    keep();
    if (!this.user) return;
    try {
      const { preferences } = await get(api.GET("/api/me")); // another tab may have muted somebody
      const body = { ...today(preferences), ...settings, language: language.now };
      await get(api.PUT("/api/me/preferences", { body }));
    } catch {
      // they still apply on this device
    }
  }

  #take(user: User): User {
    this.user = user;
    this.isNobody = false;
    remember(KNOWN, user.name);
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
