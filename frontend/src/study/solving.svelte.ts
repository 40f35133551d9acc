/** A puzzle that is being solved: tried, tried again, and walked through once the answer may be seen. */

import type { Telling } from "../games/game";
import { api, get, Refused } from "../lib/api";
import { me } from "../lib/me.svelte";
import type { Position, Rules, Schemas } from "../lib/view";
import { Glide } from "../replay/glide.svelte";

export type PuzzleView = Schemas["PuzzleView"];
export type PuzzleAnswer = Schemas["PuzzleAnswer"];
export type Book = Schemas["PuzzleBook"];

/** A puzzle that I have not tried. */
export const another = (game: Rules, theme: string): Promise<PuzzleView> =>
  get(api.GET("/api/puzzles/next", { params: { query: { game, theme } } }));

export class Solving {
  puzzle = $state.raw<PuzzleView | null>(null);
  found = $state.raw<Position | null>(null); // what is on the board
  first = $state.raw<PuzzleAnswer | null>(null); // the answer to the try that counted
  mode = $state<"solve" | "wrong" | "solved" | "answer">("solve");
  loss = $state<number | null>(null); // points lost by the last try; null until known
  path = $state.raw<string[]>([]); // moves to walk through: a try, or the best line
  at = $state(0);
  busy = $state(false);
  problem = $state.raw<unknown>(null);
  readonly glide = new Glide();
  telling: Telling | null = null;

  async open(id: string): Promise<void> {
    await this.#guard(async () => {
      const puzzle = await get(api.GET("/api/puzzles/{id}", { params: { path: { id } } }));
      this.first = puzzle.mine;
      await this.#show(puzzle, []);
      this.puzzle = puzzle;
    });
  }

  /** Try a move: the server judges it. */
  async attempt(move: string): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.mode !== "solve") return;
    await this.#guard(async () => {
      await me.be();
      const params = { path: { id: puzzle.id } };
      const answer = await get(api.POST("/api/puzzles/{id}", { params, body: { move } }));
      if (answer.first) this.first = answer;
      this.first ??= answer;
      this.mode = answer.solved ? "solved" : "wrong";
      this.loss = null;
      this.path = move === answer.line[0] ? answer.line : [move];
      await this.go(1);
      if (!answer.solved) await this.#weigh(puzzle.position, move);
    });
  }

  /** The position again. */
  async again(): Promise<void> {
    this.mode = "solve";
    await this.go(0);
  }

  /** Show the best move. */
  async reveal(): Promise<void> {
    await this.go(0);
    this.mode = "answer";
    this.path = this.first?.line ?? [];
    await this.go(1);
  }

  /** Walk through the moves. */
  async go(to: number): Promise<void> {
    const { puzzle, at } = this;
    if (!puzzle || to < 0 || to > this.path.length) return;
    await this.#guard(async () => {
      this.at = to;
      await this.#show(puzzle, this.path.slice(0, to), to === at + 1);
    });
  }

  async #show(puzzle: PuzzleView, moves: string[], forth = false): Promise<void> {
    const body = { position: puzzle.position, moves, previews: true };
    const found = (await get(api.POST("/api/positions", { body }))) as Position;
    this.found = found;
    if (forth && this.telling)
      await this.glide.follow(found.state, found.log.at(-1) ?? null, this.telling);
    else this.glide.jump(found.state);
  }

  /** What a try is worth, if the server can search. */
  async #weigh(position: string, move: string): Promise<void> {
    const body = { position, effort: 2000, also: [move] };
    try {
      const analysis = await get(api.POST("/api/analysis", { body }));
      this.loss = analysis.candidates.find((one) => one.move === move)?.loss ?? null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // the loss of the other moves is known without it
    }
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    const outer = !this.busy;
    this.busy = true;
    this.problem = null;
    try {
      await work();
    } catch (error) {
      this.problem = error;
    } finally {
      if (outer) this.busy = false;
    }
  }
}
