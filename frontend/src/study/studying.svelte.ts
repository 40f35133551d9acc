/** A study as it is looked at: with whoever leads, or on one's own way. */

import { api, get } from "../lib/api";
import type { components } from "../lib/schema";
import { Line } from "./line.svelte";

export type Study = components["schemas"]["StudyView"];
export type Place = components["schemas"]["StudyNode"];
export type Edit = components["schemas"]["Edit"];

const AGAIN = 3000; // milliseconds until the server is asked again after it could not be reached

/** The moves that lead to a place. */
export function path(nodes: readonly Place[], id: number): string[] {
  const node = nodes.find((one) => one.id === id);
  return !node || node.parent < 0 ? [] : [...path(nodes, node.parent), node.move];
}

/** The places that follow a place. */
export const after = (nodes: readonly Place[], id: number): Place[] =>
  nodes.filter(({ parent }) => parent === id);

export class Studying {
  study = $state.raw<Study | null>(null);
  at = $state(-1); // where I am; −1 off the branches
  following = $state(true);
  problem = $state.raw<unknown>(null);
  line = new Line();
  #open = true;

  constructor(readonly id: string) {}

  get here(): Place | null {
    return this.study?.nodes.find(({ id }) => id === this.at) ?? null;
  }

  /** Look at it, and on as it changes, until it is closed. */
  async watch(): Promise<void> {
    const params = { path: { id: this.id } };
    while (this.#open) {
      try {
        const query = { after: this.study?.version ?? 0 };
        this.#take(await get(api.GET("/api/studies/{id}", { params: { ...params, query } })));
      } catch (error) {
        if (!this.study) {
          this.problem = error;
          return;
        }
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
  }

  close(): void {
    this.#open = false;
  }

  #take(study: Study): void {
    if (!this.#open || study.version <= (this.study?.version ?? 0)) return;
    const led = this.study?.leading ?? study.leading;
    this.study = study;
    if (study.leading && !led) this.following = true; // the lead has come to me
    if (this.following && study.at !== this.at) this.show(study.at);
    else if (this.at >= 0 && !this.here) this.show(study.at); // it has been taken away
  }

  /** Show a place on this page. */
  show(id: number): void {
    if (!this.study) return;
    this.at = id;
    void this.line.open(this.study.position, path(this.study.nodes, id));
  }

  /** Change the study, as its leader. */
  async edit(body: Edit): Promise<void> {
    try {
      const params = { path: { id: this.id } };
      this.#take(await get(api.POST("/api/studies/{id}", { params, body })));
      this.problem = null;
    } catch (error) {
      this.problem = error;
    }
  }

  /** Go to a place: everybody with the leader, anybody else alone. */
  go(id: number): void {
    if (this.study?.leading) void this.edit({ go: id });
    else {
      this.following = false;
      this.show(id);
    }
  }

  play(move: string): void {
    if (this.study?.leading) void this.edit({ play: { after: this.at, move } });
    else {
      this.following = false;
      const next =
        this.here && after(this.study?.nodes ?? [], this.at).find((n) => n.move === move);
      this.at = next ? next.id : -1;
      void this.line.play(move);
    }
  }

  follow(): void {
    this.following = true;
    if (this.study) this.show(this.study.at);
  }
}
