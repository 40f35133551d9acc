/** Positions of pavilion as text. */

import {
  count,
  draw,
  type Fields,
  head,
  market,
  number,
  one,
  readHeap,
  readSpaces,
  spell,
} from "../../../editor/notation";
import { LETTERS } from "../colors";
import { STARS } from "../geometry";
import type { PavilionPlayer, PavilionState } from "../view";

export const PHASES = ["fill", "deal", "take", "place", "pick", "refill", "over"] as const;
export const SLOTS = 6; // of a star

export function print(state: PavilionState): string {
  return [
    ...head("pavilion", state),
    `picks=${state.picks}`,
    market(state, LETTERS),
    `supply=${spell(state.supply, LETTERS)}`,
    `bag=${count(state.bag, LETTERS)}`,
    `tower=${count(state.tower, LETTERS)}`,
    ...state.players.map(printSeat),
  ].join(" ");
}

function printSeat(player: PavilionPlayer, seat: number): string {
  const parts = [
    player.score,
    draw(player.spaces, SLOTS, LETTERS),
    spell(player.hand, LETTERS),
    player.passed ? "passed" : "in",
  ];
  return `seat${seat}=${parts.join(",")}`;
}

export const read = (fields: Fields): PavilionState => ({
  options: {
    players: fields.players,
    edition: fields.read("edition", one("2019", "mini")),
    board: fields.read("board", one("coloured", "neutral")),
    joker_order: fields.read("joker_order", (value) =>
      [...value].sort().join("") === [...LETTERS].sort().join("") ? value : undefined,
    ),
    last_round_discard: fields.read("last_round_discard", one("after_bonuses", "at_pass")),
  },
  phase: fields.read("phase", one(...PHASES)),
  ...fields.shared(),
  picks: fields.read("picks", number(0, 9)),
  supply: fields.heap("supply"),
  tower: fields.heap("tower"),
  players: fields.seats(readSeat),
});

function readSeat(text: string): PavilionPlayer | undefined {
  const [score = "", stars = "", hand = "", passed = ""] = text.split(",");
  const spaces = readSpaces(stars, STARS.length, SLOTS, LETTERS);
  const tiles = readHeap(hand, LETTERS);
  if (!/^\d{1,6}$/.test(score) || !spaces || !tiles || !/^(in|passed)$/.test(passed))
    return undefined;
  return { score: Number(score), spaces, hand: tiles, passed: passed === "passed" };
}
