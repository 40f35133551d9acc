/** Pavilion for the page: its scene, its boards, its words. */

import type { Telling } from "../lib/scene";
import type { PavilionState } from "../lib/view";
import { ahead } from "./ahead";
import Board from "./Board.svelte";
import { draw, places, stages } from "./places";
import Scene from "./Scene.svelte";
import { bonuses, brief, line, move, step } from "./words";

export const pavilion: Telling<PavilionState> = {
  Scene,
  Board,
  places,
  stages,
  ahead,
  move,
  brief,
  bonuses,
  step,
  line,
  draw,
};
