/** What is on the screen: it follows the table a little behind, so that every move is seen. */

import { tick } from "svelte";
import { type Flight, flights, fly, rest, survey } from "../lib/flight";
import type { Stage, Telling } from "../lib/scene";
import { settings, speed } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import { isBonus, type Played, type State, type Step } from "../lib/view";
import { ALL, reached, type Told } from "./told";

const TELL = 700; // how long a scoring step stays
const BEHIND = 3; // with more decisions than this to show, we jump
const LONG = 2; // scoring steps that make a story worth skipping
const NATURE = -1;

interface News {
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
  #queue: News[] = [];
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
    this.#rest();
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
        await this.#tell(next, this.#abort.signal);
      }
    } finally {
      this.busy = false;
      this.#rest();
    }
  }

  async #tell({ after, fresh, before }: News, signal: AbortSignal): Promise<void> {
    let stages: Stage[] = [{ state: after, step: null }];
    if (speed()) {
      stages = this.telling.stages(this.state as State, fresh, after);
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
