/** What the player points at on the way to a move. Only legal moves can be reached. */

import { tick } from "svelte";
import { settings } from "../../lib/settings.svelte";
import type { Legal, Step } from "../../lib/view";
import { best, type Choices, isFeature, type Offer } from "./moves";

export interface Target {
  space: number;
  color: number;
  jokers: number;
}

export class Choice {
  held = $state(""); // source and colour
  hint = $state(""); // the same, under the pointer
  filter = $state(-1); // a colour of the hand
  target = $state.raw<Target | null>(null);
  picked = $state(-1);
  passing = $state(false);

  /** The spaces on offer, as far as the chosen colour allows. */
  open = $derived.by(() => {
    const found = new Map<number, Offer[]>();
    for (const [space, offers] of this.all().spaces) {
      const fit = offers.filter(({ color }) => this.filter < 0 || color === this.filter);
      if (fit.length) found.set(space, fit);
    }
    return found;
  });
  offers = $derived.by(() => (this.target && this.all().spaces.get(this.target.space)) ?? []);
  way = $derived.by((): Legal | undefined => {
    const offer = this.offers.find(({ color }) => color === this.target?.color);
    return offer?.ways.find(({ jokers }) => jokers === this.target?.jokers)?.legal;
  });
  steps = $derived.by((): Step[] => (settings.previews ? (this.way?.steps ?? []) : []));
  bonus = $derived.by(() => this.steps.filter(isFeature));

  constructor(
    readonly all: () => Choices,
    readonly onplay: (move: string) => void,
  ) {}

  forget(): void {
    this.held = this.hint = "";
    this.filter = this.picked = -1;
    this.target = null;
    this.passing = false;
  }

  play(move: string | undefined): void {
    if (!move) return;
    this.forget();
    this.onplay(move);
  }

  /** A colour of a source is taken at once; who wants to be asked lifts it first. */
  take(key: string): void {
    if (this.held === key || !settings.confirm) this.play(this.all().takes.get(key)?.move);
    else this.held = key;
  }

  /** Carried away from its source, and put down on my side. */
  lift(key: string): void {
    this.held = key;
  }
  drop(key: string): void {
    if (!settings.confirm) this.play(this.all().takes.get(key)?.move);
  }

  /** A space: the first time the payment is shown, the second time it is paid. */
  space(space: number, keyboard = false): void {
    if (this.target?.space === space && this.way && !settings.confirm) {
      this.play(this.way.move);
      return;
    }
    const offers = this.open.get(space) ?? [];
    const offer = offers.find((one) => best([one]) === best(offers));
    if (!offer) return;
    this.passing = false;
    this.pay(offer, space);
    if (keyboard) void focusOn("place-button");
  }

  /** Pay with a colour, and with as few jokers as that allows. */
  pay(offer: Offer, space: number): void {
    const jokers = Math.min(...offer.ways.map((way) => way.jokers));
    this.target = { space, color: offer.color, jokers };
  }

  /** A colour of the hand: only where it fits. */
  color(color: number): void {
    this.target = null;
    this.passing = false;
    this.filter = color;
  }

  pick(color: number): void {
    if (settings.confirm && this.picked !== color) this.picked = color;
    else this.play(this.all().picks.get(color)?.move);
  }

  pass(): void {
    const { passes } = this.all();
    if (passes.length === 1 && !settings.confirm) {
      this.play(passes[0]?.legal.move);
      return;
    }
    this.target = null;
    this.passing = true;
    void focusOn("keep-button");
  }

  /** Take back what was chosen last; answers the space that was left. */
  back(): number | undefined {
    const space = this.target?.space;
    if (space === undefined) this.forget();
    else this.target = null;
    return space;
  }
}

/** Go on with the keyboard in a panel that has just been opened. */
async function focusOn(id: string): Promise<void> {
  await tick();
  document.getElementById(id)?.focus();
}
