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
import type { TilePlaces } from "../lib/flight";
import type { Locale } from "../lib/language.svelte";
import type { Heap, Legal, Played, State, Step } from "../lib/view";
import type { m } from "../paraglide/messages";

export interface Game {
  name: string; // in the API and in addresses
  title: () => string; // "Classic"
  colors: readonly ColorName[]; // of the drawings, in the order of the colours
  letters: string; // of the colours in the notation, in the same order
  Tile: Component<{ color: number; size?: number; joker?: boolean }>; // within a line of text
  options: readonly Option[]; // offered to everybody; the first is the side of the boards
  round: (round: number) => string; // "Round 2"
  firstDeal: number; // the number of the move with which nature first fills the factories
  focus: "top" | "bottom"; // the half of its picture that matters more
  art: () => Promise<Component>; // the drawing beside its name
  telling: () => Promise<Telling>;
  study: () => Promise<StudyWords>;
  help: () => Promise<HelpTexts>;
  card: () => Promise<CardTexts>;
  learn: () => Promise<Lessons>;
  course: () => Promise<Lesson[]>;
  rules: () => Promise<RulePages>;
  editor: () => Promise<PositionEditor>;
  statistics: () => Promise<Record<string, () => string>>; // the statistics of a profile, in order
}

/** A colour of tiles in any of the games. */
export type ColorName = Parameters<typeof m.color>[0]["color"];

/** An option of a game, with its values in words; the first is the default. */
export interface Option {
  name: string;
  values: Readonly<Record<string, () => string>>;
}

/** The values chosen, as the server spells them; defaults may be left out. */
export type Options = Record<string, string | number | null>;

/** What can be done in each phase, and what there is to see on a table. */
export interface HelpTexts {
  now: Record<string, () => string>; // by phase
  seen: (() => string)[];
}

/** Reasons and hints in words. */
export interface StudyWords {
  reason(reason: { kind: string; thing: Record<string, number> }): string; // what the points are for
  where(move: string): string; // "Look at the red tiles."
}

/** The card of a game, where one is chosen. */
export interface CardTexts {
  of: () => string; // the full name of the original
  text: () => string;
  play: () => string; // the button
  labels: Record<string, () => string>; // of its options
  Rare: Component<{ options: Options }>; // options that few people want; the component changes them
  lessons: () => string;
  lessonsText: () => string;
}

/** A game on the page about learning. */
export interface Lessons {
  text: () => string;
  lessonsOf: () => string;
  rulesOf: () => string;
  lessons: readonly string[]; // their names
}

export interface RulePages {
  Figure: Component<{ name: string; room?: number }>;
  book: (locale: Locale) => Promise<Found<RuleBook>>;
}

/** Sentences about a position by the server's code, made of its numbers, with colours by their names. */
export type Sentences = Readonly<
  Record<string, (values: Record<string, number | string>) => string>
>;

/** A row of a position in words: what it is about, and what is there. */
export type Said = readonly [what: string, there: string];

/** What the editor needs to know about a game to set up its positions. */
export interface PositionEditor<S extends State = State> {
  rules: string;
  letters: string;
  tiles: number; // of each colour
  factories: Readonly<Record<number, number>>; // by number of players
  rounds: number; // at most
  phases: readonly S["phase"][];
  heaps: readonly { field: string; name: () => string; counted: boolean }[]; // other than market and bag
  fresh(players: number): S; // the start, with all tiles in the bag
  laid(state: S): number[]; // the colour of every tile on the boards; -1 for an empty space
  print(state: S): string;
  read(fields: Fields): S; // throws `Unreadable`
  terms(state: S): Said[]; // the options and whatever else only this game has, apart from heaps
  board(state: S, seat: number): Said[];
  wrong: Sentences; // what only this game finds wrong with a position
  Terms: Component<{ desk: Desk; state: S }>; // the options, among the other fields
  Below?: Component<{ desk: Desk; state: S }>; // below them
  Board: Component<{ desk: Desk; state: S; seat: number }>;
}

/** A part of a game for pages that work with any: they pass it only states of that game. */
export const any = <Part>(part: unknown): Part => part as Part;

export interface Sitter {
  name: string; // the page says "You", this never does
  bot: boolean;
  level?: string; // of a bot: "Tiler"
  face?: Face | null; // only for the server's own bots
  online: boolean;
  out: "" | "resigned" | "left" | "time";
  you: boolean; // this seat is mine
  here?: boolean; // one of several players on this device
  waits?: boolean; // has moved, but the move has not reached the server
  clock: Time | null;
}

/** The time left on a clock, and when it runs out by our own clock if it is running. */
export interface Time {
  left: number;
  until: number | null;
}

/** Draws a position and lets the seat to move choose a legal move. Decides no rule. */
export interface SceneProps<S extends State = State> {
  state: S; // what is drawn; during a story this lags behind
  sitters: Sitter[];
  me: number; // the seat whose board is large
  turn: number; // the seat to move; -1 nature, -2 over
  legal: Legal[]; // what may be chosen now; empty for watchers, on others' turns and during a story
  last: Played | null; // the last decision, to be marked
  log: Played[]; // all moves so far (the tile race counts them)
  step: Step | null; // the scoring step that is being shown
  onplay: (move: string) => void;
  notice?: { title: string; text: string } | null; // replaces the headline
  actions?: Snippet; // the page's buttons beside the headline (skip, ...)
  beside?: Snippet; // the page's buttons beside my score (undo)
  aside?: Snippet; // moves and chat, placed where the layout has room
}

/** One frame of the story of a move: the state to show, and the step that is being counted. */
export interface SceneStage<S extends State = State> {
  state: S;
  step: Step | null;
}

/** A line of the log: the tiles are drawn before the text. */
export interface Brief {
  text: string;
  tiles: Heap;
}

/** How a game is shown and put into words. */
export interface Telling<S extends State = State> {
  Scene: Component<SceneProps<S>>;
  /** A board alone, small: for opponents, replay, game over. */
  Board: Component<{ state: S; seat: number; width?: number }>;
  /** Every place on the table (`data-place` in the scene) with its tiles. */
  places(state: S): TilePlaces;
  /** The frames to show while moves lead from one state to another; the last is `after`. */
  stages(before: S, played: Played[], after: S): SceneStage<S>[];
  /** The table right after a legal move, as far as it can be drawn before the server answers. */
  ahead(state: S, seat: number, legal: Legal): S | null;
  /** A move in words: "takes 3 red from factory 2 to line 4"; any state of the game will do. */
  move(played: Played, state: S): string;
  /** Every move of a log in brief; `state` is the one after the last. */
  brief(log: Played[], state: S): Brief[];
  /** The names of the bonuses at the end of the game, by code, in the order of the score sheet. */
  bonuses: Record<string, () => string>;
  /** The rule by which the game ended, by code, where there is more to say than that it ended. */
  endings: Record<string, (inputs: { round: number }) => string>;
  /** A scoring step in words: "red in row 3: 2 across + 3 down". */
  step(step: Step): string;
  /** The same in brief. */
  line(step: Step): Brief;
  /** A tile that flies. */
  draw(color: number, size: number): SVGElement;
  size: number; // of flying tiles, in pixels
}
