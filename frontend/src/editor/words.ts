/** A position in words. */

import { titleOf } from "../games";
import type { Said } from "../games/game";
import type { Heap, Rules } from "../lib/view";
import * as words from "../lib/words";
import { m } from "../paraglide/messages";
import { type Draft, ownHeaps } from "./model";

export interface Section {
  title: string; // "" for the first
  rows: Said[];
}

/** "2 blue and 1 red", or "empty" */
export function heap(rules: Rules, heap: Heap): string {
  const parts = heap.flatMap((count, color) => (count ? [words.tiles(rules, color, count)] : []));
  return parts.length ? words.list(parts) : m.editor_empty();
}

/** The terms, the market, and every board. */
export function sections({ game, state }: Draft): Section[] {
  const rules = game.rules as Rules;
  const seat = (at: number) => m.editor_seat({ number: at + 1 });
  const source = (at: number) => (at ? m.editor_factory({ number: at }) : m.editor_centre());
  const terms: Said[] = [
    [m.editor_game(), titleOf(rules)],
    [m.editor_players(), String(state.players.length)],
    ...game.terms(state),
    [m.editor_round(), String(state.round)],
    [m.editor_phase(), m.editor_phase_name({ phase: state.phase })],
    [m.editor_to_move(), seat(state.seat)],
    [m.editor_starter(), seat(state.starter)],
    [m.editor_marker(), state.marker < 0 ? m.editor_centre() : seat(state.marker)],
  ];
  const market: Said[] = [
    ...state.sources.map((tiles, at): Said => [source(at), heap(rules, tiles)]),
    ...game.heaps.map(
      ({ field, name }): Said => [name(), heap(rules, ownHeaps(state)[field] ?? [])],
    ),
    [m.editor_bag(), heap(rules, state.bag)],
  ];
  const boards = state.players.map(({ score }, at) => ({
    title: seat(at),
    rows: [[m.editor_score(), String(score)] as const, ...game.board(state, at)],
  }));
  return [{ title: "", rows: terms }, { title: m.editor_market(), rows: market }, ...boards];
}
