/** What many reviews say together: fetched, put in order, and laid out for charts. */

import { api, get } from "../lib/api";
import type { components } from "../lib/schema";

type Schemas = components["schemas"];
export type View = Schemas["InsightsView"];
export type Insights = Schemas["Insights"];
export type Cause = Schemas["Cause"];
export type Slip = Schemas["Slip"];
export type Span = Schemas["Span"];

export const PERIODS = [0, 365, 90, 30]; // days; 0 is for ever
export const SURE = 1.96; // standard errors
export const AT_ONCE = 10; // games that one click has reviewed
export const FEW = 5; // games that say little

/** Which games are meant; an empty name is the one played last. */
export interface Choice {
  game: string;
  players: number; // 0 is any number
  days: number;
}

export const look = (query: Choice): Promise<View> =>
  get(api.GET("/api/me/insights", { params: { query } }));

/** Have the last games reviewed that have not been. */
export const order = (choice: Choice, last: number): Promise<Schemas["BacklogView"]> =>
  get(api.POST("/api/me/insights", { body: { ...choice, last } }));

/** The numbers of players with which a game was played. */
export const sizes = (view: View): number[] =>
  view.kinds.filter(({ game }) => game === view.game).map(({ players }) => players);

export interface Row {
  name: string;
  rate: number;
  mine: boolean;
}

/** The player among the levels of bots, the strongest first. */
export function ladder(compared: NonNullable<Insights["compared"]>): Row[] {
  const bots = Object.entries(compared.rates).map(([name, rate]) => ({ name, rate, mine: false }));
  const me = { name: "", rate: compared.error_rate, mine: true };
  return [...bots.reverse(), me].sort((a, b) => a.rate - b.rate);
}

/** The slip from which most can be learnt about a cause. */
export const example = (insights: Insights, cause: Cause): Slip | undefined =>
  insights.slips.find(({ kind, given }) => kind === cause.kind && given === cause.given);

/** Round numbers from 0 that hold a rate, at most five. */
export function steps(most: number): number[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5].find((size) => most / size <= 4) ?? 10;
  const count = Math.max(1, Math.ceil(most / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, i) => Math.round(i * step * 10) / 10);
}

/** Of some marks on an axis, strongest first, those whose names find room beside each other. */
export function apart<T extends { y: number }>(marks: readonly T[], room: number): T[] {
  const kept: T[] = [];
  for (const mark of marks)
    if (kept.every(({ y }) => Math.abs(y - mark.y) >= room)) kept.push(mark);
  return kept;
}
