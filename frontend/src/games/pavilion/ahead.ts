/** The table right after a move, drawn before the server has answered: tiles lie where they will lie. */

import type { Heap, Legal } from "../../lib/view";
import { taking } from "../../lib/view";
import constants from "./constants.json";
import { joker as jokerOf, parse, tilesOf } from "./moves";
import type { PavilionPlayer, PavilionState } from "./view";

const minus = (one: Heap, other: Heap): Heap =>
  one.map((count, color) => count - (other[color] ?? 0));
const plus = (one: Heap, other: Heap): Heap =>
  one.map((count, color) => count + (other[color] ?? 0));

/** The table after a decision; null where we had better wait: the last pass empties all hands. */
export function ahead(state: PavilionState, seat: number, legal: Legal): PavilionState | null {
  const move = parse(legal.move);
  const step = taking(legal);
  const change = (of: (player: PavilionPlayer) => Partial<PavilionPlayer>) =>
    state.players.map((player, number) =>
      number === seat ? { ...player, ...of(player) } : player,
    );
  if (move.kind === "take" && step) {
    const taken = tilesOf(step);
    const rest = minus(state.sources[move.source] ?? [], taken);
    const sources = state.sources.map((heap, number) =>
      number === move.source ? (move.source ? heap.map(() => 0) : rest) : heap,
    );
    if (move.source) sources[0] = plus(sources[0] ?? [], rest);
    const players = change(({ hand }) => ({ hand: plus(hand, taken) }));
    return { ...state, sources, players, marker: step.marker ? seat : state.marker };
  }
  if (move.kind === "place") {
    const laid = legal.steps?.find(({ code }) => code === "place");
    if (!laid) return null;
    const paid = state.tower.map(() => 0);
    paid[move.color] = Number(laid.number) - move.jokers;
    const joker = jokerOf(state);
    if (move.jokers) paid[joker] = (paid[joker] ?? 0) + move.jokers;
    const one = paid.map((_, color) => Number(color === move.color));
    const players = change(({ hand, spaces }) => ({
      hand: minus(hand, paid),
      spaces: spaces.map((old, space) => (space === move.space ? move.color : old)),
    }));
    return { ...state, players, tower: plus(state.tower, minus(paid, one)) };
  }
  if (move.kind === "pick") {
    const one = state.supply.map((_, color) => Number(color === move.color));
    const players = change(({ hand }) => ({ hand: plus(hand, one) }));
    return { ...state, players, supply: minus(state.supply, one), picks: state.picks - 1 };
  }
  if (move.kind === "pass" && state.round < constants.rounds) {
    const dropped = minus(state.players[seat]?.hand ?? [], move.kept);
    const players = change(() => ({ hand: move.kept, passed: true }));
    return { ...state, players, tower: plus(state.tower, dropped) };
  }
  return null;
}
