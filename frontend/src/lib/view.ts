/** The messages of the server, as it declares them itself; `schema.ts` is made from its description. */

import type { Rules } from "../games";
import type { components } from "./schema";

type Schemas = components["schemas"];
type AnyStep = Schemas["StepView"];
type Keys<T> = T extends unknown ? keyof T : never;
type Common = "seat" | "kind" | "code" | "points";

export type { Rules };
export type Heap = number[]; // how many of each colour

/** A step of some game: the numbers of its code are there. */
export type Step = Pick<AnyStep, "seat" | "kind" | "points"> & { code: string } & {
  [name in Exclude<Keys<AnyStep>, Common>]?: number;
};
export type Kind = Step["kind"];

/** The same with steps of which only the numbers of their code are asked for. */
type Told<T> = T extends AnyStep
  ? Step
  : T extends [number, number]
    ? T
    : T extends (infer Item)[]
      ? Told<Item>[]
      : T extends object
        ? { [name in keyof T]: Told<T[name]> }
        : T;

export type Legal = Told<Schemas["Legal"]>;
export type Played = Omit<Told<Schemas["LoggedView"]>, "at"> & { at?: number };
export type Clock = Schemas["ClockView"];
export type Seat = Schemas["SeatView"];
export type State = Schemas["StateView"];
export type View = Told<Schemas["View"]> & { rules: Rules };
export type Frame = Omit<Told<Schemas["Frame"]>, "view"> & { view: View };
export type Said = Schemas["Said"];
export type Refusal = Schemas["Refusal"];
export type Pong = Schemas["Pong"];
export type Message = Frame | Said | Refusal | Pong;
/** A position with its legal moves: what is drawn, be it a table, a lesson or a replay. */
export type Position = Told<Schemas["PositionView"]> & { rules: Rules };
/** One moment of a game. */
export type Ply = Told<Schemas["Ply"]>;
export type History = Told<Schemas["History"]>;

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
