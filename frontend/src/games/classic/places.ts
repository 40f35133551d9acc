/** Every place on the table with its tiles, for flights. */

import type { TilePlaces } from "../../lib/flight";
import type { ClassicState } from "./view";

const only = (color: number, count: number) =>
  [0, 1, 2, 3, 4].map((other) => (other === color ? count : 0));

export function places(state: ClassicState): TilePlaces {
  const found: TilePlaces = new Map();
  state.sources.forEach((heap, number) => {
    found.set(`source-${number}`, heap);
  });
  found.set("bag", state.bag);
  found.set("lid", state.lid);
  state.players.forEach((player, seat) => {
    player.lines.forEach(([color, count], row) => {
      found.set(`line-${seat}-${row}`, only(color, count));
    });
    found.set(`floor-${seat}`, player.floor);
    player.wall.forEach((color, index) => {
      found.set(`wall-${seat}-${Math.floor(index / 5)}-${index % 5}`, only(color, 1));
    });
  });
  return found;
}
