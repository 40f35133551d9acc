/** How pavilion is shown and put into words. */

import { any, type Telling } from "../game";
import { ahead } from "./ahead";
import Board from "./Board.svelte";
import { draw, places, stages } from "./places";
import Scene from "./Scene.svelte";
import type { PavilionState } from "./view";
import { bonuses, brief, line, move, step } from "./words";

const own: Telling<PavilionState> = {
  Scene,
  Board,
  places,
  stages,
  ahead,
  move,
  brief,
  bonuses,
  endings: {},
  step,
  line,
  draw,
  size: 52,
};
export const telling = any<Telling>(own);
