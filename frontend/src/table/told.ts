/** How much of a log has been told on the screen: what comes later is not given away. */

import type { Stage } from "../games/game";
import type { Played } from "../lib/view";

export interface Told {
  moves: number; // that have been made on the screen
  steps: number; // of the last of them that have been scored
}

export const ALL: Told = { moves: Infinity, steps: Infinity };

/** The part of a log that has been told. */
export function heard(log: Played[], { moves, steps }: Told): Played[] {
  const last = log[moves - 1];
  if (!last?.steps || steps >= last.steps.length) return log.slice(0, moves);
  const told = last.steps.filter(({ kind }, at) => kind === "taking" || at < steps);
  return [...log.slice(0, moves - 1), { ...last, steps: told }];
}

/** What has been told with each stage of a story; `before` moves were told before it began. */
export function reached(stages: Stage[], fresh: Played[], before: number): Told[] {
  let told: Told = { moves: before, steps: Infinity };
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
