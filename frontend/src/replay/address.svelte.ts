/** The ply and the seat of a replay in its address, so that a link leads to a position. */

import { untrack } from "svelte";
import { router } from "../lib/router.svelte";
import type { Playback } from "./playback.svelte";

const SETTLED = 250; // ms, so that not every ply of a playback is recorded

/** The ply that the address names. */
export function plyWanted(): number | null {
  const text = router.query.get("ply");
  return text && /^\d+$/.test(text) ? Number(text) : null;
}

/** The seat that the address names, or the default. */
export const seatWanted = (usual: number, seats: number): number =>
  Math.min(Number(router.query.get("seat") ?? usual) || 0, seats - 1);

/** Follow the address, and record there what is shown; `seat` is null until there is a game. */
export function keepInAddress(
  playback: Playback,
  seat: () => { shown: number; usual: number } | null,
): void {
  $effect(() => {
    const to = plyWanted();
    untrack(() => {
      if (to !== null && seat() && to !== playback.ply) void playback.go(to);
    });
  });
  $effect(() => {
    const at = seat();
    if (!at) return;
    const values = {
      ply: String(playback.ply),
      seat: at.shown === at.usual ? null : String(at.shown),
    };
    const timer = setTimeout(() => router.note(values), SETTLED);
    return () => clearTimeout(timer);
  });
}
