/** Where the tiles in hand may go, from the legal moves. */

import { type Legal, type Step, taking } from "../../lib/view";
import { m } from "../../paraglide/messages";
import { lay, take } from "./moves";
import type { ClassicState } from "./view";
import { reasons, worth } from "./words";

export interface Target {
  move: string;
  place: "line" | "floor" | "wall";
  row: number;
  column: number; // where the tile will be laid, -1 if that is still open
  color: number;
  coming: number; // how many tiles will lie there
  gain: Step | null;
  loss: Step | null;
  filled: string; // "2/4" if the line will not be full
  name: string;
  why: string;
}

export function targets(
  state: ClassicState,
  seat: number,
  legal: readonly Legal[],
  held: { source: number; color: number } | null,
): Target[] {
  const all = legal.flatMap((way): Target[] => {
    const common = {
      move: way.move,
      gain: way.steps?.find((step) => step.code === "tile") ?? null,
      loss: way.steps?.find((step) => step.code === "floor") ?? null,
      filled: "",
      why: reasons(way),
    };
    const laid = lay(way.move);
    if (laid) {
      const color = state.players[seat]?.lines[laid.row]?.[0] ?? -1;
      // the loss on the floor line is the same in every column
      const gain = { ...way, steps: way.steps?.filter((step) => step.code !== "floor") };
      const name = worth(gain, m.classic_target_column({ column: laid.column + 1 }));
      const place = "wall" as const;
      return [
        { ...common, ...laid, place, color, coming: 1, name, loss: null, why: reasons(gain) },
      ];
    }
    const it = take(way.move);
    if (!it || it.source !== held?.source || it.color !== held.color) return [];
    const took = taking(way);
    if (it.row < 0) {
      const name = worth(way, m.classic_target_floor());
      return [
        {
          ...common,
          ...it,
          place: "floor" as const,
          column: -1,
          coming: Number(took?.tiles ?? 0),
          name,
        },
      ];
    }
    const size = it.row + 1;
    const before = state.players[seat]?.lines[it.row]?.[1] ?? 0;
    const coming = Number(took?.laid ?? 0);
    const filled = before + coming;
    const column = state.options.wall === "coloured" ? common.gain?.column : undefined;
    return [
      {
        ...common,
        ...it,
        place: "line" as const,
        column: Number(column ?? 0) - 1,
        coming,
        filled: filled < size ? m.classic_chip_filled({ filled, size }) : "",
        name: worth(way, m.classic_target({ line: size, filled, size })),
      },
    ];
  });
  return all.sort((a, b) => Number(a.place === "floor") - Number(b.place === "floor"));
}
