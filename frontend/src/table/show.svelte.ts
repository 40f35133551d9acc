/** What is on the screen: it follows the table a little behind, so that every move is seen. */

import { tick } from "svelte";
import { type Flight, flights, fly, rest, survey } from "../lib/flight";
import type { Stage, Telling } from "../lib/scene";
import { settings, speed } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import { isBonus, type Played, type State, type Step } from "../lib/view";

const TELL = 700; // how long a scoring step stays
const BEHIND = 3; // with more decisions than this to show, we jump

export class Show {
  state = $state.raw<State | null>(null);
  step = $state.raw<Step | null>(null);
  busy = $state(false);
  #goal: State | null = null; // what is on the screen when all is told
  #queue: { after: State; fresh: Played[] }[] = [];
  #abort = new AbortController();

  constructor(
    readonly telling: Telling,
    readonly size: () => number = () => 40,
  ) {}

  /** Show a state at once, whatever is being shown. */
  jump(state: State): void {
    this.#queue = [];
    this.#hush();
    this.state = this.#goal = state;
    this.step = null;
  }

  /** Show the way to a state, after whatever is being shown. */
  async follow(after: State, fresh: Played[]): Promise<void> {
    const decisions = fresh.filter((played) => played.seat >= 0).length;
    if (!fresh.length && this.busy && isSame(after, this.#goal)) return; // somebody came or went
    if (!this.state || !fresh.length || decisions > BEHIND || document.hidden) {
      this.jump(after);
      return;
    }
    this.#goal = after;
    this.#queue.push({ after, fresh });
    if (this.#queue.length > BEHIND) this.#abort.abort();
    if (!this.busy) await this.#run();
  }

  /** Enough: show how things are now. */
  skip(): void {
    if (this.busy && this.#goal) this.jump(this.#goal);
  }

  /** What is being told has no say any more. */
  #hush(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  /** Draw a state, unless the story it belongs to was left for another state. */
  async #draw(state: State, signal: AbortSignal): Promise<void> {
    if (signal !== this.#abort.signal) return;
    this.state = state;
    await tick();
  }

  async #run(): Promise<void> {
    this.busy = true;
    try {
      for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
        this.#abort = new AbortController();
        await this.#tell(next.after, next.fresh, this.#abort.signal);
      }
    } finally {
      this.busy = false;
      this.step = null;
    }
  }

  async #tell(after: State, fresh: Played[], signal: AbortSignal): Promise<void> {
    let stages: Stage[] = [{ state: after, step: null }];
    if (speed()) {
      stages = this.telling.stages(this.state as State, fresh, after);
      if (!settings.story) stages = stages.filter((stage) => !stage.step || stage.state === after);
    }
    for (const stage of stages) {
      if (signal.aborted) break;
      await this.#glide(stage.state, signal);
      if (signal.aborted) break;
      if (stage.step) {
        this.step = stage.step;
        if (stage.step.points > 0) sound.score(isBonus(stage.step));
        else if (stage.step.points < 0) sound.floor();
        await rest(settings.story ? TELL : 0, signal);
        this.step = null;
      }
    }
    await this.#draw(after, signal);
  }

  async #glide(next: State, signal: AbortSignal): Promise<void> {
    const before = this.state as State;
    if (next === before) return;
    const all = flights(this.telling.places(before), this.telling.places(next));
    if (!speed() || !all.length) return this.#draw(next, signal);
    const hidden = leaving(all);
    const rects = survey(document);
    await fly(all, rects, rects, this.telling.draw, { signal, size: this.size() });
    sound.lay(Math.min(all.length, 7));
    await this.#draw(next, signal);
    for (const element of hidden) element.classList.remove("leaving");
  }
}

const isSame = (one: State, other: State | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Take the tiles that fly off the places they leave; they carry `data-color`. */
function leaving(all: Flight[]): Element[] {
  const found = all.flatMap(({ from, color }) => [
    ...document.querySelectorAll(`[data-place="${from}"] [data-color="${color}"]`),
  ]);
  for (const element of found) element.classList.add("leaving");
  return found;
}
