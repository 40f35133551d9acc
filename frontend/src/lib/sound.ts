/** Small sounds, made on the spot: ceramic, wood, a bowl. None carries information alone. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

function strike(
  pitch: number,
  length: number,
  loudness: number,
  kind: OscillatorType = "sine",
  delay = 0,
) {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const start = context.currentTime + delay;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = kind;
    tone.frequency.setValueAtTime(pitch, start);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.92, start + length);
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(loudness, start + 0.004);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  } catch {
    // a page without sound is a page that works
  }
}

export const sound = {
  take: () => {
    strike(2100, 0.06, 0.05, "triangle");
    strike(3300, 0.04, 0.02);
  },
  lay: (step = 0) => strike(620 * 2 ** (step / 12), 0.09, 0.07, "triangle"),
  score: (bonus = false) => {
    strike(bonus ? 660 : 523, 0.5, 0.05);
    strike((bonus ? 660 : 523) * 2.76, 0.25, 0.012);
  },
  floor: () => strike(150, 0.16, 0.1, "triangle"),
  turn: () => {
    strike(659, 0.35, 0.06);
    strike(880, 0.45, 0.06, "sine", 0.16);
  },
};
