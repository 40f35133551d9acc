/** Who I am to the server: nobody, a guest, or someone with an account. */

import { api, get } from "./api";
import { DEFAULTS, keep, settings } from "./settings.svelte";

export interface User {
  id: string;
  name: string;
  kind: string;
  preferences: Record<string, unknown>;
}

class Me {
  user = $state.raw<User | null>(null);
  #known: Promise<User | null> | null = null;

  /** Find out who I am, without becoming anybody. */
  async look(): Promise<User | null> {
    this.#known ??= get(api.GET("/api/me"))
      .then((user) => this.#take(user as User))
      .catch(() => null);
    return this.#known;
  }

  /** Be somebody: the one I am, or a new guest. */
  async be(): Promise<User> {
    return (await this.look()) ?? this.#take((await get(api.POST("/api/guest"))) as User);
  }

  /** After signing in or out: look again. */
  async refresh(): Promise<User | null> {
    this.#known = null;
    this.user = null;
    return this.look();
  }

  /** Keep the choices with the account, if there is somebody. */
  async keepSettings(): Promise<void> {
    keep();
    if (!this.user) return;
    const preferences = { ...this.user.preferences, ...settings };
    await get(api.PUT("/api/me/preferences", { body: preferences as never })).catch(() => null);
  }

  #take(user: User): User {
    this.user = user;
    for (const name of Object.keys(DEFAULTS)) {
      const value = user.preferences[name];
      if (typeof value === typeof DEFAULTS[name as keyof typeof DEFAULTS])
        Object.assign(settings, { [name]: value });
    }
    this.#known = Promise.resolve(user);
    return user;
  }
}

export const me = new Me();
