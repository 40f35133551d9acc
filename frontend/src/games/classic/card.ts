/** The card of classic, where a game is chosen. */

import { m } from "../../paraglide/messages";
import type { CardTexts } from "../game";
import Rare from "./Rare.svelte";

export const card: CardTexts = {
  of: m.home_classic_of,
  text: m.home_classic_text,
  play: m.home_play_classic,
  labels: { wall: m.home_wall },
  Rare,
  lessons: m.home_learn_classic,
  lessonsText: m.home_learn_classic_text,
};
