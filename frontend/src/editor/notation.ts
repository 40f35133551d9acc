/** Drafts as text, see docs/notation.md; only the form is checked. */

import type { PositionEditor } from "../games/game";
import type { Heap, State } from "../lib/view";
import { type Draft, none, times } from "./model";

/** "byrr"; "-" for none */
export const spell = (heap: Heap, letters: string): string =>
  heap.map((count, color) => (letters[color] ?? "").repeat(count)).join("") || "-";
/** "b16y15"; "-" for none */
export const count = (heap: Heap, letters: string): string =>
  heap.map((count, color) => (count ? `${letters[color]}${count}` : "")).join("") || "-";
/** "b..w./…": letters and dots in groups */
export const draw = (spaces: number[], size: number, letters: string): string =>
  times(spaces.length / size, (row) =>
    spaces
      .slice(row * size, row * size + size)
      .map((color) => letters[color] ?? ".")
      .join(""),
  ).join("/");

/** The fields that every position begins with. */
export const head = (rules: string, state: State): string[] => [
  rules,
  ...Object.entries(state.options).map(([name, value]) => `${name}=${value ?? "none"}`),
  `round=${state.round}`,
  `phase=${state.phase}`,
  `seat=${state.seat}`,
  `starter=${state.starter}`,
  `marker=${state.marker < 0 ? "centre" : state.marker}`,
];
export const market = (state: State, letters: string): string =>
  `market=${state.sources.map((heap) => spell(heap, letters)).join("/")}`;

/** The position as text. */
export const print = ({ game, state }: Draft): string => game.print(state);

/** A text that does not have the form of a position; `field` is where reading stopped. */
export class UnreadableField extends Error {
  constructor(readonly field: string) {
    super(field);
  }
}

/** The fields of a position, read one by one. */
export class Fields {
  #values: Map<string, string>;

  constructor(
    words: string[],
    readonly game: Pick<PositionEditor, "letters" | "factories">,
  ) {
    this.#values = new Map(words.map((word) => word.split(/=(.*)/, 2) as [string, string]));
  }

  /** A field by its name, or throw `UnreadableField`. */
  read<T>(name: string, convert: (value: string) => T | undefined): T {
    const value = convert(this.#values.get(name) ?? "");
    if (value === undefined) throw new UnreadableField(name);
    return value;
  }

  heap(name: string): Heap {
    return this.read(name, (value) => readHeap(value, this.game.letters));
  }

  get players(): number {
    return this.read("players", number(2, 4));
  }

  /** The fields that positions of all games share. */
  shared() {
    const { players } = this;
    const seat = number(0, players - 1);
    return {
      round: this.read("round", number(1, 999_999)),
      seat: this.read("seat", seat),
      starter: this.read("starter", seat),
      marker: this.read("marker", (value) => (value === "centre" ? -1 : seat(value))),
      sources: this.read("market", (value) =>
        all(
          value.split("/").map((heap) => readHeap(heap, this.game.letters)),
          1 + (this.game.factories[players] ?? 0),
        ),
      ),
      bag: this.heap("bag"),
    };
  }

  seats<T>(convert: (value: string) => T | undefined): T[] {
    return times(this.players, (seat) => this.read(`seat${seat}`, convert));
  }
}

/** Read a position. Only its form is checked: the server says whether it is possible. */
export function parse(text: string, games: readonly PositionEditor[]): Draft {
  const [name, ...words] = text.trim().split(/\s+/);
  const game = games.find(({ rules }) => rules === name);
  if (!game) throw new UnreadableField("game");
  return { game, state: game.read(new Fields(words, game)) };
}

export const number = (low: number, high: number) => (value: string) =>
  /^\d{1,6}$/.test(value) && Number(value) >= low && Number(value) <= high
    ? Number(value)
    : undefined;

/** One of a set of words. */
export const one =
  <T extends string>(...of: readonly T[]) =>
  (value: string): T | undefined =>
    of.find((word) => word === value);

/** Exactly this many values. */
export function all<T>(values: (T | undefined)[], count: number): T[] | undefined {
  const found = values.filter((value) => value !== undefined);
  return values.length === count && found.length === count ? found : undefined;
}

export function readHeap(text: string, letters: string): Heap | undefined {
  const heap = none(letters);
  if (text === "-") return heap;
  if (!/^([a-z]\d{0,3})+$/.test(text)) return undefined;
  for (const [, letter = "", count] of text.matchAll(/([a-z])(\d*)/g)) {
    const color = letters.indexOf(letter);
    if (color < 0) return undefined;
    heap[color] = (heap[color] ?? 0) + Number(count || 1);
  }
  return heap;
}

/** Groups of letters and dots. */
export function readSpaces(
  text: string,
  groups: number,
  size: number,
  letters: string,
): number[] | undefined {
  const rows = text.split("/");
  if (rows.length !== groups || rows.some((row) => row.length !== size)) return undefined;
  return all(
    [...rows.join("")].map((letter) => {
      const color = letters.indexOf(letter);
      return color >= 0 || letter === "." ? color : undefined;
    }),
    groups * size,
  );
}

/** The field that a server error names: `phase`, `seat1`, `tiles`, …; "" if none. */
export function fieldOf(text: string): string {
  if (/^position with \d+ \w+ tiles/.test(text)) return "tiles";
  const name = /^(?:position without |position with unknown )?([a-z_]+\d?)(?:=|:)/.exec(text)?.[1];
  return name ?? "";
}
