/** What only classic says about a position. */

import { times } from "../../../editor/model";
import { heap } from "../../../editor/words";
import { m } from "../../../paraglide/messages";
import type { Said } from "../../game";
import { SIZE } from "../shape";
import type { ClassicState } from "../view";
import { patternLine, wallRow } from "../words";

export const terms = ({ options }: ClassicState): Said[] => [
  [m.editor_wall(), options.wall === "grey" ? m.editor_grey() : m.editor_coloured()],
  [m.editor_round_limit(), String(options.round_limit ?? m.editor_no_limit())],
];

export const board = ({ players }: ClassicState, seat: number): Said[] => [
  ...times(
    SIZE,
    (row): Said => [m.editor_line({ number: row + 1 }), patternLine(players[seat], row)],
  ),
  ...times(SIZE, (row): Said => [m.editor_row({ number: row + 1 }), wallRow(players[seat], row)]),
  [m.editor_floor(), heap("classic", players[seat]?.floor ?? [])],
];
