/** The card of pavilion, where a game is chosen. */

import { m } from "../../paraglide/messages";
import type { CardTexts } from "../game";
import Rare from "./Rare.svelte";

export const card: CardTexts = {
  of: m.home_pavilion_of,
  text: m.home_pavilion_text,
  play: m.home_play_pavilion,
  labels: { board: m.home_board, edition: m.home_edition },
  Rare,
  lessons: m.home_learn_pavilion,
  lessonsText: m.home_learn_pavilion_text,
};
