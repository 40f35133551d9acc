/** What the player has selected on the way to a move. Only legal moves can be reached. */

import { tick } from "svelte";
import { settings } from "../../lib/settings.svelte";
import type { Legal, Step } from "../../lib/view";
import { best, isFeature, type LegalChoices, type Offer } from "./moves";

export interface Target {
  space: number;
  color: number;
  jokers: number;
}

export class Selection {
  held = $state(""); // source and colour
  hint = $state(""); // the same, under the pointer
  filter = $state(-1); // a colour of the hand
  target = $state.raw<Target | null>(null);
  picked = $state(-1);
  passing = $state(false);

  /** The spaces that can be chosen with the selected colour. */
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
    readonly all: () => LegalChoices,
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

  /** Take a colour from a source; if moves are to be confirmed, the first press only lifts it. */
  take(key: string): void {
    if (this.held === key || !settings.confirm) this.play(this.all().takes.get(key)?.move);
    else this.held = key;
  }

  /** Dragged away from its source, and dropped on my side. */
  lift(key: string): void {
    this.held = key;
  }
  drop(key: string): void {
    if (!settings.confirm) this.play(this.all().takes.get(key)?.move);
  }

  /** A space: the first press shows the payment, the second one pays it. */
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

  /** A colour of the hand, if it fits anywhere. */
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

  /** Undo the last selection; returns the space that was deselected. */
  back(): number | undefined {
    const space = this.target?.space;
    if (space === undefined) this.forget();
    else this.target = null;
    return space;
  }
}

/** Move the keyboard focus into a panel that has just opened. */
async function focusOn(id: string): Promise<void> {
  await tick();
  document.getElementById(id)?.focus();
}
