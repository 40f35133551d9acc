/** Pavilion, as the pages know it. */

import { m } from "../../paraglide/messages";
import type { Game } from "../game";
import { LETTERS, PAVILION } from "./colors";
import InText from "./InText.svelte";

export const pavilion: Game = {
  name: "pavilion",
  title: m.common_pavilion,
  colors: PAVILION,
  letters: LETTERS,
  Tile: InText,
  options: [
    {
      name: "board",
      values: { coloured: m.common_board_coloured, neutral: m.common_board_neutral },
    },
    { name: "edition", values: { "2019": m.common_edition_2019, mini: m.common_edition_mini } },
  ],
  round: (round) => m.round_of_six({ round }),
  firstDeal: 2, // after the move that fills the supply
  focus: "bottom",
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
