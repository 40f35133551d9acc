/** Drafts as text, see docs/notation.md; only the shape is checked. */

import { letters } from "../lib/tiles";
import { type ClassicPlayer, type Heap, type PavilionPlayer, type Rules, sum } from "../lib/view";
import { STARS } from "../pavilion/geometry";
import { type Draft, FACTORIES, none, PHASES, SIZE, SLOTS, times } from "./model";

/** "byrr"; "-" for none */
const spell = (heap: Heap, rules: Rules): string =>
  heap.map((count, color) => (letters(rules)[color] ?? "").repeat(count)).join("") || "-";
/** "b16y15"; "-" for none */
const count = (heap: Heap, rules: Rules): string =>
  heap.map((count, color) => (count ? `${letters(rules)[color]}${count}` : "")).join("") || "-";
/** "b..w./…": letters and dots in groups */
const draw = (spaces: number[], size: number, rules: Rules): string =>
  times(spaces.length / size, (row) =>
    spaces
      .slice(row * size, row * size + size)
      .map((color) => letters(rules)[color] ?? ".")
      .join(""),
  ).join("/");

/** The position as text, see docs/notation.md. */
export function print({ rules, state }: Draft): string {
  const options = Object.entries(state.options).map(
    ([name, value]) => `${name}=${value ?? "none"}`,
  );
  const fields = [
    rules,
    ...options,
    `round=${state.round}`,
    `phase=${state.phase}`,
    `seat=${state.seat}`,
    `starter=${state.starter}`,
    `marker=${state.marker < 0 ? "centre" : state.marker}`,
  ];
  const market = `market=${state.sources.map((heap) => spell(heap, rules)).join("/")}`;
  const bag = `bag=${count(state.bag, rules)}`;
  if ("lid" in state)
    fields.push(market, bag, `lid=${count(state.lid, rules)}`, ...state.players.map(classicSeat));
  else
    fields.push(
      `picks=${state.picks}`,
      market,
      `supply=${spell(state.supply, rules)}`,
      bag,
      `tower=${count(state.tower, rules)}`,
      ...state.players.map(pavilionSeat),
    );
  return fields.join(" ");
}

function classicSeat(player: ClassicPlayer, seat: number): string {
  const lines = player.lines.map(([color, count]) =>
    (letters("classic")[color] ?? "").repeat(count),
  );
  const parts = [
    player.score,
    lines.map((line) => line || "-").join("/"),
    draw(player.wall, SIZE, "classic"),
    spell(player.floor, "classic"),
  ];
  return `seat${seat}=${parts.join(",")}`;
}

function pavilionSeat(player: PavilionPlayer, seat: number): string {
  const parts = [
    player.score,
    draw(player.spaces, SLOTS, "pavilion"),
    spell(player.hand, "pavilion"),
    player.passed ? "passed" : "in",
  ];
  return `seat${seat}=${parts.join(",")}`;
}

/** A text that has not the shape of a position; `field` is where it was left. */
export class Unreadable extends Error {
  constructor(readonly field: string) {
    super(field);
  }
}

/** Read a position. Only its shape is checked: whether it is possible is for the server to say. */
export function parse(text: string): Draft {
  const [name, ...words] = text.trim().split(/\s+/);
  if (name !== "classic" && name !== "pavilion") throw new Unreadable("game");
  const fields = new Map(words.map((word) => word.split(/=(.*)/, 2) as [string, string]));
  const read = <T>(name: string, convert: (value: string) => T | undefined): T => {
    const value = convert(fields.get(name) ?? "");
    if (value === undefined) throw new Unreadable(name);
    return value;
  };
  const number = (low: number, high: number) => (value: string) =>
    /^\d{1,6}$/.test(value) && Number(value) >= low && Number(value) <= high
      ? Number(value)
      : undefined;
  const one =
    <T extends string>(...of: readonly T[]) =>
    (value: string) =>
      of.find((word) => word === value);
  const heap = (value: string) => readHeap(value, name);

  const players = read("players", number(2, 4));
  const shared = {
    round: read("round", number(1, 999_999)),
    seat: read("seat", number(0, players - 1)),
    starter: read("starter", number(0, players - 1)),
    marker: read("marker", (value) => (value === "centre" ? -1 : number(0, players - 1)(value))),
    sources: read("market", (value) =>
      all(value.split("/").map(heap), 1 + (FACTORIES[players] ?? 5)),
    ),
    bag: read("bag", heap),
  };
  if (name === "classic")
    return {
      rules: name,
      state: {
        options: {
          players,
          wall: read("wall", one("coloured", "grey")),
          round_limit: read("round_limit", (value) =>
            value === "none" ? null : number(1, 999_999)(value),
          ),
        },
        phase: read("phase", one(...PHASES.classic)),
        ...shared,
        lid: read("lid", heap),
        players: times(players, (seat) => read(`seat${seat}`, readClassic)),
      },
    };
  return {
    rules: name,
    state: {
      options: {
        players,
        edition: read("edition", one("2019", "mini")),
        board: read("board", one("coloured", "neutral")),
        joker_order: read("joker_order", (value) =>
          [...value].sort().join("") === "bgopry" ? value : undefined,
        ),
        last_round_discard: read("last_round_discard", one("after_bonuses", "at_pass")),
      },
      phase: read("phase", one(...PHASES.pavilion)),
      ...shared,
      picks: read("picks", number(0, 9)),
      supply: read("supply", heap),
      tower: read("tower", heap),
      players: times(players, (seat) => read(`seat${seat}`, readPavilion)),
    },
  };
}

/** So many values, none of them missing. */
function all<T>(values: (T | undefined)[], count: number): T[] | undefined {
  const found = values.filter((value) => value !== undefined);
  return values.length === count && found.length === count ? found : undefined;
}

function readHeap(text: string, rules: Rules): Heap | undefined {
  const heap = none(rules);
  if (text === "-") return heap;
  if (!/^([a-z]\d{0,3})+$/.test(text)) return undefined;
  for (const [, letter = "", count] of text.matchAll(/([a-z])(\d*)/g)) {
    const color = letters(rules).indexOf(letter);
    if (color < 0) return undefined;
    heap[color] = (heap[color] ?? 0) + Number(count || 1);
  }
  return heap;
}

function readSpaces(
  text: string,
  groups: number,
  size: number,
  rules: Rules,
): number[] | undefined {
  const rows = text.split("/");
  if (rows.length !== groups || rows.some((row) => row.length !== size)) return undefined;
  return all(
    [...rows.join("")].map((letter) => {
      const color = letters(rules).indexOf(letter);
      return color >= 0 || letter === "." ? color : undefined;
    }),
    groups * size,
  );
}

function readClassic(text: string): ClassicPlayer | undefined {
  const [score = "", lines = "", wall = "", floor = ""] = text.split(",");
  const rows = all(
    lines.split("/").map((line, row) => {
      const heap = readHeap(line, "classic");
      if (!heap || sum(heap) > row + 1) return undefined;
      const color = heap.findIndex(Boolean);
      return heap.filter(Boolean).length > 1 ? undefined : ([color, sum(heap)] as [number, number]);
    }),
    SIZE,
  );
  const spaces = readSpaces(wall, SIZE, SIZE, "classic");
  const tiles = readHeap(floor, "classic");
  if (!/^\d{1,6}$/.test(score) || !rows || !spaces || !tiles) return undefined;
  return { score: Number(score), lines: rows, wall: spaces, floor: tiles };
}

function readPavilion(text: string): PavilionPlayer | undefined {
  const [score = "", stars = "", hand = "", passed = ""] = text.split(",");
  const spaces = readSpaces(stars, STARS.length, SLOTS, "pavilion");
  const tiles = readHeap(hand, "pavilion");
  if (!/^\d{1,6}$/.test(score) || !spaces || !tiles || !/^(in|passed)$/.test(passed))
    return undefined;
  return { score: Number(score), spaces, hand: tiles, passed: passed === "passed" };
}

/** The field that an error of the server names: `phase`, `seat1`, `tiles`, …; "" if none. */
export function fieldOf(text: string): string {
  if (/^position with \d+ \w+ tiles/.test(text)) return "tiles";
  const name = /^(?:position without |position with unknown )?([a-z_]+\d?)(?:=|:)/.exec(text)?.[1];
  return name ?? "";
}
