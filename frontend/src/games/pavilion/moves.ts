/** Moves of pavilion, parsed (see docs/notation.md), and the legal ones grouped by what is pointed at. */

import { colorOf } from "../../lib/tiles";
import type { Heap, Legal, Step } from "../../lib/view";
import { sum, worth } from "../../lib/view";
import { LETTERS } from "./colors";
import { STARS, type StarName } from "./geometry";
import type { PavilionState } from "./view";

export type Move =
  | { kind: "refill"; tiles: Heap }
  | { kind: "deal"; factories: Heap[] }
  | { kind: "take"; source: number; color: number }
  | { kind: "place"; space: number; color: number; jokers: number }
  | { kind: "pick"; color: number }
  | { kind: "pass"; kept: Heap };

export const heap = (text: string): Heap =>
  [...LETTERS].map((letter) => text.split(letter).length - 1);
const color = (letter: string): number => colorOf("pavilion", letter);

const PLACE = new RegExp(`^(C|NW|NE|E|SE|SW|W)([1-6])([${LETTERS}])([0-5])$`);
const TAKE = new RegExp(`^([0-9])([${LETTERS}])$`);

/** A move, parsed. */
export function parse(text: string): Move {
  if (text[0] === "+") return { kind: "refill", tiles: heap(text.slice(1)) };
  if (text[0] === "=") return { kind: "deal", factories: text.slice(1).split("/").map(heap) };
  if (text[0] === "*") return { kind: "pick", color: color(text[1] ?? "") };
  if (text.startsWith("pass")) return { kind: "pass", kept: heap(text.slice(5)) };
  const place = PLACE.exec(text);
  if (place) {
    const [, star, slot, letter, jokers] = place;
    const space = 6 * STARS.indexOf(star as StarName) + Number(slot) - 1;
    return { kind: "place", space, color: color(letter ?? ""), jokers: Number(jokers) };
  }
  const take = TAKE.exec(text);
  if (!take) throw new RangeError(`no move of pavilion: ${text}`);
  return { kind: "take", source: Number(take[1]), color: color(take[2] ?? "") };
}

/** The joker of a round; -1 before the first and after the last. */
export const jokerOf = (order: string, round: number): number =>
  LETTERS.indexOf(order[round - 1] ?? "?");
export const joker = (state: PavilionState): number =>
  jokerOf(state.options.joker_order, state.round);

/** The tiles that a take gains, as its step says. */
export function tilesOf(take: Step): Heap {
  const heap = [...LETTERS].map(() => 0);
  const [color, joker, jokers] = [Number(take.color), Number(take.joker), Number(take.jokers)];
  heap[color] = Number(take.tiles) - jokers;
  heap[joker] = (heap[joker] ?? 0) + jokers;
  return heap;
}

/** The ways to pay for a space with one colour: legal moves by how many jokers they use. */
export interface Offer {
  color: number;
  ways: { jokers: number; legal: Legal }[];
}

export interface LegalChoices {
  takes: Map<string, Legal>; // "2,5": source and colour
  spaces: Map<number, Offer[]>;
  picks: Map<number, Legal>;
  passes: { kept: Heap; legal: Legal }[];
}

/** The legal moves, grouped by what is pointed at. */
export function sorted(legal: Legal[]): LegalChoices {
  const found: LegalChoices = { takes: new Map(), spaces: new Map(), picks: new Map(), passes: [] };
  for (const one of legal) {
    const move = parse(one.move);
    if (move.kind === "take") found.takes.set(`${move.source},${move.color}`, one);
    if (move.kind === "pick") found.picks.set(move.color, one);
    if (move.kind === "pass") found.passes.push({ kept: move.kept, legal: one });
    if (move.kind !== "place") continue;
    const offers = found.spaces.get(move.space) ?? [];
    found.spaces.set(move.space, offers);
    let offer = offers.find((other) => other.color === move.color);
    if (!offer) {
      offer = { color: move.color, ways: [] };
      offers.push(offer);
    }
    offer.ways.push({ jokers: move.jokers, legal: one });
  }
  return found;
}

/** The most that a space can score. */
export const best = (offers: Offer[]): number =>
  Math.max(...offers.flatMap((offer) => offer.ways.map((way) => worth(way.legal.steps))));

/** What to keep by default: as many tiles as allowed, the next joker first, colours together. */
export function sensible(passes: LegalChoices["passes"], next: number): Heap {
  const value = (kept: Heap): number =>
    1000 * sum(kept) +
    100 * (kept[next] ?? 0) +
    kept.reduce((all, count) => all + count * count, 0);
  return passes.reduce<Heap>(
    (chosen, { kept }) => (value(kept) > value(chosen) ? kept : chosen),
    passes[0]?.kept ?? [],
  );
}

export const isFeature = (step: Step): boolean => /^(pillar|statue|window)$/.test(step.code);
export const isLoss = (step: Step): boolean => "loss" in step;
