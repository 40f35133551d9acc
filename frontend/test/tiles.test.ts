/** The tiles in every look: motifs stand out from their ground, and colours from each other. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const SPRITE = readFileSync("../src/tilewright/art/tiles.svg", "utf8");
const TOKENS = readFileSync("src/tokens.css", "utf8");
const NAMES = [
  ...new Set([...SPRITE.matchAll(/var\(--t-([\w-]+),/g)].map(([, name = ""]) => name)),
];
const SETS = [...new Set(NAMES.map((name) => name.replace(/\w+$/, "")))].map((shape) =>
  NAMES.filter((name) => name.replace(/\w+$/, "") === shape),
); // those that lie on one table
const LOOKS = { glazed: 3, matt: 3, contrast: 7 }; // the least contrast of a motif

type Triple = [number, number, number];
type Matrix = [Triple, Triple, Triple];

// colour vision: normal, and Machado's protanopia, deuteranopia and tritanopia
const EYES: Matrix[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];
const XYZ: Matrix = [
  [0.4124 / 0.95047, 0.3576 / 0.95047, 0.1805 / 0.95047],
  [0.2126, 0.7152, 0.0722],
  [0.0193 / 1.08883, 0.1192 / 1.08883, 0.9505 / 1.08883],
];

const times = (matrix: Matrix, [a, b, c]: Triple): Triple =>
  matrix.map(([x, y, z]) => Math.min(1, Math.max(0, x * a + y * b + z * c))) as Triple;

function light(hex: string): Triple {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return parts.map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)) as Triple;
}

function lab(seen: Triple): Triple {
  const [x, y, z] = times(XYZ, seen).map((t) =>
    t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116,
  ) as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other]
    .map((hex) => times(XYZ, light(hex))[1] + 0.05)
    .sort((a, b) => a - b);
  return high / low;
}

/** A colour of a look: what its tokens say, or what the sprite says itself. */
function paint(look: string, name: string): string {
  const block = new RegExp(`\\[data-tiles="${look}"\\] \\{[^}]*--${name}: (#\\w{6});`).exec(TOKENS);
  const own = new RegExp(`var\\(--${name},(#\\w{6})\\)`).exec(SPRITE);
  if (look !== "glazed" && !block) throw new Error(`${look} has no --${name}`);
  return (block ?? own)?.[1] ?? "";
}

describe.each(Object.entries(LOOKS))("%s tiles", (look, least) => {
  it.each(NAMES)("show the motif of %s", (name) => {
    expect(contrast(paint(look, `t-${name}`), paint(look, `ti-${name}`))).toBeGreaterThan(least);
  });

  it.each(SETS.map((names) => [names]))("differ for all eyes: %s", (names) => {
    expect(names.length).toBeGreaterThan(4);
    for (const eye of EYES) {
      const seen = names.map((name) => lab(times(eye, light(paint(look, `t-${name}`)))));
      for (const [at, one] of seen.entries())
        for (const [other, two] of seen.slice(at + 1).entries())
          expect(
            Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2]),
            `${names[at]} and ${names[at + 1 + other]}`,
          ).toBeGreaterThan(20);
    }
  });
});
