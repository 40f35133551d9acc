/** Moves and scoring of classic in words. */

import type { Heap, Legal, Played, Step } from "../../lib/view";
import { scoring, sum, taking } from "../../lib/view";
import { color, list, points, tiles } from "../../lib/words";
import { m } from "../../paraglide/messages";
import type { Brief, Sitter } from "../game";
import { deal, lay, take } from "./moves";
import type { ClassicPlayer, ClassicState } from "./view";

/** "2 blue, 1 red and 1 white" */
export function heap(heap: Heap, marker = false): string {
  const parts = heap.flatMap((count, color) => (count ? [tiles("classic", color, count)] : []));
  if (marker) parts.push(m.classic_marker());
  return parts.length ? list(parts) : m.classic_empty();
}

/** "2 blue of 3": a pattern line and its size; or "empty" */
export function patternLine(player: ClassicPlayer | undefined, row: number): string {
  const [held, count] = player?.lines[row] ?? [-1, 0];
  return count
    ? m.classic_line_holds({ tiles: tiles("classic", held, count), size: row + 1 })
    : m.classic_empty();
}

/** "column 1 blue and column 4 red": a row of the wall */
export function wallRow(player: ClassicPlayer | undefined, row: number): string {
  const laid = (player?.wall.slice(5 * row, 5 * row + 5) ?? []).flatMap((there, column) =>
    there < 0 ? [] : [m.classic_column_of({ column: column + 1, color: color("classic", there) })],
  );
  return laid.length ? list(laid) : m.classic_empty();
}

const some = (number: number, count: number): string =>
  count ? tiles("classic", number, count) : color("classic", number);

const took = (played: Played): number => Number(taking(played)?.tiles ?? 0);

/** "takes 3 red from factory 2 to line 4" */
export function move(played: Played): string {
  const it = take(played.move);
  if (it)
    return m.classic_takes({
      from: it.source ? "factory" : "centre",
      to: it.row < 0 ? "floor" : "line",
      tiles: some(it.color, took(played)),
      number: it.source,
      line: it.row + 1,
    });
  const laid = lay(played.move);
  if (laid) return m.classic_lays({ line: laid.row + 1, column: laid.column + 1 });
  const dealt = deal(played.move);
  return dealt ? m.classic_deals({ count: sum(dealt.map(sum)) }) : played.move;
}

const only = (color: number, count: number): Heap =>
  [0, 1, 2, 3, 4].map((other) => (other === color ? count : 0));

/** Every move of a log in brief: "factory 3 → line 2", with what was taken. */
export function brief(log: Played[]): Brief[] {
  return log.map((played) => {
    const it = take(played.move);
    const laid = lay(played.move);
    if (it)
      return {
        text: m.classic_brief({
          from: it.source ? "factory" : "centre",
          to: it.row < 0 ? "floor" : "line",
          number: it.source,
          line: it.row + 1,
        }),
        tiles: only(it.color, took(played) || 1),
      };
    if (laid)
      return {
        text: m.classic_brief_lay({ line: laid.row + 1, column: laid.column + 1 }),
        tiles: only(Number(played.steps?.find(({ code }) => code === "tile")?.color ?? -1), 1),
      };
    return { text: move(played), tiles: [] };
  });
}

/** A scoring step in brief: "wall, line 3", with the tile. */
export const line = (one: Step): Brief =>
  one.code === "tile"
    ? { text: m.classic_brief_tile({ row: Number(one.row) }), tiles: only(Number(one.color), 1) }
    : { text: step(one), tiles: [] };

/** "Heron took 2 white and the first-player marker from the centre." */
export function last(played: Played, sitter: Sitter | undefined): string {
  const who = sitter?.you ? "you" : "other";
  const name = sitter?.name ?? "";
  const it = take(played.move);
  if (it)
    return m.classic_last({
      who,
      name,
      from: it.source ? "factory" : taking(played)?.marker ? "marker" : "centre",
      tiles: some(it.color, took(played)),
      number: it.source,
    });
  const laid = lay(played.move);
  if (laid) return m.classic_last_laid({ who, name, line: laid.row + 1, column: laid.column + 1 });
  return "";
}

/** The parts of a label for tiles that can be taken: where they are, and what happens to the rest. */
export function lot(state: ClassicState, source: number, color: number) {
  const heaped = state.sources[source] ?? [];
  const rest = source ? heaped.map((count, other) => (other === color ? 0 : count)) : [];
  return {
    from: source
      ? sum(rest)
        ? ("rest" as const)
        : ("factory" as const)
      : state.marker < 0
        ? ("marker" as const)
        : ("centre" as const),
    number: source,
    tiles: tiles("classic", color, heaped[color] ?? 0),
    rest: heap(rest),
  };
}

/** "2 across, 3 down" */
export const runs = (step: Step): string =>
  Number(step.across) > 1 || Number(step.down) > 1
    ? m.classic_runs({ across: Number(step.across), down: Number(step.down) })
    : m.classic_alone();

export const endings = {
  row: m.classic_ended_row,
  round_limit: m.classic_ended_round_limit,
  no_tiles: m.classic_ended_no_tiles,
};

export const bonuses = { row: m.kind_row, column: m.kind_column, color: m.kind_color };

/** A scoring step: "wall, line 3, red: 2 across, 3 down". */
export function step(step: Step): string {
  switch (step.code) {
    case "tile":
      return m.classic_step_tile({
        row: Number(step.row),
        color: color("classic", Number(step.color)),
        why: runs(step),
      });
    case "floor":
      return -step.points < Number(step.loss)
        ? m.classic_step_floor_stopped({ loss: Number(step.loss) })
        : m.classic_step_floor({ count: Number(step.spaces) });
    case "stuck":
      return m.classic_step_stuck({ row: Number(step.row) });
    case "row":
      return m.classic_step_row({ row: Number(step.row) });
    case "column":
      return m.classic_step_column({ column: Number(step.column) });
    case "color":
      return m.classic_step_color({ color: color("classic", Number(step.color)) });
    default:
      return step.code;
  }
}

/** The label of a target: "Line 1: fills 1 of 1, plus 5, floor minus 2". */
export function worth(legal: Legal, what: string): string {
  const said = [what];
  for (const { code, points } of legal.steps ?? []) {
    if (code === "tile") said.push(m.classic_target_gain({ points }));
    if (code === "stuck") said.push(m.classic_target_stuck());
    if (code === "floor") said.push(m.classic_target_loss({ points: -points }));
  }
  return said.join(", ");
}

/** Why it is worth that: "+5: 2 across, 3 down". */
export const reasons = (legal: Legal): string =>
  scoring(legal)
    .map((it) =>
      m.classic_worth({ points: points(it.points), why: it.code === "tile" ? runs(it) : step(it) }),
    )
    .join("\n");
