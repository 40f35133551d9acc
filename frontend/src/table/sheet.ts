/** Where every point came from: the scoring steps of a game, by round and by kind. */

import { isBonus, type Ply, type Step } from "../lib/view";

export interface Cell {
  steps: Step[]; // those that scored something
  points: number;
}

export interface Sheet {
  rounds: { round: number; cells: Cell[] }[]; // tiles and losses
  bonuses: { code: string; cells: Cell[] }[]; // what the end of the game scored
  parts: Map<string, number>[]; // by seat, for the bars: "tiles", "loss", and bonuses by code
  start: number[]; // the scores at the beginning
  total: number[];
}

/** The score sheet of a game up to its last ply. */
export function sheet(plies: Ply[]): Sheet {
  const first = plies[0];
  const last = plies.at(-1);
  if (!first || !last) throw new RangeError("a game has at least its beginning");
  const seats = first.scores.length;
  const empty = (): Cell[] => Array.from({ length: seats }, () => ({ steps: [], points: 0 }));
  const rounds = new Map<number, Cell[]>();
  const bonuses = new Map<string, Cell[]>();
  const parts = first.scores.map(
    (score): Map<string, number> => new Map(score ? [["start", score]] : []),
  );
  for (const [i, ply] of plies.entries()) {
    for (const step of ply.steps ?? []) {
      if (!step.points) continue;
      const code = isBonus(step) ? step.code : step.points < 0 ? "loss" : "tiles";
      const round = plies[i - 1]?.round ?? ply.round;
      const rows: Cell[] = isBonus(step)
        ? (bonuses.get(code) ?? bonuses.set(code, empty()).get(code) ?? [])
        : (rounds.get(round) ?? rounds.set(round, empty()).get(round) ?? []);
      const cell = rows[step.seat];
      if (!cell) continue;
      cell.steps.push(step);
      cell.points += step.points;
      const part = parts[step.seat];
      part?.set(code, (part.get(code) ?? 0) + step.points);
    }
  }
  return {
    rounds: [...rounds].sort(([a], [b]) => a - b).map(([round, cells]) => ({ round, cells })),
    bonuses: [...bonuses].map(([code, cells]) => ({ code, cells })),
    parts,
    start: first.scores,
    total: last.scores,
  };
}
