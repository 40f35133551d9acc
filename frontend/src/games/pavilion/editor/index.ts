/** Pavilion in the editor. */

import { begun, none, times } from "../../../editor/model";
import { m } from "../../../paraglide/messages";
import { any, type PositionEditor } from "../../game";
import { LETTERS } from "../colors";
import constants from "../constants.json";
import { STARS } from "../geometry";
import { type PavilionPlayer, type PavilionState, usual } from "../view";
import BoardEditor from "./BoardEditor.svelte";
import JokerOrderEditor from "./JokerOrderEditor.svelte";
import { PHASES, print, read, SLOTS } from "./notation";
import { board, terms } from "./said";
import Terms from "./Terms.svelte";
import { wrong } from "./wrong";

const player = (): PavilionPlayer => ({
  score: constants.score,
  spaces: times(STARS.length * SLOTS, () => -1),
  hand: none(LETTERS),
  passed: false,
});

const own: PositionEditor<PavilionState> = {
  rules: "pavilion",
  letters: LETTERS,
  tiles: constants.tiles,
  factories: constants.factories,
  rounds: constants.rounds,
  phases: PHASES,
  heaps: [
    { field: "supply", name: m.editor_supply, counted: false },
    { field: "tower", name: m.editor_tower, counted: true },
  ],
  fresh: (players) => ({
    options: usual(players),
    phase: "fill",
    ...begun(LETTERS, constants, players),
    picks: 0,
    supply: none(LETTERS),
    tower: none(LETTERS),
    players: times(players, player),
  }),
  laid: ({ players }) =>
    players.flatMap(({ spaces, hand }) => [
      ...spaces,
      ...hand.flatMap((count, color) => times(count, () => color)),
    ]),
  print,
  read,
  terms,
  board,
  wrong,
  Terms,
  Below: JokerOrderEditor,
  Board: BoardEditor,
};
export const editor = any<PositionEditor>(own);
