/** How much of a log has been shown on the screen; the rest must not be given away. */

import type { SceneStage } from "../games/game";
import type { Played } from "../lib/view";

export interface ToldSoFar {
  moves: number; // shown on the screen
  steps: number; // scoring steps shown of the last of them
}

export const ALL: ToldSoFar = { moves: Infinity, steps: Infinity };

/** The part of a log that has been shown. */
export function heard(log: Played[], { moves, steps }: ToldSoFar): Played[] {
  const last = log[moves - 1];
  if (!last?.steps || steps >= last.steps.length) return log.slice(0, moves);
  const told = last.steps.filter(({ kind }, at) => kind === "taking" || at < steps);
  return [...log.slice(0, moves - 1), { ...last, steps: told }];
}

/** What has been shown at each stage of a story; `before` moves were shown before it began. */
export function reached(stages: SceneStage[], fresh: Played[], before: number): ToldSoFar[] {
  let told: ToldSoFar = { moves: before, steps: Infinity };
  return stages.map(({ step }, number) => {
    const move = step ? fresh.findIndex(({ steps }) => steps?.includes(step)) : -1;
    if (move >= 0) {
      const place = fresh[move]?.steps?.indexOf(step as NonNullable<typeof step>) ?? 0;
      told = { moves: before + move + 1, steps: place + 1 };
    } else if (number === stages.length - 1)
      told = { moves: before + fresh.length, steps: Infinity };
    else {
      const next = fresh.findIndex(({ seat }, at) => seat >= 0 && before + at >= told.moves);
      if (next >= 0) told = { moves: before + next + 1, steps: 0 };
    }
    return told;
  });
}
