/** Moves of classic, parsed for drawing. */

import { colorOf } from "../../lib/tiles";
import type { Heap } from "../../lib/view";
import { LETTERS } from "./colors";

export interface Take {
  source: number;
  color: number;
  row: number; // from 0, -1 is the floor
}
export interface Lay {
  row: number;
  column: number;
}

const TAKE = new RegExp(`^(\\d)([${LETTERS}])([1-5-])$`);

export function take(move: string): Take | null {
  const parts = TAKE.exec(move);
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
