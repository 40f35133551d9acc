/** What a game gives to the page, and what the page gives to a game. */

import type { Component, Snippet } from "svelte";
import type { Face } from "./bots";
import type { Places } from "./flight";
import type { Heap, Legal, Played, State, Step } from "./view";

export interface Sitter {
  name: string; // "You" is said by the page, not here
  bot: boolean;
  level?: string; // of a bot: "Bot · Tiler"
  face?: Face | null; // of a bot of the house
  online: boolean;
  out: "" | "resigned" | "left" | "time";
  you: boolean; // this seat is mine
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
  aside?: Snippet; // moves and talk: placed where the layout has room
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
  /** A scoring step in words: "red in row 3: 2 across + 3 down". */
  step(step: Step): string;
  /** The same in few words. */
  line(step: Step): Brief;
  /** A tile to fly. */
  draw(color: number, size: number): SVGElement;
}
