/** What many reviews say as a whole: fetched, sorted, and laid out for charts. */

import { api, get } from "../lib/api";
import type { Schemas } from "../lib/view";

export type InsightsView = Schemas["InsightsView"];
export type Insights = Schemas["Insights"];
export type Cause = Schemas["Cause"];
export type Slip = Schemas["Slip"];
export type Span = Schemas["Span"];

export const PERIODS = [0, 365, 90, 30]; // days; 0 is all time
export const SURE = 1.96; // standard errors, for 95 %
export const AT_ONCE = 10; // games that one click sends to review
export const FEW = 5; // games that say little

/** Which games to count; an empty name is the game played last. */
export interface InsightsFilter {
  game: string;
  players: number; // 0 is any number
  days: number;
}

export const look = (query: InsightsFilter): Promise<InsightsView> =>
  get(api.GET("/api/me/insights", { params: { query } }));

/** Ask for reviews of the last games that have none. */
export const order = (choice: InsightsFilter, last: number): Promise<Schemas["BacklogView"]> =>
  get(api.POST("/api/me/insights", { body: { ...choice, last } }));

/** The numbers of players a game was played with. */
export const sizes = (view: InsightsView): number[] =>
  view.kinds.filter(({ game }) => game === view.game).map(({ players }) => players);

export interface LevelRow {
  name: string;
  rate: number;
  mine: boolean;
}

/** The player among the levels of bots, the strongest first. */
export function ladder(compared: NonNullable<Insights["compared"]>): LevelRow[] {
  const bots = Object.entries(compared.rates).map(([name, rate]) => ({ name, rate, mine: false }));
  const me = { name: "", rate: compared.error_rate, mine: true };
  return [...bots.reverse(), me].sort((a, b) => a.rate - b.rate);
}

/** The slip that teaches most about a cause. */
export const example = (insights: Insights, cause: Cause): Slip | undefined =>
  insights.slips.find(({ kind, given }) => kind === cause.kind && given === cause.given);

/** Round numbers from 0 up to a rate, at most five. */
export function steps(most: number): number[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5].find((size) => most / size <= 4) ?? 10;
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, i) => Math.round(i * step * 10) / 10);
}

/** Those of the marks on an axis, strongest first, whose names fit beside each other. */
export function apart<T extends { y: number }>(marks: readonly T[], room: number): T[] {
  const kept: T[] = [];
  for (const mark of marks)
    if (kept.every(({ y }) => Math.abs(y - mark.y) >= room)) kept.push(mark);
  return kept;
}
