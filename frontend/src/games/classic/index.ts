/** Classic, as the pages know it. */

import { m } from "../../paraglide/messages";
import type { Game } from "../game";
import { CLASSIC, LETTERS } from "./colors";
import Square from "./Square.svelte";

export const classic: Game = {
  name: "classic",
  title: m.common_classic,
  colors: CLASSIC,
  letters: LETTERS,
  Tile: Square,
  options: [
    { name: "wall", values: { coloured: m.common_wall_coloured, grey: m.common_wall_grey } },
  ],
  round: (round) => m.round({ round }),
  firstDeal: 1,
  focus: "top",
  art: async () => (await import("./Art.svelte")).default,
  telling: async () => (await import("./telling")).telling,
  study: async () => (await import("./study")).study,
  help: async () => (await import("./help")).help,
  card: async () => (await import("./card")).card,
  learn: async () => (await import("./learn")).learn,
  course: async () => (await import("./course")).course,
  rules: async () => (await import("./rulebook")).rulebook,
  editor: async () => (await import("./editor")).editor,
  statistics: async () => (await import("./statistics")).statistics,
};
