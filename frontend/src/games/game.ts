/** The contract of a game: what it gives to the pages, and what the pages give to it.
 *
 * A game is a folder beside this file that exports one `Game`, registered in `index.ts`. What every page
 * needs of it is there at once; the rest are parts, each loaded by the page that wants it. */

import type { Component, Snippet } from "svelte";
import type { Desk } from "../editor/desk.svelte";
import type { Fields } from "../editor/notation";
import type { Lesson } from "../learn/lessons";
import type { Found, RuleBook } from "../learn/text";
import type { Face } from "../lib/bots";
import type { Places } from "../lib/flight";
import type { Locale } from "../lib/language.svelte";
import type { Heap, Legal, Played, State, Step } from "../lib/view";
import type { m } from "../paraglide/messages";

export interface Game {
  name: string; // as the server and the addresses have it
  title: () => string; // "Classic"
  colors: readonly ColorName[]; // as the tiles are drawn and named
  letters: string; // of the colours, in the notation
  Tile: Component<{ color: number; size?: number; joker?: boolean }>; // in a line of text
  options: readonly Option[]; // that everybody may choose; the first is the side of the boards
  round: (round: number) => string; // "Round 2"
  firstDeal: number; // the move with which nature first fills the factories
  focus: "top" | "bottom"; // the part of its picture that tells most
  art: () => Promise<Component>; // a drawing beside its name
  telling: () => Promise<Telling>;
  study: () => Promise<Study>;
  help: () => Promise<Help>;
  card: () => Promise<Card>;
  learn: () => Promise<Learn>;
  course: () => Promise<Lesson[]>;
  rules: () => Promise<Rulebook>;
  editor: () => Promise<Editor>;
  numbers: () => Promise<Record<string, () => string>>; // of a profile, in their order
}

/** A colour that tiles of some game have. */
export type ColorName = Parameters<typeof m.color>[0]["color"];

/** An option of a game, its values in words; the first is the usual one. */
export interface Option {
  name: string;
  values: Readonly<Record<string, () => string>>;
}

/** What was chosen, in the words of the server; what is usual may be left out. */
export type Options = Record<string, string | number | null>;

/** What can be done in a phase, and what is to be seen at a table. */
export interface Help {
  now: Record<string, () => string>; // by phase
  seen: (() => string)[];
}

/** Reasons and hints in words. */
export interface Study {
  reason(reason: { kind: string; thing: Record<string, number> }): string; // what the points are for
  where(move: string): string; // "Look at the red tiles."
}

/** A game where one is chosen. */
export interface Card {
  of: () => string; // what it is known as
  text: () => string;
  play: () => string; // the button
  labels: Record<string, () => string>; // of its options
  Rare: Component<{ options: Options }>; // options that few people want; it changes them
  lessons: () => string;
  lessonsText: () => string;
}

/** A game among what there is to learn. */
export interface Learn {
  text: () => string;
  lessonsOf: () => string;
  rulesOf: () => string;
  lessons: readonly string[]; // their names
}

export interface Rulebook {
  Figure: Component<{ name: string; room?: number }>;
  book: (locale: Locale) => Promise<Found<RuleBook>>;
}

/** What the editor must know of a game to set up its positions. */
export interface Editor<S extends State = State> {
  rules: string;
  letters: string;
  tiles: number; // of each colour
  rounds: number; // at most
  phases: readonly S["phase"][];
  heaps: readonly { field: string; name: () => string; counted: boolean }[]; // beside market and bag
  fresh(players: number): S; // the beginning, all tiles in the bag
  laid(state: S): number[]; // the colour of every tile that is in no heap of the table; -1 is none
  print(state: S): string;
  read(fields: Fields): S; // or throw `Unreadable`
  Terms: Component<{ desk: Desk; state: S }>; // its options, among the other fields
  Below?: Component<{ desk: Desk; state: S }>; // and under them
  Board: Component<{ desk: Desk; state: S; seat: number }>;
}

/** A part of a game for pages that do not know which one: they hand it only states of its own. */
export const any = <Part>(part: unknown): Part => part as Part;

export interface Sitter {
  name: string; // "You" is said by the page, not here
  bot: boolean;
  level?: string; // of a bot: "Tiler"
  face?: Face | null; // of a bot of the server
  online: boolean;
  out: "" | "resigned" | "left" | "time";
  you: boolean; // this seat is mine
  here?: boolean; // one of several on this device
  clock: Time | null;
}

/** What is left on a clock, and until when by our own time if it runs. */
export interface Time {
  left: number;
  until: number | null;
}

/** Draws a position and lets the seat to move choose a legal move. Decides no rule. */
export interface SceneProps<S extends State = State> {
  state: S; // what is drawn: during a story not yet the newest
  sitters: Sitter[];
  me: number; // the seat whose board is large
  turn: number; // the seat to move; -1 nature, -2 over
  lastRound: boolean; // the game is sure to end with this round
  legal: Legal[]; // what may be chosen now; empty for watchers, while others move, during a story
  last: Played | null; // the last decision, to be marked
  log: Played[]; // all moves so far (the tile race counts them)
  step: Step | null; // the scoring step that is being told
  onplay: (move: string) => void;
  notice?: { title: string; text: string } | null; // takes the place of the headline
  actions?: Snippet; // buttons of the page beside the headline (skip, ...)
  beside?: Snippet; // and beside my score (undo)
  aside?: Snippet; // moves and chat: placed where the layout has room
}

/** One picture of the story of a move: the state to show and what is being counted. */
export interface Stage<S extends State = State> {
  state: S;
  step: Step | null;
}

/** A line of the log: tiles are drawn before the words. */
export interface Brief {
  text: string;
  tiles: Heap;
}

/** The words and pictures of a game for everything outside its scene. */
export interface Telling<S extends State = State> {
  Scene: Component<SceneProps<S>>;
  /** A board alone, small: for opponents, replay, game over. */
  Board: Component<{ state: S; seat: number; width?: number }>;
  /** Every place of the table (`data-place` in the scene) with its tiles. */
  places(state: S): Places;
  /** What is shown one after the other while moves lead from a state to another; the last is `after`. */
  stages(before: S, played: Played[], after: S): Stage<S>[];
  /** The table right after a legal move of a seat, as far as it can be drawn before the answer. */
  ahead(state: S, seat: number, legal: Legal): S | null;
  /** A move in words: "takes 3 red from factory 2 to line 4". */
  move(played: Played, state: S | null): string;
  /** Every move of a log in few words; `state` is the one after it. */
  brief(log: Played[], state: S): Brief[];
  /** The names of the bonuses at the end of the game, by code, in the order of the score sheet. */
  bonuses: Record<string, () => string>;
  /** By which rule the game ended, by code, where there is more to say than that it did. */
  endings: Record<string, (inputs: { round: number }) => string>;
  /** A scoring step in words: "red in row 3: 2 across + 3 down". */
  step(step: Step): string;
  /** The same in few words. */
  line(step: Step): Brief;
  /** A tile to fly. */
  draw(color: number, size: number): SVGElement;
  size: number; // of tiles that fly
}
