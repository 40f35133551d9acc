/** A table that is being planned: seats, clock and manners, until it is asked for. */

import type { Rules } from "../lib/view";
import type { Options } from "./choice";
import { FIRST } from "./levels";

export const ROUNDS = 40; // the server's own limit in classic

export type With = "bots" | "friends" | "strangers" | "device";
export type Kind = "me" | "open" | "guest" | "bot";

export interface Place {
  kind: Kind;
  bot: string;
  name: string; // of a guest on this device
}

export interface ClockPlan {
  kind: "none" | "live" | "days";
  minutes: number;
  increment: number;
  days: number;
}

export interface Variant {
  wall: string;
  board: string;
  edition: string;
  rounds: number | null; // the last round at the latest
  jokers: string; // standard, alternative, or six letters
  discard: "after_bonuses" | "at_pass";
}

export type Fault = "nobody" | "nameless" | "twice";

/** The seats that go with a wish. */
export function placesFor(
  company: With,
  players: number,
  bot: string,
  named: (n: number) => string,
) {
  return Array.from({ length: players }, (_, seat): Place => {
    const name = named(seat + 1);
    if (company === "device") return { kind: "guest", bot, name };
    if (!seat) return { kind: "me", bot, name };
    return { kind: company === "bots" ? "bot" : "open", bot, name };
  });
}

/** As many places as asked for: the first stay, others are like the last. */
export function resized(places: Place[], players: number, named: (n: number) => string): Place[] {
  const last = places.at(-1);
  return Array.from({ length: players }, (_, seat): Place => {
    const place = places[seat] ?? { kind: "open", bot: FIRST, ...last, name: named(seat + 1) };
    return seat && !places[seat] && place.kind === "me" ? { ...place, kind: "open" } : place;
  });
}

const clean = (name: string): string => name.trim().replace(/\s+/g, " ");

/** A seat in the words of the server. */
export function seatOf({ kind, bot, name }: Place): string {
  if (kind === "bot") return `bot:${bot}`;
  return kind === "guest" ? `me:${clean(name)}` : kind;
}

/** Why these seats cannot be asked for. */
export function faultOf(places: Place[]): Fault | null {
  const guests = places.filter((place) => place.kind === "guest").map(({ name }) => clean(name));
  if (guests.some((name) => !name)) return "nameless";
  if (new Set(guests).size < guests.length) return "twice";
  return places.some(({ kind }) => kind === "me" || kind === "guest") ? null : "nobody";
}

/** Whether the game could count: people on devices of their own. */
export const isRatable = (places: Place[]): boolean =>
  places.every(({ kind }) => kind === "me" || kind === "open");

/** A clock in the words of the server. */
export function clockOf({ kind, minutes, increment, days }: ClockPlan) {
  return {
    kind,
    seconds: kind === "live" ? Math.round(minutes * 60) : 0,
    increment: kind === "live" ? Math.round(increment) : 0,
    days: kind === "days" ? Math.round(days) : 0,
  };
}

/** A variant in the words of the server: what is usual needs no words. */
export function optionsOf(game: Rules, variant: Variant): Options {
  const { wall, board, edition, rounds, jokers, discard } = variant;
  if (game === "classic")
    return { wall, ...(rounds !== ROUNDS && { round_limit: rounds || null }) };
  return {
    board,
    edition,
    ...(jokers !== "standard" && { joker_order: jokers }),
    ...(discard !== "after_bonuses" && { last_round_discard: discard }),
  };
}

/** The order with another letter at a place; the two change places, so that each stays once. */
export function swapped(order: string, place: number, letter: string): string {
  const before = order[place] ?? "";
  return [...order]
    .map((old, i) => (i === place ? letter : old === letter ? before : old))
    .join("");
}

export interface Head {
  game: Rules;
  players: number;
  options: Options;
}

/** Game, players and options of a position or record, as written at its beginning. */
export function headOf(text: string): Head | null {
  const [game, ...fields] = text.trim().split(/\s+/);
  if (game !== "classic" && game !== "pavilion") return null;
  const options = wordsOf(fields.join(" "));
  const players = Number(options.players);
  return players >= 2 && players <= 4 ? { game, players, options } : null;
}

/** `players=2 wall=grey` as a table of words. */
export function wordsOf(options: string): Record<string, string> {
  return Object.fromEntries(
    options
      .split(/\s+/)
      .filter((field) => field.includes("="))
      .map((field) => field.split("=", 2) as [string, string]),
  );
}
