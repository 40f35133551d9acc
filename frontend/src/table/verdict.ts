/** How a game ended, in words. */

import type { Sitter } from "../lib/scene";
import type { View } from "../lib/view";
import { m } from "../paraglide/messages";

/** Who won, and by how much. */
export function verdict(view: View, you: number[], sitters: Sitter[]): string {
  const { ranks, scores, ending } = view;
  if (ending === "aborted" || ending === "agreed" || !ranks.length) return m.over_no_result();
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const first = winners[0] ?? 0;
  const mine = you.length === 1 ? (you[0] as number) : -1;
  if (winners.length > 1)
    return winners.includes(mine)
      ? m.over_you_share()
      : m.over_shared({ names: winners.map((seat) => sitters[seat]?.name ?? "").join(", ") });
  const others = scores.filter((_, seat) => seat !== first);
  const margin = (scores[first] ?? 0) - Math.max(...others);
  const name = sitters[first]?.name ?? "";
  if (ending !== "finished" || margin <= 0)
    return first === mine ? m.over_you_won() : m.over_won({ name });
  return first === mine ? m.over_you_won_by({ margin }) : m.over_won_by({ name, margin });
}

/** Why it ended. */
export function ending({ ending, end, round }: View): string {
  switch (ending) {
    case "finished":
      return finished(end)({ round });
    case "resigned":
      return m.ending_resigned();
    case "left":
      return m.ending_left();
    case "time":
      return m.ending_time();
    case "agreed":
      return m.ending_agreed();
    default:
      return m.ending_aborted();
  }
}

/** By which rule it ended. */
function finished(end: string | null) {
  switch (end) {
    case "row":
      return m.ending_row;
    case "round_limit":
      return m.ending_round_limit;
    case "no_tiles":
      return m.ending_no_tiles;
    default:
      return m.ending_finished;
  }
}
