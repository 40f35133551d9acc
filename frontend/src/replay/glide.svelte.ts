/** What is drawn: between neighbouring plies tiles glide and points are told, else it is shown at once. */

import { tick } from "svelte";
import type { Telling } from "../games/game";
import { flights, fly, rest, survey } from "../lib/flight";
import { settings, speed } from "../lib/settings.svelte";
import { sound } from "../lib/sound";
import type { Played, State, Step } from "../lib/view";

const TELL = 600; // how long a scoring step stays

export class Glide {
  state = $state.raw<State | null>(null);
  step = $state.raw<Step | null>(null);
  pace = 1;
  #target: State | null = null; // where a way that is being shown will end
  #abort = new AbortController();

  /** Show a state at once; whatever is on its way has arrived. */
  jump(next: State): void {
    this.#abort.abort();
    this.#target = null;
    this.step = null;
    this.state = next;
  }

  /** Show the way to a neighbouring state, told if a move led there. */
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
      if (step.points > 0) sound.score(/^(row|column|color|star|number)$/.test(step.code));
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
    const hidden = all.flatMap(({ from, color }) => [
      ...document.querySelectorAll(`[data-place="${from}"] [data-color="${color}"]`),
    ]);
    for (const element of hidden) element.classList.add("leaving");
    const places = survey(document);
    await fly(all, places, places, telling.draw, { signal, size: "lid" in next ? 44 : 52 });
    for (const element of hidden) element.classList.remove("leaving");
    if (!signal.aborted) sound.lay(Math.min(all.length, 7));
  }
}
