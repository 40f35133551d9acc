/** What the headline of the table says: what to do now, and what is held or happened last. */
import { m } from "../../paraglide/messages";
import type { SceneProps } from "../game";
import type { Choice } from "./choice.svelte";
import { numberOf } from "./geometry";
import type { TakeLabel } from "./labels";
import type { Choices } from "./moves";
import type { PavilionState } from "./view";
import { colorTitle, name, step as tellStep } from "./words";

type Shown = Pick<
  SceneProps<PavilionState>,
  "state" | "sitters" | "turn" | "legal" | "last" | "step" | "notice"
> & {
  choices: Choices;
  choice: Choice;
  take: TakeLabel | null; // held or pointed at
  lastWords: string;
};

export function title({ notice, step, turn, legal, sitters, state, choice, choices }: Shown) {
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

export function text(shown: Shown) {
  const { notice, step, legal, last, sitters, state, take, lastWords, choice } = shown;
  const { target, filter, open } = choice;
  if (notice) return notice.text;
  if (step) return m.pavilion_told({ name: sitters[step.seat]?.name ?? "", step: tellStep(step) });
  if (take) return take.text;
  if (target) {
    const number = numberOf(state.options.board, target.space);
    const chosen = m.pavilion_color_on({ color: name(target.color), number });
    const count = open.size - 1;
    return count ? m.pavilion_chosen({ chosen, count }) : chosen;
  }
  if (legal.length && filter >= 0)
    return m.pavilion_color_chosen({ color: colorTitle(filter), count: open.size });
  if (lastWords && last && !sitters[last.seat]?.you) return lastWords;
  if (legal.length && state.phase === "pick") return m.pavilion_pick_hint();
  if (legal.length && state.phase === "take") return m.pavilion_take_hint();
  if (legal.length && open.size) return m.pavilion_spaces_open({ count: open.size });
  return lastWords;
}
