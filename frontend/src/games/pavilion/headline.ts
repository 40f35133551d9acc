/** The text of the headline: what to do now, and what is in hand or happened last. */
import { m } from "../../paraglide/messages";
import type { SceneProps } from "../game";
import { numberOf } from "./geometry";
import type { TakeLabel } from "./labels";
import type { LegalChoices } from "./moves";
import type { Selection } from "./selection.svelte";
import type { PavilionState } from "./view";
import { colorTitle, name, step as tellStep } from "./words";

type HeadlineProps = Pick<
  SceneProps<PavilionState>,
  "state" | "sitters" | "turn" | "legal" | "last" | "step" | "notice"
> & {
  choices: LegalChoices;
  choice: Selection;
  take: TakeLabel | null; // in hand or pointed at
  lastWords: string;
};

export function title({
  notice,
  step,
  turn,
  legal,
  sitters,
  state,
  choice,
  choices,
}: HeadlineProps) {
  if (notice) return notice.title;
  if (step) return m.pavilion_scoring();
  if (turn === -2) return m.pavilion_over();
  if (turn === -1) return m.pavilion_drawing();
  if (!legal.length) {
    const sitter = sitters[turn];
    return sitter?.you ? m.pavilion_moment() : m.pavilion_thinking({ name: sitter?.name ?? "" });
  }
  if (state.phase === "take") return m.pavilion_take_tiles();
  if (state.phase === "pick") return m.pavilion_pick({ count: state.picks });
  if (choice.target) return m.pavilion_pay_and_place();
  if (choice.passing) return m.pavilion_choose_kept();
  return choices.spaces.size ? m.pavilion_choose_space() : m.pavilion_pass_now();
}

export function text(shown: HeadlineProps) {
  const { notice, step, legal, last, sitters, state, take, lastWords, choice } = shown;
  const { target, filter, open } = choice;
  if (notice) return notice.text;
  if (step) {
    const sitter = sitters[step.seat];
    const name = sitter?.you ? m.you() : (sitter?.name ?? "");
    return m.pavilion_told({ name, step: tellStep(step) });
  }
  if (take) return take.text;
  if (target) {
    const number = numberOf(state.options.board, target.space);
    const chosen = m.pavilion_color_on({ color: name(target.color), number });
    const count = open.size - 1;
    return count ? m.pavilion_chosen({ chosen, count }) : chosen;
  }
  if (legal.length && filter >= 0)
    return m.pavilion_color_chosen({ color: colorTitle(filter), count: open.size });
  const mine = last && sitters[last.seat]?.you; // then it was seen, and needs no words
  if (lastWords && !mine) return lastWords;
  if (legal.length && state.phase === "pick") return m.pavilion_pick_hint();
  if (legal.length && state.phase === "take") return m.pavilion_take_hint();
  if (legal.length && open.size) return m.pavilion_spaces_open({ count: open.size });
  return mine ? "" : lastWords;
}
