/** A line of moves from a position: walked back and forth, and left by playing another move. */

import { api, get, patiently } from "../lib/api";
import type { Position } from "../lib/view";
import type { Analysis } from "./review";

export const DEPTHS = [400, 2000, 8000, 32000]; // simulations, deeper and deeper while the position is open

export class Variation {
  start = $state("");
  moves = $state.raw<string[]>([]);
  at = $state(0); // moves played
  found = $state.raw<Position | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  deeper = $state(false); // whether a deeper search is running
  preparing = $state(false); // the server's search is not ready
  problem = $state.raw<unknown>(null);
  #abort = new AbortController();

  /** Start with a position and the moves played from there. */
  open(start: string, moves: string[]): Promise<void> {
    this.start = start;
    this.moves = moves;
    return this.go(moves.length);
  }

  /** Play a move; the rest of the line is dropped. `?` lets nature draw. */
  async play(move: string): Promise<void> {
    this.moves = [...this.moves.slice(0, this.at), move];
    await this.go(this.at + 1);
  }

  async go(at: number): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.at = Math.min(Math.max(0, at), this.moves.length);
    this.analysis = null;
    this.preparing = false;
    this.problem = null;
    try {
      const body = { position: this.start, moves: this.moves.slice(0, this.at), previews: true };
      const found = (await get(api.POST("/api/positions", { body, signal }))) as Position;
      const drawn = found.log.map(({ move }) => move);
      this.moves = [...drawn, ...this.moves.slice(this.at)]; // now with nature's draws
      this.found = found;
      if (found.turn >= 0) await this.#look(found.position, signal);
    } catch (error) {
      if (!signal.aborted) this.problem = error;
    } finally {
      if (!signal.aborted) this.deeper = false;
    }
  }

  async #look(position: string, signal: AbortSignal): Promise<void> {
    this.deeper = true;
    for (const effort of DEPTHS) {
      const body = { position, effort, also: [] };
      const ask = () => api.POST("/api/analysis", { body, signal });
      const analysis = await patiently(ask, () => (this.preparing = true), signal);
      signal.throwIfAborted();
      this.preparing = false;
      this.analysis = analysis;
    }
  }

  close(): void {
    this.#abort.abort();
  }
}
