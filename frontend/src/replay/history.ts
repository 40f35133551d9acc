/** A whole game from the server: every ply with the move that led to it. */

import { api, get } from "../lib/api";
import type { Frame, History, Played, Ply } from "../lib/view";

export interface Chapter {
  round: number;
  plies: Ply[]; // the moves of this round, each with the ply it led to
}

export interface Gain {
  seat: number;
  points: number;
}

/** The table and its history. */
export async function load(id: string): Promise<{ frame: Frame; history: History }> {
  const params = { path: { id } };
  const [frame, history] = await Promise.all([
    get(api.GET("/api/games/{id}", { params })),
    get(api.GET("/api/games/{id}/history", { params })),
  ]);
  return {
    frame: frame as Frame,
    history: history as History,
  };
}

/** The move that led to a ply; null at the beginning. */
export const playedAt = ({ seat, move, steps }: Ply): Played | null =>
  seat === undefined || move === undefined ? null : { seat, move, steps: steps ?? [] };

/** The moves round by round: a move belongs to the round in which it was made. */
export function chapters(plies: Ply[]): Chapter[] {
  const found: Chapter[] = [];
  for (const [at, ply] of plies.entries()) {
    const before = plies[at - 1];
    if (!before) continue;
    const chapter = found.at(-1);
    if (chapter?.round === before.round) chapter.plies.push(ply);
    else found.push({ round: before.round, plies: [ply] });
  }
  return found;
}

/** What a move scored for each seat that gained or lost, beginning with the player who moved. */
export function gains(ply: Ply): Gain[] {
  const sums = new Map<number, number>();
  for (const { seat, points } of ply.steps ?? []) sums.set(seat, (sums.get(seat) ?? 0) + points);
  return [...sums]
    .filter(([, points]) => points)
    .map(([seat, points]) => ({ seat, points }))
    .sort((a, b) => Number(b.seat === ply.seat) - Number(a.seat === ply.seat) || a.seat - b.seat);
}

/** The log of the table as it was at a ply. */
export const logAt = (plies: Ply[], ply: number): Played[] =>
  plies.slice(1, ply + 1).flatMap((one) => playedAt(one) ?? []);
