/** Tables in lists: which come first, which seat is free, who sits there. */

import { recall, remember } from "../lib/memory";
import type { components } from "../lib/schema";

export type Row = components["schemas"]["TableRow"];

/** The first seat that is free for whoever comes, or -1. */
export const freeSeat = (row: Row): number =>
  row.seats.findIndex((plan, seat) => plan === "open" && !row.taken.includes(seat));

/** Tables that wait for somebody, the one that needs fewest first, then the oldest. */
export function waiting(rows: Row[]): Row[] {
  const missing = (row: Row) => row.seats.length - row.taken.length;
  return rows
    .filter((row) => row.status === "waiting" && freeSeat(row) >= 0)
    .sort((a, b) => missing(a) - missing(b) || a.created - b.created);
}

/** Tables at which is played, the liveliest first. */
export const playing = (rows: Row[]): Row[] =>
  rows.filter((row) => row.status === "playing").sort((a, b) => b.updated - a.updated);

/** My tables: my turn first, then the latest. */
export const mine = (rows: Row[]): Row[] =>
  rows.toSorted((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.updated - a.updated);

/** Whether a seat is planned for a bot. */
export const isBot = (plan: string): boolean => plan.startsWith("bot:");

/** Who sits at a table, with the names of bots as people know them. */
export const sitters = (row: Row, botAt: (bot: string, seat: number) => string): string[] =>
  row.seats.flatMap((plan, seat) => {
    if (!row.taken.includes(seat)) return [];
    return isBot(plan) ? botAt(plan.slice(4), seat) : (row.names[seat] ?? "");
  });

/** The day after or before: days are texts, in UTC. */
export function shifted(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

/** Bytes of my own for the deals. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const KEPT = "games"; // for a page without a connection

/** Keep what is known of my games. */
export const keepMine = (rows: Row[]): void => remember(KEPT, JSON.stringify(rows));

/** My games as they were known last. */
export function keptMine(): Row[] {
  try {
    return JSON.parse(recall(KEPT) ?? "[]") as Row[];
  } catch {
    return [];
  }
}
