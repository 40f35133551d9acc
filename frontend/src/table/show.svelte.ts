/** What is on the screen: it follows the table a little behind, so that every move is seen. */

import { tick } from "svelte";
import type { Stage, Telling } from "../games/game";
import { type Flight, flights, fly, rest, survey } from "../lib/flight";
import { settings, speed } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import { isBonus, type Played, type State, type Step } from "../lib/view";
import { ALL, reached, type Told } from "./told";

const TELL = 700; // how long a scoring step stays
const BEHIND = 3; // with more decisions than this to show, we jump
const LONG = 2; // scoring steps that make a story worth skipping
const NATURE = -1;

interface Update {
  after: State;
  fresh: Played[];
  before: number; // moves of the log that were told before
}

export class Show {
  state = $state.raw<State | null>(null);
  step = $state.raw<Step | null>(null);
  busy = $state(false);
  story = $state(false); // a scoring that takes its time: from the first move of it to the last
  turn = $state.raw<number | null>(null); // whose turn it is on the screen, during a scoring
  told = $state.raw<Told>(ALL); // how much of the log has been seen
  #goal: State | null = null; // what is on the screen when all is told
  #base: State | null = null; // what the server knows, while a move of mine is shown before its answer
  #queue: Update[] = [];
  #abort = new AbortController();

  constructor(readonly telling: Telling) {}

  /** Show a state at once, whatever is being shown. */
  jump(state: State): void {
    this.#queue = [];
    this.#hush();
    this.state = this.#goal = state;
    this.#base = null;
    this.#rest();
  }

  /** Show a move of mine at once; `follow` goes on from there, `back` takes it back. */
  async ahead(next: State): Promise<void> {
    if (this.busy || !this.state) return;
    this.#base = this.state;
    this.busy = true;
    this.#abort = new AbortController();
    try {
      await this.#glide(next, this.#abort.signal);
    } finally {
      this.busy = false;
    }
    if (this.#queue.length) await this.#run();
  }

  /** The server did not want it. */
  back(): void {
    if (this.#base && !this.#queue.length) this.jump(this.#base);
  }

  /** Nothing is being told. */
  #rest(): void {
    this.step = this.turn = null;
    this.story = false;
    this.told = ALL;
  }

  /** Show the way to a state, after whatever is being shown; `fresh` ends a log of so many moves. */
  async follow(after: State, fresh: Played[], moves = fresh.length): Promise<void> {
    const decisions = fresh.filter((played) => played.seat >= 0).length;
    if (!fresh.length && this.busy && isSame(after, this.#goal)) return; // somebody came or went
    if (!fresh.length && this.#base && isSame(after, this.#base)) return; // and my move is still out
    if (!this.state || !fresh.length || decisions > BEHIND || document.hidden) {
      this.jump(after);
      return;
    }
    this.#goal = after;
    this.#queue.push({ after, fresh, before: moves - fresh.length });
    if (this.#queue.length > BEHIND) this.#abort.abort();
    if (!this.busy) await this.#run();
  }

  /** Enough: show how things are now. */
  skip(): void {
    if (this.#base)
      this.#abort.abort(); // my own move has only to land
    else if (this.busy && this.#goal) this.jump(this.#goal);
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
        await this.#tell(next, this.#abort.signal);
      }
    } finally {
      this.busy = false;
      this.#rest();
    }
  }

  async #tell({ after, fresh, before }: Update, signal: AbortSignal): Promise<void> {
    let stages: Stage[] = [{ state: after, step: null }];
    const from = this.#base ?? (this.state as State);
    this.#base = null;
    if (speed()) {
      stages = this.telling.stages(from, fresh, after);
      if (!settings.story) stages = stages.filter((stage) => !stage.step || stage.state === after);
    }
    const steps = stages.filter((stage) => stage.step).length;
    this.story = steps >= LONG;
    this.turn = steps ? (fresh.find(({ seat }) => seat >= 0)?.seat ?? NATURE) : null;
    const told = reached(stages, fresh, before);
    this.told = { moves: before, steps: Infinity };
    for (const [number, stage] of stages.entries()) {
      if (signal.aborted) break;
      if (stage.step) this.turn = NATURE;
      await this.#glide(stage.state, signal);
      if (signal.aborted) break;
      this.told = told[number] ?? ALL;
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
    const starts = hidden.map((elements) => elements.map((one) => one.getBoundingClientRect()));
    for (const element of hidden.flat()) element.classList.add("leaving");
    await fly(all, rects, rects, this.telling.draw, { signal, size: this.telling.size, starts });
    sound.lay(Math.min(all.length, 7));
    await this.#draw(next, signal);
    for (const element of hidden.flat()) element.classList.remove("leaving");
  }
}

const isSame = (one: State, other: State | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The tiles that fly, flight by flight, where they lie now: as `data-color` in their place, or named
 * with it. */
const leaving = (all: Flight[]): Element[][] =>
  all.map(({ from, color }) => [
    ...document.querySelectorAll(
      `[data-place="${from}"] [data-color="${color}"], [data-lies="${from} ${color}"]`,
    ),
  ]);
