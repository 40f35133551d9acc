/** Walking through a game: plies, rounds, playback; moves by round and what they scored. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Ply, Step } from "../src/lib/view";
import { chapters, gains, logAt, playedAt } from "../src/replay/history";
import { Playback } from "../src/replay/playback.svelte";

const ROUNDS = [1, 1, 1, 2, 2, 2, 3];

function walk(arrive?: (ply: number, from: number) => Promise<void>): Playback {
  const playback = new Playback(arrive);
  playback.rounds = ROUNDS;
  return playback;
}

describe("playback", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("stays inside the game", async () => {
    const seen: [number, number][] = [];
    const playback = walk(async (ply, from) => void seen.push([ply, from]));
    await playback.go(4);
    await playback.step(1);
    await playback.go(99);
    await playback.step(1);
    await playback.go(-3);
    expect(seen).toEqual([
      [4, 0],
      [5, 4],
      [6, 5],
      [6, 6],
      [0, 6],
    ]);
  });
  test.each([
    [0, 1, 3],
    [2, 1, 3],
    [3, 1, 6],
    [6, 1, 6],
    [5, -1, 3],
    [3, -1, 0],
    [1, -1, 0],
    [0, -1, 0],
    [6, -1, 3],
  ] as const)("from ply %i by a round (%i) to %i", async (from, by, to) => {
    const playback = walk();
    await playback.go(from);
    await playback.round(by);
    expect(playback.ply).toBe(to);
  });
  test("plays to the end and stops", async () => {
    const playback = walk();
    void playback.play();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(playback.ply).toBe(6);
    expect(playback.playing).toBe(false);
  });
  test("begins again when it is at the end", async () => {
    const playback = walk();
    await playback.go(6);
    playback.toggle();
    await vi.advanceTimersByTimeAsync(0);
    expect([playback.ply, playback.playing]).toEqual([0, true]);
  });
  test("waits for what is being shown", async () => {
    let done = () => {};
    const playback = walk(() => new Promise((resolve) => (done = resolve)));
    void playback.play();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(playback.ply).toBe(1);
    done();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(playback.ply).toBe(2);
  });
  test("stops when somebody takes a step, even while a ply is being shown", async () => {
    let done = () => {};
    const playback = walk(() => new Promise((resolve) => (done = resolve)));
    void playback.play();
    await vi.advanceTimersByTimeAsync(5000);
    const first = done;
    void playback.go(4);
    first();
    done();
    await vi.advanceTimersByTimeAsync(30_000);
    expect([playback.ply, playback.playing]).toEqual([4, false]);
  });
});

const step = (seat: number, points: number): Step => ({
  seat,
  kind: "round",
  code: "tile",
  points,
});
const ply = (at: number, round: number, more: Partial<Ply> = {}): Ply => ({
  ply: at,
  position: "",
  state: {} as Ply["state"],
  turn: 0,
  round,
  last_round: false,
  end: null,
  scores: [0, 0],
  ...(at ? { seat: at % 2, move: `m${at}` } : {}),
  ...more,
});
const plies = ROUNDS.map((round, at) => ply(at, round));

describe("history", () => {
  test("a move belongs to the round in which it was made", () => {
    const found = chapters(plies).map(({ round, plies }) => [round, plies.map((one) => one.ply)]);
    expect(found).toEqual([
      [1, [1, 2, 3]],
      [2, [4, 5, 6]],
    ]);
    expect(chapters(plies.slice(0, 1))).toEqual([]);
  });
  test("who moved comes first, who gained nothing is left out", () => {
    const steps = [step(0, 2), step(1, 3), step(1, -1), step(2, 1), step(2, -1)];
    expect(gains(ply(1, 1, { steps }))).toEqual([
      { seat: 1, points: 2 },
      { seat: 0, points: 2 },
    ]);
    expect(gains(ply(1, 1))).toEqual([]);
  });
  test("the log so far", () => {
    expect(playedAt(ply(0, 1))).toBeNull();
    expect(logAt(plies, 2).map(({ move }) => move)).toEqual(["m1", "m2"]);
    expect(logAt(plies, 0)).toEqual([]);
  });
});
