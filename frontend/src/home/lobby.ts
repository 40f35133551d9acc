/** Tables in lists: their order, their free seats, and who plays at them. */

import { recall, remember } from "../lib/memory";
import type { components } from "../lib/schema";

export type TableRow = components["schemas"]["TableRow"];

/** The first seat that anybody may take, or -1. */
export const freeSeat = (row: TableRow): number =>
  row.seats.findIndex((plan, seat) => plan === "open" && !row.taken.includes(seat));

/** Tables that wait for players: those missing the fewest first, then the oldest. */
export function waiting(rows: TableRow[]): TableRow[] {
  const missing = (row: TableRow) => row.seats.length - row.taken.length;
  return rows
    .filter((row) => row.status === "waiting" && freeSeat(row) >= 0)
    .sort((a, b) => missing(a) - missing(b) || a.created - b.created);
}

/** Tables with a game in progress, the most recent move first. */
export const playing = (rows: TableRow[]): TableRow[] =>
  rows.filter((row) => row.status === "playing").sort((a, b) => b.updated - a.updated);

/** My tables: those where it is my turn first, then the latest. */
export const mine = (rows: TableRow[]): TableRow[] =>
  rows.toSorted((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.updated - a.updated);

/** Whether a seat is planned for a bot. */
export const isBot = (plan: string): boolean => plan.startsWith("bot:");

/** The players at a table, bots under their display names. */
export const sitters = (row: TableRow, botAt: (bot: string, seat: number) => string): string[] =>
  row.seats.flatMap((plan, seat) => {
    if (!row.taken.includes(seat)) return [];
    return isBot(plan) ? botAt(plan.slice(4), seat) : (row.names[seat] ?? "");
  });

/** A day some days later or earlier; days are strings, in UTC. */
export function shifted(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

/** A nonce of my own for the deals. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const KEPT = "games"; // for a page without a connection

/** Remember my games. */
export const keepMine = (rows: TableRow[]): void => remember(KEPT, JSON.stringify(rows));

/** My games as last seen. */
export function keptMine(): TableRow[] {
  try {
    return JSON.parse(recall(KEPT) ?? "[]") as TableRow[];
  } catch {
    return [];
  }
}
