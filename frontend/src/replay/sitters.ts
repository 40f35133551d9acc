/** Who sat at a table, for pages that show its game afterwards. */

import type { Sitter } from "../games/game";
import { seatFace, seatLevel } from "../lib/bots";
import type { View } from "../lib/view";

export const sittersOf = (view: View, you: number[], names: string[]): Sitter[] =>
  view.seats.map((seat, number) => ({
    name: names[number] ?? "",
    level: seatLevel(seat),
    face: seatFace(seat, number),
    bot: !!seat.bot || seat.kind === "bot",
    online: true,
    out: "",
    you: you.length === 1 && you[0] === number,
    clock: null,
  }));
