/** Moves, steps and heaps of pavilion in words. */

import { language } from "../../lib/language.svelte";
import type { Heap, Played, Step } from "../../lib/view";
import { sum, taking } from "../../lib/view";
import * as words from "../../lib/words";
import { m } from "../../paraglide/messages";
import type { Brief } from "../game";
import { PAVILION } from "./colors";
import {
  FEATURES,
  type FeatureKind,
  isSurrounded,
  numberOf,
  STAR_COLORS,
  starName,
  starOf,
} from "./geometry";
import { type Move, parse, tilesOf } from "./moves";
import type { PavilionState } from "./view";

type Name = (typeof PAVILION)[number];
export const name = (color: number): Name => PAVILION[color] ?? PAVILION[0];

/** "red" */
export const color = (color: number): string => words.color("pavilion", color);

/** "Red" */
export const colorTitle = (color: number): string => m.pavilion_color_name({ color: name(color) });

/** "a, b and c", or "a, b or c" */
export const list = (
  parts: string[],
  type: "conjunction" | "disjunction" = "conjunction",
): string => new Intl.ListFormat(language.now, { type }).format(parts);

/** "3 red and 1 purple (joker)", the joker last */
export function tiles(heap: Heap, joker = -1): string {
  const colors = heap.map((_, color) => color).filter((color) => heap[color]);
  colors.sort((a, b) => Number(a === joker) - Number(b === joker));
  const parts = colors.map((color) => {
    const text = words.tiles("pavilion", color, heap[color] ?? 0);
    return color === joker ? m.pavilion_as_joker({ tiles: text }) : text;
  });
  return parts.length ? list(parts) : m.pavilion_no_tiles();
}

export const feature = (kind: FeatureKind): string => m.pavilion_feature({ feature: kind });

/** "East star", or "East star (blue)" where a colour is printed */
export function star(at: number, board = "neutral"): string {
  const place = m.pavilion_star({ star: starName(at) });
  const printed = STAR_COLORS[at] ?? -1;
  return board === "coloured" && printed >= 0
    ? m.pavilion_star_color({ star: place, color: color(printed) })
    : place;
}

/** The six spaces of a star: "1: free", "2: red" */
export function spaces(state: PavilionState, seat: number, star: number): string[] {
  const laid = state.players[seat]?.spaces.slice(6 * star, 6 * star + 6) ?? [];
  return laid.map((there, slot) => {
    const number = numberOf(state.options.board, 6 * star + slot);
    return there < 0
      ? m.pavilion_space_free({ number })
      : m.pavilion_space_laid({ number, color: color(there) });
  });
}

/** "1 of 6 pillars, 0 of 6 statues, 2 of 6 windows": what a player has surrounded */
export function surrounded(state: PavilionState, seat: number): string {
  const spaces = state.players[seat]?.spaces ?? [];
  const count = (kind: FeatureKind) =>
    FEATURES.filter((feature) => feature.kind === kind && isSurrounded(feature, spaces)).length;
  return m.pavilion_surrounded_count({
    pillars: count("pillar"),
    statues: count("statue"),
    windows: count("window"),
  });
}

/** A move in words; any state of the game will do. */
export function move(played: Played, state: PavilionState): string {
  const move = parse(played.move);
  switch (move.kind) {
    case "take": {
      const took = taking(played);
      const what = took ? tiles(tilesOf(took)) : color(move.color);
      return move.source
        ? m.pavilion_takes_factory({ tiles: what, number: move.source })
        : m.pavilion_takes_centre({ tiles: what });
    }
    case "place": {
      const number = numberOf(state.options.board, move.space);
      const inputs = { color: color(move.color), number, star: star(starOf(move.space)) };
      return move.jokers
        ? m.pavilion_places_jokers({ ...inputs, count: move.jokers })
        : m.pavilion_places(inputs);
    }
    case "pick":
      return m.pavilion_picks({ tiles: words.tiles("pavilion", move.color, 1) });
    case "pass":
      return sum(move.kept)
        ? m.pavilion_passes_keeping({ tiles: tiles(move.kept) })
        : m.pavilion_passes();
    case "refill":
      return m.pavilion_refills({ tiles: tiles(move.tiles) });
    case "deal":
      return m.pavilion_deals();
  }
}

const only = (color: number): Heap => PAVILION.map((_, other) => Number(other === color));

/** Every move of a log in brief, with its tiles; `state` is the one after the last. */
export function brief(log: Played[], state: PavilionState): Brief[] {
  return log.map((played) => {
    const it = parse(played.move);
    const took = it.kind === "take" ? taking(played) : null;
    return short(it, took ? tilesOf(took) : undefined, state.options.board);
  });
}

function short(it: Move, taken: Heap | undefined, board: PavilionState["options"]["board"]): Brief {
  switch (it.kind) {
    case "take":
      return { text: words.source(it.source), tiles: taken ?? only(it.color) };
    case "place":
      return {
        text: m.pavilion_brief_place({
          number: numberOf(board, it.space),
          star: starName(starOf(it.space)),
        }),
        tiles: only(it.color),
      };
    case "pick":
      return { text: m.pavilion_brief_pick(), tiles: only(it.color) };
    case "pass":
      return sum(it.kept)
        ? { text: m.pavilion_brief_keeps(), tiles: it.kept }
        : { text: m.pavilion_passes(), tiles: [] };
    case "refill":
      return { text: m.pavilion_brief_supply(), tiles: [] };
    case "deal":
      return { text: m.pavilion_deals(), tiles: [] };
  }
}

/** A scoring step in brief. */
export const line = (one: Step): Brief => ({ text: step(one), tiles: [] });

export const bonuses = { star: m.kind_star, number: m.kind_number };

/** A scoring step in words, without its points. */
export function step(step: Step): string {
  const number = (key: Exclude<keyof Step, "kind" | "code">): number => step[key] ?? 0;
  switch (step.code) {
    case "marker":
      return m.pavilion_step_marker({ count: number("tiles") });
    case "place":
      return m.pavilion_step_place({
        color: color(number("color")),
        number: number("number"),
        count: step.points,
      });
    case "pillar":
    case "statue":
    case "window":
      return m.pavilion_step_feature({ feature: feature(step.code), count: number("tiles") });
    case "short":
      return m.pavilion_step_short({ due: number("due"), count: number("tiles") });
    case "discard":
      return m.pavilion_step_discard({ count: number("tiles") });
    case "leftover":
      return m.pavilion_step_leftover({ count: number("tiles") });
    case "star":
      return m.pavilion_step_star({
        color: number("color") < 0 ? "multicolour" : name(number("color")),
      });
    case "number":
      return m.pavilion_step_number({ number: number("number") });
  }
  return step.code;
}

export { points } from "../../lib/words";
