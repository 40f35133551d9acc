/** Every place on the table with its tiles, and the tile that flies between them. */

import type { TilePlaces } from "../../lib/flight";
import { type Played, scoring } from "../../lib/view";
import type { SceneStage } from "../game";
import { PAVILION } from "./colors";
import type { PavilionState } from "./view";

/** The places are those of `data-place` in the scene. */
export function places(state: PavilionState): TilePlaces {
  const found: TilePlaces = new Map();
  for (const [at, heap] of state.sources.entries()) found.set(`source-${at}`, heap);
  found.set("bag", state.bag);
  found.set("tower", state.tower);
  found.set("supply", state.supply);
  for (const [seat, player] of state.players.entries()) {
    found.set(`hand-${seat}`, player.hand);
    for (const [space, color] of player.spaces.entries())
      found.set(
        `space-${seat}-${space}`,
        PAVILION.map((_, at) => Number(at === color)),
      );
  }
  return found;
}

/** The scoring of moves step by step: tiles lie where they will lie while the scores grow. */
export function stages(
  before: PavilionState,
  played: Played[],
  after: PavilionState,
): SceneStage<PavilionState>[] {
  const scores = before.players.map((player) => player.score);
  const told: SceneStage<PavilionState>[] = [];
  for (const step of played.flatMap(scoring)) {
    scores[step.seat] = (scores[step.seat] ?? 0) + step.points;
    const players = after.players.map((player, seat) => ({
      ...player,
      score: scores[seat] ?? player.score,
    }));
    const { phase, round, seat } = before;
    told.push({ state: { ...after, phase, round, seat, players }, step });
  }
  return [...told, { state: after, step: null }];
}

const SVG = "http://www.w3.org/2000/svg";

/** A tile that flies; `size` is its height. */
export function draw(color: number, size: number): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  svg.setAttribute("viewBox", "-52 -52 104 104");
  const name = `rh-${PAVILION[color]}${size <= 44 ? "-sm" : ""}`;
  for (const [href, width, height] of [
    [name, 60, 103.924],
    ["rh-glaze-0", 104, 104],
  ] as const) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${href}`);
    use.setAttribute("x", String(-width / 2));
    use.setAttribute("y", String(-height / 2));
    use.setAttribute("width", String(width));
    use.setAttribute("height", String(height));
    svg.append(use);
  }
  return svg;
}
