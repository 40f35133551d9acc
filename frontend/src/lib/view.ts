/** The server's messages, as it declares them; `schema.ts` is generated from its description. */

import type { Rules } from "../games";
import type { components } from "./schema";

export type Schemas = components["schemas"];
type AnyStep = Schemas["StepView"];
type KeysOf<T> = T extends unknown ? keyof T : never;
type Common = "seat" | "kind" | "code" | "points";

export type { Rules };
export type Heap = number[]; // how many of each colour

/** A step of any game: which numbers it has depends on its code. */
export type Step = Pick<AnyStep, "seat" | "kind" | "points"> & { code: string } & {
  [name in Exclude<KeysOf<AnyStep>, Common>]?: number;
};
export type StepKind = Step["kind"];

/** The same type with `Step` in place of the steps of each game. */
type WithSteps<T> = T extends AnyStep
  ? Step
  : T extends [number, number]
    ? T
    : T extends (infer Item)[]
      ? WithSteps<Item>[]
      : T extends object
        ? { [name in keyof T]: WithSteps<T[name]> }
        : T;

export type Legal = WithSteps<Schemas["Legal"]>;
export type Played = Omit<WithSteps<Schemas["LoggedView"]>, "at"> & { at?: number };
export type Clock = Schemas["ClockView"];
export type Seat = Schemas["SeatView"];
export type State = Schemas["StateView"];
export type View = WithSteps<Schemas["View"]> & { rules: Rules };
export type Frame = Omit<WithSteps<Schemas["Frame"]>, "view"> & { view: View };
export type Said = Schemas["Said"];
export type Refusal = Schemas["Refusal"];
export type Pong = Schemas["Pong"];
export type Message = Frame | Said | Refusal | Pong;
/** A position with its legal moves: what is drawn at a table, in a lesson or in a replay. */
export type Position = WithSteps<Schemas["PositionView"]> & { rules: Rules };
/** One ply of a game. */
export type Ply = WithSteps<Schemas["Ply"]>;
export type History = WithSteps<Schemas["History"]>;

/** What a move takes, from its steps; null if it takes nothing. */
export const taking = (move: { steps?: Step[] } | null | undefined): Step | null =>
  move?.steps?.find((step) => step.kind === "taking") ?? null;
/** What a move scores. */
export const scoring = (move: { steps?: Step[] }): Step[] =>
  (move.steps ?? []).filter((step) => step.kind !== "taking");
export const isBonus = (step: Step): boolean => step.kind === "end" && step.points > 0;
export const sum = (heap: readonly number[]): number => heap.reduce((a, b) => a + b, 0);
export const worth = (steps: readonly Step[] | undefined): number =>
  (steps ?? []).reduce((points, step) => points + step.points, 0);
