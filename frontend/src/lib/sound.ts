/** Small sounds, made on the spot: ceramic, wood, a bowl. None carries information alone. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const isSilent = (): boolean => !settings.sound || still.matches;

function strike(
  pitch: number,
  length: number,
  loudness: number,
  kind: OscillatorType = "sine",
  delay = 0,
) {
  if (isSilent()) return;
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

/** A tile on stone: a burst of noise through the tile's own pitch, with a short ring. */
function clack(pitch: number, loudness: number) {
  if (isSilent()) return;
  try {
    context ??= new AudioContext();
    const { sampleRate, currentTime, destination } = context;
    const length = 0.035;
    const buffer = context.createBuffer(1, sampleRate * length, sampleRate);
    const wave = buffer.getChannelData(0);
    for (let i = 0; i < wave.length; i++)
      wave[i] = (2 * Math.random() - 1) * (1 - i / wave.length) ** 3;
    const noise = context.createBufferSource();
    noise.buffer = buffer;
    const body = context.createBiquadFilter();
    body.type = "bandpass";
    body.frequency.value = pitch;
    body.Q.value = 2.5;
    const volume = context.createGain();
    volume.gain.value = loudness;
    noise.connect(body).connect(volume).connect(destination);
    noise.start(currentTime);
    strike(pitch * 1.5, 0.05, loudness / 12);
  } catch {
    // a page without sound is a page that works
  }
}

export const sound = {
  take: () => clack(2600, 0.5),
  lay: (step = 0) => clack(1100 * 2 ** (step / 12), 0.6),
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
