/** The log as shown: a line for every move, every scoring step and every round. */

import type { Brief, Telling } from "../games/game";
import type { Played, State, Step } from "../lib/view";
import { scoring, worth } from "../lib/view";

export interface LogLine extends Brief {
  kind: "move" | "score" | "round" | "sum";
  seat: number; // -1 is nobody
  points: number;
  round: number;
  sums: number[]; // what the round scored for each seat
  key: string;
}

const DEAL = "=";
const isOwn = ({ kind }: Step): boolean => kind === "taking" || kind === "turn" || kind === "loss";

/** The lines of a log, the newest first; `state` is the one after the last move. */
export function lines(log: Played[], state: State, telling: Telling): LogLine[] {
  const words = telling.brief(log, state);
  const found: LogLine[] = [];
  const deals = log.filter(({ move }) => move.startsWith(DEAL)).length;
  let round = state.round - deals;
  let sums: number[] = []; // empty until something was scored
  const add = (line: Partial<LogLine> & Pick<LogLine, "kind" | "key">) =>
    found.push({ seat: -1, points: 0, round, sums: [], text: "", tiles: [], ...line });
  const close = (key: string) => {
    if (sums.length) add({ kind: "sum", sums, key });
    sums = [];
  };
  for (const [at, played] of log.entries()) {
    const isDeal = played.move.startsWith(DEAL);
    if (isDeal) {
      close(`${at} sum`);
      round += 1;
    }
    const steps = played.steps ?? [];
    const own = steps.filter(isOwn);
    const kind = isDeal ? "round" : "move";
    add({ kind, seat: played.seat, ...words[at], points: worth(own), key: `${at}` });
    if (scoring(played).length && !sums.length) sums = state.players.map(() => 0);
    for (const [number, step] of steps.entries()) {
      sums[step.seat] = (sums[step.seat] ?? 0) + step.points;
      if (own.includes(step)) continue;
      const { seat, points } = step;
      add({ kind: "score", seat, points, ...telling.line(step), key: `${at} ${number}` });
    }
  }
  if (state.phase === "over") close("end");
  return found.reverse();
}
