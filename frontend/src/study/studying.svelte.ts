/** A study on this page: following its leader, or exploring alone. */

import { api, get } from "../lib/api";
import type { components } from "../lib/schema";
import { Variation } from "./variation.svelte";

export type StudyView = components["schemas"]["StudyView"];
export type StudyNode = components["schemas"]["StudyNode"];
export type Edit = components["schemas"]["Edit"];

const AGAIN = 3000; // milliseconds before the next attempt when the server could not be reached

/** The moves that lead to a node. */
export function path(nodes: readonly StudyNode[], id: number): string[] {
  const node = nodes.find((one) => one.id === id);
  return !node || node.parent < 0 ? [] : [...path(nodes, node.parent), node.move];
}

/** The nodes that follow a node. */
export const after = (nodes: readonly StudyNode[], id: number): StudyNode[] =>
  nodes.filter(({ parent }) => parent === id);

export class Studying {
  study = $state.raw<StudyView | null>(null);
  at = $state(-1); // where I am; −1 off the tree
  following = $state(true);
  problem = $state.raw<unknown>(null);
  line = new Variation();
  #open = true;
  #edited: Promise<void> = Promise.resolve(); // resolves once every request has been answered

  constructor(readonly id: string) {}

  get here(): StudyNode | null {
    return this.study?.nodes.find(({ id }) => id === this.at) ?? null;
  }

  /** Load it, and follow its changes until it is closed. */
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

  #take(study: StudyView): void {
    if (!this.#open || study.version <= (this.study?.version ?? 0)) return;
    const led = this.study?.leading ?? study.leading;
    this.study = study;
    if (study.leading && !led) this.following = true; // I have become the leader
    if (this.following && study.at !== this.at) this.show(study.at);
    else if (this.at >= 0 && !this.here) this.show(study.at); // the node was deleted
  }

  /** Show a node on this page. */
  show(id: number): void {
    if (!this.study) return;
    this.at = id;
    void this.line.open(this.study.position, path(this.study.nodes, id));
  }

  /** Change the study, as its leader. Changes are sent one by one: of two at once, the earlier
   * could arrive last and undo the later. */
  edit(body: Edit): Promise<void> {
    this.#edited = this.#edited.then(() => this.#send(body));
    return this.#edited;
  }

  async #send(body: Edit): Promise<void> {
    try {
      const params = { path: { id: this.id } };
      this.#take(await get(api.POST("/api/studies/{id}", { params, body })));
      this.problem = null;
    } catch (error) {
      this.problem = error;
    }
  }

  /** Go to a node: the leader takes everybody along, others go alone. */
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
