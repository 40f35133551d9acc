/** Positions of classic as text. */

import {
  all,
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
import { sum } from "../../../lib/view";
import { LETTERS } from "../colors";
import { SIZE } from "../shape";
import type { ClassicPlayer, ClassicState } from "../view";

export const PHASES = ["deal", "take", "tile", "over"] as const;

export function print(state: ClassicState): string {
  return [
    ...head("classic", state),
    market(state, LETTERS),
    `bag=${count(state.bag, LETTERS)}`,
    `lid=${count(state.lid, LETTERS)}`,
    ...state.players.map(printSeat),
  ].join(" ");
}

function printSeat(player: ClassicPlayer, seat: number): string {
  const lines = player.lines.map(([color, count]) => (LETTERS[color] ?? "").repeat(count) || "-");
  const parts = [
    player.score,
    lines.join("/"),
    draw(player.wall, SIZE, LETTERS),
    spell(player.floor, LETTERS),
  ];
  return `seat${seat}=${parts.join(",")}`;
}

export const read = (fields: Fields): ClassicState => ({
  options: {
    players: fields.players,
    wall: fields.read("wall", one("coloured", "grey")),
    round_limit: fields.read("round_limit", (value) =>
      value === "none" ? null : number(1, 999_999)(value),
    ),
  },
  phase: fields.read("phase", one(...PHASES)),
  ...fields.shared(),
  lid: fields.heap("lid"),
  players: fields.seats(readSeat),
});

function readSeat(text: string): ClassicPlayer | undefined {
  const [score = "", lines = "", wall = "", floor = ""] = text.split(",");
  const rows = all(
    lines.split("/").map((line, row) => {
      const heap = readHeap(line, LETTERS);
      if (!heap || sum(heap) > row + 1) return undefined;
      const color = heap.findIndex(Boolean);
      return heap.filter(Boolean).length > 1 ? undefined : ([color, sum(heap)] as [number, number]);
    }),
    SIZE,
  );
  const spaces = readSpaces(wall, SIZE, SIZE, LETTERS);
  const tiles = readHeap(floor, LETTERS);
  if (!/^\d{1,6}$/.test(score) || !rows || !spaces || !tiles) return undefined;
  return { score: Number(score), lines: rows, wall: spaces, floor: tiles };
}
