/** Classic in the editor. */

import { begun, none, times } from "../../../editor/model";
import { m } from "../../../paraglide/messages";
import { any, type PositionEditor } from "../../game";
import { LETTERS } from "../colors";
import constants from "../constants.json";
import { SIZE } from "../shape";
import { type ClassicPlayer, type ClassicState, usual } from "../view";
import BoardEditor from "./BoardEditor.svelte";
import { PHASES, print, read } from "./notation";
import { board, terms } from "./said";
import Terms from "./Terms.svelte";
import { wrong } from "./wrong";

const player = (): ClassicPlayer => ({
  score: constants.score,
  lines: times(SIZE, () => [-1, 0] as [number, number]),
  wall: times(SIZE * SIZE, () => -1),
  floor: none(LETTERS),
});

const own: PositionEditor<ClassicState> = {
  rules: "classic",
  letters: LETTERS,
  tiles: constants.tiles,
  factories: constants.factories,
  rounds: 9999,
  phases: PHASES,
  heaps: [{ field: "lid", name: m.editor_lid, counted: true }],
  fresh: (players) => ({
    options: usual(players),
    phase: "deal",
    ...begun(LETTERS, constants, players),
    lid: none(LETTERS),
    players: times(players, player),
  }),
  laid: ({ players }) =>
    players.flatMap(({ wall, lines, floor }) => [
      ...wall,
      ...lines.flatMap(([color, count]) => times(count, () => color)),
      ...floor.flatMap((count, color) => times(count, () => color)),
    ]),
  print,
  read,
  terms,
  board,
  wrong,
  Terms,
  Board: BoardEditor,
};
export const editor = any<PositionEditor>(own);
