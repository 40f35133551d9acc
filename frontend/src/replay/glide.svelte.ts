/** What is drawn: between neighbouring plies tiles glide and the scoring is shown, otherwise it jumps. */

import { tick } from "svelte";
import type { Telling } from "../games/game";
import { flights, rest, travel } from "../lib/flight";
import { settings, speed } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import { isBonus, type Played, type State, type Step } from "../lib/view";

const TELL = 600; // how long a scoring step stays

export class Glide {
  state = $state.raw<State | null>(null);
  step = $state.raw<Step | null>(null);
  pace = 1;
  #target: State | null = null; // where the current animation will end
  #abort = new AbortController();

  /** Show a state at once, and end any animation. */
  jump(next: State): void {
    this.#abort.abort();
    this.#target = null;
    this.step = null;
    this.state = next;
  }

  /** Animate the way to a neighbouring state, with its scoring if a move led there. */
  async follow(next: State, played: Played | null, telling: Telling): Promise<void> {
    const before = this.#target ?? this.state;
    if (!before || !speed() || document.hidden) {
      this.jump(next);
      return;
    }
    this.jump(before);
    await tick();
    this.#target = next;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    let stages = played ? telling.stages(before, [played], next) : [{ state: next, step: null }];
    if (!settings.story) stages = stages.filter(({ step, state }) => !step || state === next);
    for (const { state, step } of stages) {
      await this.#fly(state, telling, signal);
      if (signal.aborted) return;
      this.state = state;
      this.step = step;
      if (!step) continue;
      if (step.points > 0) sound.score(isBonus(step));
      else if (step.points < 0) sound.floor();
      await rest(settings.story ? TELL / this.pace : 0, signal);
      if (signal.aborted) return;
    }
    this.jump(next);
  }

  async #fly(next: State, telling: Telling, signal: AbortSignal): Promise<void> {
    const before = this.state;
    if (!before || before === next) return;
    const all = flights(telling.places(before), telling.places(next));
    if (!all.length) return;
    const arrive = await travel(all, telling, signal);
    arrive();
    if (!signal.aborted) sound.lay(Math.min(all.length, 7));
  }
}
