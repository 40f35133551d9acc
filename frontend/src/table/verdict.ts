/** How a game ended, in words. */

import type { Sitter, Telling } from "../games/game";
import type { View } from "../lib/view";
import { list } from "../lib/words";
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
      : m.over_shared({ names: list(winners.map((seat) => sitters[seat]?.name ?? "")) });
  const others = scores.filter((_, seat) => seat !== first);
  const margin = (scores[first] ?? 0) - Math.max(...others);
  const name = sitters[first]?.name ?? "";
  if (ending !== "finished" || margin <= 0)
    return first === mine ? m.over_you_won() : m.over_won({ name });
  return first === mine ? m.over_you_won_by({ margin }) : m.over_won_by({ name, margin });
}

/** Why it ended, from the point of view of these seats. */
export function ending(
  view: View,
  you: number[],
  sitters: Sitter[],
  { endings }: Pick<Telling, "endings">,
): string {
  const { ending, end, round } = view;
  const gone = view.seats.flatMap((seat, number) => (seat.out === ending ? [number] : []));
  const name = sitters[gone[0] ?? -1]?.name ?? "";
  const mine = you.length === 1 && gone.includes(you[0] as number);
  const who = mine ? "you" : gone.length === 1 ? "one" : "many";
  switch (ending) {
    case "finished":
      return (endings[end ?? ""] ?? m.ending_finished)({ round });
    case "resigned":
      return m.ending_resigned({ who, name });
    case "left":
      return m.ending_left({ who, name });
    case "time":
      return m.ending_time({ who, name });
    case "agreed":
      return m.ending_agreed();
    default:
      return m.ending_aborted();
  }
}

/** The seats from first place to last; those who share a place stay in turn order. */
export const places = (ranks: number[], scores: number[]): number[] =>
  scores.map((_, seat) => seat).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0) || a - b);
