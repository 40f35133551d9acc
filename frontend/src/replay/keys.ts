/** The keys for walking through a game. */

import type { Playback } from "./playback.svelte";

export type KeyBindings = Record<string, () => unknown>;

export const walking = (playback: Playback): KeyBindings => ({
  ArrowLeft: () => playback.step(-1),
  ArrowRight: () => playback.step(1),
  ArrowUp: () => playback.round(-1),
  ArrowDown: () => playback.round(1),
  Home: () => playback.go(0),
  End: () => playback.go(playback.last),
  " ": () => playback.toggle(),
});

/** Run the binding of a key, unless the key was meant for a field or a button. */
export function press(event: KeyboardEvent, keys: KeyBindings): void {
  const target = event.target as Element;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented)
    return;
  if (target.closest("input:not([type=range]), textarea, select, dialog, pre")) return;
  if (event.key === " " && target.closest("button, a, summary, label")) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  void act();
}
