/** Moves of classic taken apart for drawing, and the log followed tile by tile. */

import { colorOf } from "../lib/tiles";
import type { Heap, Played } from "../lib/view";

export interface Take {
  source: number;
  color: number;
  row: number; // from 0, -1 is the floor
}
export interface Lay {
  row: number;
  column: number;
}

export function take(move: string): Take | null {
  const parts = /^(\d)([byrkw])([1-5-])$/.exec(move);
  if (!parts) return null;
  const [, source, letter, line] = parts as unknown as [string, string, string, string];
  return {
    source: Number(source),
    color: colorOf("classic", letter),
    row: line === "-" ? -1 : Number(line) - 1,
  };
}

export function lay(move: string): Lay | null {
  const parts = /^([1-5])c([1-5])$/.exec(move);
  return parts && { row: Number(parts[1]) - 1, column: Number(parts[2]) - 1 };
}

/** The factories that nature filled. */
export function deal(move: string): Heap[] | null {
  if (!move.startsWith("=")) return null;
  return move
    .slice(1)
    .split("/")
    .map((group) => {
      const heap = [0, 0, 0, 0, 0];
      for (const letter of group) {
        const color = colorOf("classic", letter);
        heap[color] = (heap[color] ?? 0) + 1;
      }
      return heap;
    });
}

export interface Taken {
  count: number; // tiles taken
  laid: number; // of them on the pattern line
  marker: boolean; // with the first-player marker
}

/** What each move of a log took; null where it took nothing or the log does not tell. */
export function takings(log: readonly Played[]): (Taken | null)[] {
  let sources: Heap[] = [];
  let marker = false;
  let lines = new Map<string, number>();
  return log.map(({ seat, move }) => {
    const dealt = deal(move);
    if (dealt) {
      sources = [[0, 0, 0, 0, 0], ...dealt];
      marker = true;
      lines = new Map([...lines].filter(([key, count]) => count <= Number(key.split(" ")[1])));
      return null;
    }
    const it = take(move);
    const from = it && sources[it.source];
    const count = it && from?.[it.color];
    if (!it || !from || !count) return null;
    const key = `${seat} ${it.row}`;
    const held = lines.get(key) ?? 0;
    const laid = it.row < 0 ? 0 : Math.min(count, it.row + 1 - held);
    if (it.row >= 0) lines.set(key, held + laid);
    const found = { count, laid, marker: marker && it.source === 0 };
    if (it.source === 0) marker = false;
    from[it.color] = 0;
    if (it.source) {
      const centre = sources[0] as Heap;
      sources[0] = centre.map((number, color) => number + (from[color] ?? 0));
      sources[it.source] = [0, 0, 0, 0, 0];
    }
    return found;
  });
}

/** What the last decision of a log took. */
export function taken(log: readonly Played[]): Taken | null {
  const last = log.findLastIndex(({ seat }) => seat >= 0);
  return takings(log)[last] ?? null;
}
