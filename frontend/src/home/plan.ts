/** A table that is being planned: seats, clock and manners, until it is opened. */

import { isRules, type Rules } from "../games";
import type { Options } from "../games/game";
import { FIRST } from "./levels";

export type With = "bots" | "friends" | "strangers" | "device";
export type SeatKind = "me" | "open" | "guest" | "bot";

export interface PlannedSeat {
  kind: SeatKind;
  bot: string;
  name: string; // of a guest on this device
}

export interface ClockPlan {
  kind: "none" | "live" | "days";
  minutes: number;
  increment: number;
  days: number;
}

export type PlanFault = "nobody" | "nameless" | "twice";

/** The seats for a kind of company. */
export function placesFor(
  company: With,
  players: number,
  bot: string,
  named: (n: number) => string,
) {
  return Array.from({ length: players }, (_, seat): PlannedSeat => {
    const name = named(seat + 1);
    if (company === "device") return { kind: "guest", bot, name };
    if (!seat) return { kind: "me", bot, name };
    return { kind: company === "bots" ? "bot" : "open", bot, name };
  });
}

/** Resize to a number of seats: those there are stay, new ones copy the last. */
export function resized(
  places: PlannedSeat[],
  players: number,
  named: (n: number) => string,
): PlannedSeat[] {
  const last = places.at(-1);
  return Array.from({ length: players }, (_, seat): PlannedSeat => {
    const place = places[seat] ?? { kind: "open", bot: FIRST, ...last, name: named(seat + 1) };
    return seat && !places[seat] && place.kind === "me" ? { ...place, kind: "open" } : place;
  });
}

const clean = (name: string): string => name.trim().replace(/\s+/g, " ");

/** A seat as the server spells it. */
export function seatOf({ kind, bot, name }: PlannedSeat): string {
  if (kind === "bot") return `bot:${bot}`;
  return kind === "guest" ? `me:${clean(name)}` : kind;
}

/** Why these seats cannot be used. */
export function faultOf(places: PlannedSeat[]): PlanFault | null {
  const guests = places.filter((place) => place.kind === "guest").map(({ name }) => clean(name));
  if (guests.some((name) => !name)) return "nameless";
  if (new Set(guests).size < guests.length) return "twice";
  return places.some(({ kind }) => kind === "me" || kind === "guest") ? null : "nobody";
}

/** Whether the game could be rated: it needs people on devices of their own. */
export const isRatable = (places: PlannedSeat[]): boolean =>
  places.every(({ kind }) => kind === "me" || kind === "open");

/** A clock as the server spells it. */
export function clockOf({ kind, minutes, increment, days }: ClockPlan) {
  return {
    kind,
    seconds: kind === "live" ? Math.round(minutes * 60) : 0,
    increment: kind === "live" ? Math.round(increment) : 0,
    days: kind === "days" ? Math.round(days) : 0,
  };
}

export interface GameTerms {
  game: Rules;
  players: number;
  options: Options;
}

/** The game, players and options of a position or record, as written at its start. */
export function headOf(text: string): GameTerms | null {
  const [game, ...fields] = text.trim().split(/\s+/);
  if (!isRules(game)) return null;
  const options = wordsOf(fields.join(" "));
  const players = Number(options.players);
  return players >= 2 && players <= 4 ? { game, players, options } : null;
}

/** `players=2 …` as an object. */
export function wordsOf(options: string): Record<string, string> {
  return Object.fromEntries(
    options
      .split(/\s+/)
      .filter((field) => field.includes("="))
      .map((field) => field.split("=", 2) as [string, string]),
  );
}
