/** One attempt at a lesson: the server plays and counts, the lesson judges. */

import type { Telling } from "../games/game";
import { announcer } from "../lib/announcer.svelte";
import { api, get } from "../lib/api";
import type { Played, Position } from "../lib/view";
import { Show } from "../table/show.svelte";
import { first, judge, type Lesson, type Task } from "./lessons";

/** Where moves lead from a position. */
async function look(position: string, moves: string[] = []): Promise<Position> {
  return (await get(api.POST("/api/positions", { body: { position, moves } }))) as Position;
}

export class LessonAttempt {
  position = $state.raw<Position | null>(null);
  status = $state<"loading" | "asking" | "showing" | "wrong" | "right">("loading");
  text = $state(""); // the comment on the last move
  log = $state.raw<Played[]>([]);
  number = $state(0); // of the task
  problem = $state.raw<unknown>(null);
  readonly show: Show;
  #played = 0; // moves made in this task
  #left = false;
  #before: { position: Position; log: Played[] } | null = null;

  constructor(
    readonly lesson: Lesson,
    telling: Telling,
    readonly succeed: (id: string) => void,
  ) {
    this.show = new Show(telling);
    void this.begin();
  }

  get task(): Task {
    return this.lesson.tasks[this.number] as Task;
  }

  /** Set up the lesson, or start it again. */
  async begin(): Promise<void> {
    this.status = "loading";
    this.problem = null;
    this.log = [];
    this.text = "";
    this.number = this.#played = 0;
    try {
      this.position = await look(this.lesson.position);
    } catch (problem) {
      this.problem = problem;
      return;
    }
    this.show.jump(this.position.state);
    this.status = "asking";
    announcer.say(this.task.task());
  }

  /** Play a legal move and learn what it was worth. */
  async play(move: string): Promise<void> {
    if (this.status !== "asking" || !this.position) return;
    const verdict = judge(this.task, move);
    this.#before = { position: this.position, log: this.log };
    this.status = "showing";
    this.problem = null;
    try {
      await this.#follow(move);
      for (const pattern of this.task.then ?? []) await this.#answer(pattern);
    } catch (problem) {
      this.problem = problem;
      this.takeBack();
      return;
    }
    if (this.#left) return;
    if (!verdict.right) {
      this.#close("wrong", verdict.text);
    } else if (++this.#played < (this.task.times ?? 1)) {
      this.status = "asking";
    } else if (this.number + 1 < this.lesson.tasks.length) {
      this.number++;
      this.#played = 0;
      this.text = verdict.text;
      this.status = "asking";
      announcer.say(`${verdict.text} ${this.task.task()}`);
    } else {
      this.#close("right", verdict.text);
      this.succeed(this.lesson.id);
    }
  }

  /** The lesson has left the screen. */
  leave(): void {
    this.#left = true;
    this.show.skip();
  }

  /** Back to the position before the last move. */
  takeBack(): void {
    if (!this.#before) return;
    this.position = this.#before.position;
    this.log = this.#before.log;
    this.show.jump(this.position.state);
    this.status = "asking";
    this.text = "";
    announcer.say(this.task.task());
  }

  /** Play the move that was asked for. */
  async showMe(): Promise<void> {
    const moves = this.position?.legal.map(({ move }) => move) ?? [];
    const move = first(this.task.accept[0]?.move ?? "", moves);
    if (move) await this.play(move);
  }

  #close(status: "right" | "wrong", text: string): void {
    this.status = status;
    this.text = text;
    announcer.say(text);
  }

  async #answer(pattern: string): Promise<void> {
    const { turn, legal } = this.position as Position;
    if (pattern === "?") {
      if (turn === -1) await this.#follow("?");
    } else if (turn > 0) {
      const moves = legal.map(({ move }) => move);
      const move = first(pattern, moves);
      if (move) await this.#follow(move);
    }
  }

  async #follow(move: string): Promise<void> {
    const next = await look((this.position as Position).position, [move]);
    this.position = next;
    this.log = [...this.log, ...next.log];
    await this.show.follow(next.state, next.log);
  }
}
