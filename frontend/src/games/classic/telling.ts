/** How classic is shown and put into words. */

import { any, type Telling } from "../game";
import Board from "./Board.svelte";
import { CLASSIC } from "./colors";
import { places } from "./places";
import Scene from "./Scene.svelte";
import { afterLay, afterTake, stages } from "./story";
import type { ClassicState } from "./view";
import { bonuses, brief, endings, line, move, step } from "./words";

const SVG = "http://www.w3.org/2000/svg";

function draw(color: number, size: number): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 48 48");
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#sq-${CLASSIC[color]}${size <= 28 ? "-sm" : ""}`);
  svg.append(use);
  return svg;
}

const own: Telling<ClassicState> = {
  Scene,
  Board,
  places,
  stages,
  ahead: (state, seat, legal) =>
    afterTake(state, { ...legal, seat }) ?? afterLay(state, { ...legal, seat }),
  move,
  brief,
  bonuses,
  endings,
  step,
  line,
  draw,
  size: 44,
};
export const telling = any<Telling>(own);
