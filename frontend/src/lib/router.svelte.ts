/** From addresses to pages: each page is loaded when it is first needed. */

import type { Component } from "svelte";
import { allCards } from "../home/cards";
import { match, type Parameters } from "./address";

export type { Parameters };

export type Page = Component<{ parameters: Parameters }>;
type Load = () => Promise<{ default: Component<never> }>; // a page may take no parameters

const ROUTES: [string, Load][] = [
  ["/", async () => (await Promise.all([import("../pages/Home.svelte"), allCards()]))[0]],
  ["/games", () => import("../pages/Games.svelte")],
  ["/games/:id", () => import("../pages/Game.svelte")],
  ["/games/:id/replay", () => import("../pages/Replay.svelte")],
  ["/games/:id/review", () => import("../pages/Review.svelte")],
  ["/new", () => import("../pages/NewTable.svelte")],
  ["/daily", () => import("../pages/Daily.svelte")],
  ["/insights", () => import("../pages/Insights.svelte")],
  ["/puzzles", () => import("../pages/Puzzles.svelte")],
  ["/puzzles/:id", () => import("../pages/Puzzle.svelte")],
  ["/watch", () => import("../pages/Watch.svelte")],
  ["/learn", () => import("../pages/Learn.svelte")],
  ["/learn/glossary", () => import("../pages/Glossary.svelte")],
  ["/learn/:game", () => import("../pages/Tutorial.svelte")],
  ["/learn/:game/rules", () => import("../pages/RulesOf.svelte")],
  ["/analysis", () => import("../pages/Analysis.svelte")],
  ["/studies/:id", () => import("../pages/Study.svelte")],
  ["/editor", () => import("../pages/Editor.svelte")],
  ["/ladders", () => import("../pages/Ladders.svelte")],
  ["/users/:name", () => import("../pages/Profile.svelte")],
  ["/settings", () => import("../pages/Settings.svelte")],
  ["/account", () => import("../pages/Account.svelte")],
  ["/login", () => import("../pages/Login.svelte")],
  ["/reset", () => import("../pages/Reset.svelte")],
  ["/confirm", () => import("../pages/Confirm.svelte")],
  ["/about", () => import("../pages/About.svelte")],
];

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  page = $state.raw<Page | null>(null);
  parameters = $state.raw<Parameters>({});
  missing = $state(false);
  failed = $state(false);
  loading = $state(false);
  #wanted = 0;

  constructor() {
    addEventListener("popstate", () => void this.#show());
    addEventListener("click", (event) => this.#click(event));
  }

  /** Go to an address on this site. */
  async go(address: string, { replace = false } = {}): Promise<void> {
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    await this.#show();
    if (replace) return;
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true }); // a new page starts at the top
  }

  /** Show the page for the address bar. */
  async start(): Promise<void> {
    await this.#show();
  }

  /** Change the query string without loading anything or adding to the history. A page that is being
   * left has no say any more: the address is that of the next one, which may still be loading. */
  note(values: Record<string, string | null>): void {
    if (this.loading) return;
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    const text = query.toString();
    history.replaceState(null, "", text ? `?${text}` : location.pathname);
    this.query = query;
  }

  async #show(): Promise<void> {
    const wanted = ++this.#wanted;
    const path = location.pathname;
    for (const [pattern, load] of ROUTES) {
      const parameters = match(pattern, path);
      if (!parameters) continue;
      this.loading = true;
      try {
        const { default: page } = await load();
        if (wanted !== this.#wanted) return;
        this.path = path;
        this.query = new URLSearchParams(location.search);
        this.parameters = parameters;
        this.page = page as unknown as Page;
        this.missing = this.failed = false;
      } catch {
        if (wanted === this.#wanted) this.failed = true;
      } finally {
        if (wanted === this.#wanted) this.loading = false;
      }
      return;
    }
    this.path = path;
    this.page = null;
    this.missing = true;
  }

  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return;
    if (event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link?.href || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
    if (url.hash && url.pathname === location.pathname) return;
    event.preventDefault();
    void this.go(url.pathname + url.search + url.hash);
  }
}

export const router = new Router();
