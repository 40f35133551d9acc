/** Small synthesised sounds: ceramic, wood, a bowl. None carries information alone. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The audio context, or null where there must be silence. */
function ready(): AudioContext | null {
  if (!settings.sound || still.matches) return null;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    return context;
  } catch {
    return null; // the page works without sound
  }
}

/** Something struck rings: it starts at once and dies away. */
function strike(
  pitch: number,
  length: number,
  loudness: number,
  kind: OscillatorType = "sine",
  delay = 0,
) {
  const context = ready();
  if (!context) return;
  const start = context.currentTime + delay;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = kind;
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.92, start + length);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loudness, start + Math.min(0.004, length / 50));
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length + 0.02);
}

/** A knock without pitch: a short burst of noise, brighter or duller. */
function knock(pitch: number, length: number, loudness: number) {
  const context = ready();
  if (!context) return;
  const buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < wave.length; i++)
    wave[i] = (2 * Math.random() - 1) * (1 - i / wave.length) ** 3;
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  const body = context.createBiquadFilter();
  body.type = "bandpass";
  body.frequency.value = pitch;
  body.Q.value = 1;
  const volume = context.createGain();
  volume.gain.value = loudness;
  noise.connect(body).connect(volume).connect(context.destination);
  noise.start(context.currentTime);
}

// A small clay plate rings with inharmonic overtones; the higher ones fade first.
const PLATE = [
  { ratio: 1, share: 0.5, length: 0.09 },
  { ratio: 1.73, share: 0.32, length: 0.06 },
  { ratio: 2.93, share: 0.2, length: 0.035 },
] as const;

/** A tile on stone: the knock, then the ring of the tile. */
function clack(pitch: number, loudness: number) {
  knock(pitch * 2, 0.02, loudness * 1.5);
  for (const { ratio, share, length } of PLATE) strike(pitch * ratio, length, loudness * share);
}

export const sound = {
  take: () => clack(2300, 0.16),
  lay: (step = 0) => clack(1150 * 2 ** (step / 12), 0.2),
  score: (bonus = false) => {
    strike(bonus ? 660 : 523, 0.5, 0.05);
    strike((bonus ? 660 : 523) * 2.76, 0.25, 0.012);
  },
  floor: () => strike(150, 0.16, 0.1, "triangle"),
  win: () => {
    for (const [at, pitch] of [523, 659, 784, 1047].entries())
      strike(pitch, 0.6, 0.05, "sine", at * 0.12);
  },
  turn: () => {
    strike(659, 0.35, 0.06);
    strike(880, 0.45, 0.06, "sine", 0.16);
  },
};
