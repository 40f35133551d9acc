/** Which ply of a game is shown, and whether it is playing. */

export const SPEEDS = [0.5, 1, 2, 4] as const;
const BEAT = 1000; // between two plies at speed 1

export class Playback {
  ply = $state(0);
  playing = $state(false);
  speed = $state(1);
  rounds = $state.raw<number[]>([1]); // the round of each ply
  last = $derived(this.rounds.length - 1);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `arrive` shows a ply; the next one waits for it. */
  constructor(readonly arrive: (ply: number, from: number) => Promise<void> = async () => {}) {}

  /** Show a ply, and pause. */
  go(ply: number): Promise<void> {
    this.pause();
    return this.#show(ply);
  }

  step(by: number): Promise<void> {
    return this.go(this.ply + by);
  }

  /** The start of the next round; backwards, that of this round and then of the one before. */
  round(by: 1 | -1): Promise<void> {
    return this.go(by > 0 ? this.#after() : this.#before());
  }

  /** The first ply of a round. */
  startOf(round: number): number {
    return Math.max(0, this.rounds.indexOf(round));
  }

  toggle(): void {
    if (this.playing) this.pause();
    else void this.play();
  }

  /** Play from here, or from the beginning if this is the end. */
  async play(): Promise<void> {
    this.playing = true;
    if (this.ply >= this.last) await this.#show(0);
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    if (this.ply >= this.last) {
      this.playing = false;
      return;
    }
    this.#timer = setTimeout(async () => {
      await this.#show(this.ply + 1);
      this.#wait();
    }, BEAT / this.speed);
  }

  #show(ply: number): Promise<void> {
    const from = this.ply;
    this.ply = Math.min(this.last, Math.max(0, Math.round(ply)));
    return this.arrive(this.ply, from);
  }

  #after(): number {
    const now = this.rounds[this.ply] ?? 1;
    const next = this.rounds.findIndex((round) => round > now);
    return next < 0 ? this.last : next;
  }

  #before(): number {
    const now = this.rounds[this.ply] ?? 1;
    const start = this.startOf(now);
    return this.ply > start || !start ? start : this.startOf(this.rounds[start - 1] ?? 1);
  }
}
