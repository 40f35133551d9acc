/** What is on the screen: it follows the table with a short delay, so that every move can be seen. */

import { tick } from "svelte";
import type { SceneStage, Telling } from "../games/game";
import { flights, rest, travel } from "../lib/flight";
import { settings, speed } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import { isBonus, type Played, type State, type Step } from "../lib/view";
import { ALL, reached, type ToldSoFar } from "./told";

const TELL = 700; // how long a scoring step stays
const BEHIND = 3; // if there are more decisions than this to show, we jump
const LONG = 2; // a story with this many scoring steps is worth skipping
const NATURE = -1;

interface Update {
  after: State;
  fresh: Played[];
  before: number; // moves of the log that had been shown before
}

export class Show {
  state = $state.raw<State | null>(null);
  step = $state.raw<Step | null>(null);
  busy = $state(false);
  story = $state(false); // a longer scoring, from its first move to its last
  turn = $state.raw<number | null>(null); // whose turn it is on the screen, during a scoring
  told = $state.raw<ToldSoFar>(ALL); // how much of the log has been shown
  #goal: State | null = null; // what will be on the screen at the end
  #base: State | null = null; // what the server knows, while a move of mine is shown before the answer
  #queue: Update[] = [];
  #abort = new AbortController();

  constructor(readonly telling: Telling) {}

  /** Show a state at once, ending whatever is being shown. */
  jump(state: State): void {
    this.#queue = [];
    this.#hush();
    this.state = this.#goal = state;
    this.#base = null;
    this.#rest();
  }

  /** Show a move of mine at once; `follow` continues from there, `back` undoes it. */
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

  /** The server refused it. */
  back(): void {
    if (this.#base && !this.#queue.length) this.jump(this.#base);
  }

  /** Nothing is being shown step by step. */
  #rest(): void {
    this.step = this.turn = null;
    this.story = false;
    this.told = ALL;
  }

  /** Show the way to a state, after whatever is being shown; the log has `moves` moves, `fresh` its last. */
  async follow(after: State, fresh: Played[], moves = fresh.length): Promise<void> {
    const decisions = fresh.filter((played) => played.seat >= 0).length;
    if (!fresh.length && this.busy && isSame(after, this.#goal)) return; // only presence has changed
    if (!fresh.length && this.#base && isSame(after, this.#base)) return; // my move is still on its way
    if (!this.state || !fresh.length || decisions > BEHIND || document.hidden) {
      this.jump(after);
      return;
    }
    this.#goal = after;
    this.#queue.push({ after, fresh, before: moves - fresh.length });
    if (this.#queue.length > BEHIND) this.#abort.abort();
    if (!this.busy) await this.#run();
  }

  /** Skip the story and show the present state. */
  skip(): void {
    if (this.#base)
      this.#abort.abort(); // my own move only has to land
    else if (this.busy && this.#goal) this.jump(this.#goal);
  }

  /** End the story that is being shown. */
  #hush(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  /** Draw a state, unless its story has been ended. */
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
    let stages: SceneStage[] = [{ state: after, step: null }];
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
    const arrive = await travel(all, this.telling, signal);
    sound.lay(Math.min(all.length, 7));
    await this.#draw(next, signal);
    arrive();
  }
}

const isSame = (one: State, other: State | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
