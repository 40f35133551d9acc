/** What a choice is worth, in words: for the headline, for buttons and for screen readers. */

import type { Legal } from "../../lib/view";
import { taking, worth } from "../../lib/view";
import * as words from "../../lib/words";
import { m } from "../../paraglide/messages";
import { type FeatureKind, numberOf, starOf } from "./geometry";
import { best, isFeature, joker as jokerOf, type Offer, tilesOf } from "./moves";
import type { PavilionState } from "./view";
import { feature, list, color as nameOf, star, tiles } from "./words";

export interface TakeLabel {
  text: string;
  button: string;
  label: string;
  loss: number;
}

/** What a take gains, what it leaves and what it costs. */
export function takeLabel(
  state: PavilionState,
  key: string,
  legal: Legal,
  previews: boolean,
): TakeLabel {
  const [source = 0, color = 0] = key.split(",").map(Number);
  const joker = jokerOf(state);
  const took = taking(legal);
  const taken = took ? tilesOf(took) : [];
  const rest = (state.sources[source] ?? []).map((count, at) => count - (taken[at] ?? 0));
  const all = tiles(taken, joker);
  const left = source && rest.some(Boolean) ? tiles(rest, joker) : "";
  const from = source
    ? m.pavilion_from_factory({ tiles: all, number: source })
    : m.pavilion_from_centre({ tiles: all });
  const loss = previews ? worth(legal.steps) : 0;
  const parts = [
    source
      ? m.pavilion_group_factory({ number: source, tiles: all })
      : m.pavilion_group_centre({ tiles: all }),
  ];
  if (left) parts.push(m.pavilion_group_rest({ tiles: left }));
  if (loss) parts.push(m.pavilion_first_from_centre({ points: words.points(loss) }));
  return {
    text: left ? `${from} ${m.pavilion_rest({ tiles: left })}` : from,
    button: m.pavilion_take_button({ tiles: words.tiles("pavilion", color, taken[color] ?? 0) }),
    label: parts.join("; "),
    loss,
  };
}

/** "East star (blue), space 6, blue or joker, costs 6, best +4, window: take 3 tiles" */
export function spaceLabel(
  state: PavilionState,
  space: number,
  offers: Offer[],
  previews: boolean,
): string {
  const number = numberOf(state.options.board, space);
  const names = offers.map((offer) => nameOf(offer.color));
  const color = list(names, "disjunction");
  const jokers = offers.some((offer) => offer.ways.some((way) => way.jokers));
  const colors = jokers ? m.pavilion_or_joker({ color }) : color;
  const parts = [
    m.pavilion_space({ star: star(starOf(space), state.options.board), number }),
    m.pavilion_space_costs({ colors, number }),
  ];
  if (!previews) return parts.join(", ");
  parts.push(m.pavilion_space_points({ points: words.points(best(offers)) }));
  for (const step of offers[0]?.ways[0]?.legal.steps ?? [])
    if (isFeature(step))
      parts.push(
        m.pavilion_bonus_of({
          feature: feature(step.code as FeatureKind),
          count: Number(step.tiles),
        }),
      );
  return parts.join(", ");
}
