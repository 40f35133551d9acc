/** The messages of the socket, as docs/protocol.md describes them. */

export type Rules = "classic" | "pavilion";
export type Heap = number[]; // how many of each colour

/** What a step belongs to: where tiles go, what a move brings or costs at once, the end of the round, of the game. */
export type Kind = "taking" | "turn" | "loss" | "round" | "end";

export interface Step {
  seat: number;
  kind: Kind;
  code: string;
  points: number;
  [name: string]: number | string;
}

export interface Legal {
  move: string;
  steps?: Step[];
}

export interface Played {
  seat: number; // -1 is nature
  move: string;
  at?: number;
  steps?: Step[];
}

export interface Clock {
  kind: "none" | "live" | "days";
  seconds: number;
  increment: number;
  days: number;
}

export interface Seat {
  plan: string;
  name: string;
  user: string;
  bot: string;
  kind?: string;
  online: boolean;
  out: "" | "resigned" | "left" | "time";
  left: number | null;
}

export interface ClassicPlayer {
  score: number;
  lines: [number, number][]; // colour (-1 if empty) and count
  wall: number[]; // 25 colours, -1 where empty
  floor: Heap;
}

export interface ClassicState {
  options: { players: number; wall: "coloured" | "grey"; round_limit: number | null };
  phase: "deal" | "take" | "tile" | "over";
  round: number;
  seat: number;
  starter: number;
  marker: number; // the seat that has it, -1 in the centre
  sources: Heap[]; // the centre, then the factories
  bag: Heap;
  lid: Heap;
  players: ClassicPlayer[];
}

export interface PavilionPlayer {
  score: number;
  spaces: number[]; // 42 colours, six slots for each of C NW NE E SE SW W
  hand: Heap;
  passed: boolean;
}

export interface PavilionState {
  options: {
    players: number;
    edition: "2019" | "mini";
    board: "coloured" | "neutral";
    joker_order: string;
    last_round_discard: string;
  };
  phase: "fill" | "deal" | "take" | "place" | "pick" | "refill" | "over";
  round: number;
  seat: number;
  starter: number;
  marker: number;
  picks: number;
  sources: Heap[];
  supply: Heap;
  bag: Heap;
  tower: Heap;
  players: PavilionPlayer[];
}

export type State = ClassicState | PavilionState;

export interface View {
  game: string;
  at: number;
  status: "waiting" | "playing" | "over";
  rules: Rules;
  options: string;
  clock: Clock;
  rated: boolean;
  public: boolean;
  play_on: boolean;
  daily: string;
  seats: Seat[];
  turn: number;
  since: number;
  deadline: number | null;
  round: number;
  last_round: boolean; // the game is sure to end with it
  scores: number[];
  state: State;
  position: string;
  log_from: number;
  log: Played[];
  asked: { seat: number; what: string } | null;
  agreed: number[];
  end: string | null;
  ending: string;
  ranks: number[];
  rematch: { seats: number[]; game: string } | null;
}

export interface Frame {
  type: "view";
  you: number[];
  undo?: boolean; // an undo of mine would be granted, or the others asked
  view: View;
  legal?: Legal[];
}

export interface Said {
  type: "said";
  game: string;
  number: number;
  user: string;
  name: string;
  text: string;
  time: number;
}

export interface Refusal {
  type: "error";
  code: string;
  text: string;
  id?: string;
}

export interface Pong {
  type: "pong";
  ping: number;
  now: number;
}

export type Message = Frame | Said | Refusal | Pong;

/** A position with its legal moves: what is drawn, be it a table, a lesson or a replay. */
export interface Position {
  rules: Rules;
  position: string;
  state: State;
  turn: number; // -1 nature, -2 over
  round: number;
  last_round: boolean;
  scores: number[];
  legal: Legal[];
  log: Played[];
  description: string;
  ranks: number[];
}

/** One moment of a game, as /history tells it. */
export interface Ply {
  ply: number;
  seat?: number;
  move?: string;
  steps?: Step[];
  position: string;
  state: State;
  turn: number;
  round: number;
  last_round: boolean;
  scores: number[];
}

/** What a move takes, as its steps tell; null if it takes nothing. */
export const taking = (move: { steps?: Step[] } | null | undefined): Step | null =>
  move?.steps?.find((step) => step.kind === "taking") ?? null;
/** What a move scores. */
export const scoring = (move: { steps?: Step[] }): Step[] =>
  (move.steps ?? []).filter((step) => step.kind !== "taking");
export const isBonus = (step: Step): boolean => step.kind === "end" && step.points > 0;
export const sum = (heap: readonly number[]): number => heap.reduce((a, b) => a + b, 0);
export const worth = (steps: readonly Step[] | undefined): number =>
  (steps ?? []).reduce((points, step) => points + step.points, 0);
