/** What only pavilion says about a position. */

import { heap } from "../../../editor/words";
import { colorOf } from "../../../lib/tiles";
import { m } from "../../../paraglide/messages";
import type { Said } from "../../game";
import { STARS } from "../geometry";
import { joker } from "../moves";
import type { PavilionState } from "../view";
import { color, list, spaces, star, surrounded } from "../words";

export const terms = (state: PavilionState): Said[] => [
  [
    m.editor_edition(),
    state.options.edition === "mini" ? m.editor_edition_mini() : m.editor_edition_2019(),
  ],
  [m.editor_side(), state.options.board === "neutral" ? m.editor_neutral() : m.editor_coloured()],
  [
    m.editor_discard(),
    state.options.last_round_discard === "at_pass"
      ? m.editor_discard_pass()
      : m.editor_discard_after(),
  ],
  [m.pavilion_joker_now(), color(joker(state))],
  [
    m.editor_joker_order(),
    list([...state.options.joker_order].map((letter) => color(colorOf("pavilion", letter)))),
  ],
  [m.editor_picks(), String(state.picks)],
];

export function board(state: PavilionState, seat: number): Said[] {
  const player = state.players[seat];
  return [
    ...STARS.map((_, at): Said => [star(at, state.options.board), list(spaces(state, seat, at))]),
    [m.pavilion_surrounded(), surrounded(state, seat)],
    [player?.passed ? m.editor_corners() : m.editor_hand(), heap("pavilion", player?.hand ?? [])],
  ];
}
