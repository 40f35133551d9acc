/** A ply in words. */

import type { Telling } from "../games/game";
import { type Ply, scoring } from "../lib/view";
import * as words from "../lib/words";
import { m } from "../paraglide/messages";
import { playedAt } from "./history";

/** "Ann takes 3 red from factory 2 to line 4" */
export function moveOf(ply: Ply, names: string[], telling: Telling): string {
  const played = playedAt(ply);
  if (!played) return m.replay_beginning();
  const move = telling.move(played, ply.state);
  return played.seat < 0 ? move : m.replay_moves({ name: names[played.seat] ?? "", move });
}

/** The same with everything it scored: "… Ann +3: red in row 3." */
export function sentence(ply: Ply, names: string[], telling: Telling): string {
  const steps = scoring(ply).map((step) =>
    m.replay_brings({
      name: names[step.seat] ?? "",
      points: words.points(step.points),
      step: telling.step(step),
    }),
  );
  return [m.replay_sentence({ text: moveOf(ply, names, telling) }), ...steps].join(" ");
}

/** Whose turn it is: "Ann is to move" */
export const turnOf = ({ turn }: Ply, names: string[]): string =>
  turn >= 0
    ? m.replay_to_move({ name: names[turn] ?? "" })
    : turn === -1
      ? m.replay_to_draw()
      : m.replay_over();

/** Distinct names: players who share one get their seat numbers. */
export const distinct = (names: string[]): string[] =>
  names.map((name, seat) =>
    names.indexOf(name) === names.lastIndexOf(name)
      ? name
      : m.replay_same_name({ name, number: seat + 1 }),
  );
