/** A person's settings: kept on the device, and with the account if there is one. */

import { recall, remember } from "./memory";
import type { components } from "./schema";

type SavedPreferences = components["schemas"]["Preferences"]; // those the server knows
export type Theme = NonNullable<SavedPreferences["theme"]>;
export type Animation = NonNullable<SavedPreferences["animation"]>;
export const SPEEDS: Record<Animation, number> = { off: 0, fast: 0.5, normal: 1, slow: 1.5 };

export interface Preferences {
  theme: Theme;
  boards: "plaster" | "azulejo" | "garden"; // the material of table and boards
  tiles: "glazed" | "matt" | "contrast"; // the colours of the tiles
  contrast: boolean; // stronger lines and text
  patterns: "full" | "bold"; // bold: the compact drawings at every size
  animation: Animation;
  story: boolean; // show the scoring tile by tile
  sound: boolean;
  confirm: boolean; // ask before a move is sent
  automatic: boolean; // play forced moves for me
  previews: boolean; // show what a move is worth
}

export const DEFAULTS: Preferences = {
  theme: "system",
  boards: "plaster",
  tiles: "glazed",
  contrast: false,
  patterns: "full",
  animation: "normal",
  story: true,
  sound: true,
  confirm: false,
  automatic: true,
  previews: true,
};

const KEY = "settings";

/** Stored preferences as they are now: the animation speed once had another name. */
export function today(kept: Record<string, unknown>): Record<string, unknown> {
  const { speed, ...rest } = kept;
  return typeof speed === "string"
    ? { animation: speed === "instant" ? "off" : speed, ...rest }
    : rest;
}

function stored(): Preferences {
  try {
    return { ...DEFAULTS, ...today(JSON.parse(recall(KEY) ?? "{}")) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Preferences = $state(stored());
const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How long animations take: a factor for every duration, 0 for none. */
export function speed(): number {
  return still.matches ? 0 : SPEEDS[settings.animation];
}

/** Whether lines and text are stronger; other clients store this as a theme. */
export const hasContrast = (): boolean => settings.contrast || settings.theme === "contrast";

/** Apply the settings. */
export function apply(): void {
  const root = document.documentElement;
  const { theme } = settings;
  root.dataset.theme =
    theme === "light" || theme === "dark" ? theme : dark.matches ? "dark" : "light";
  root.dataset.boards = settings.boards;
  root.dataset.tiles = settings.tiles;
  root.dataset.contrast = hasContrast() ? "more" : "normal";
  root.style.setProperty("--speed", String(speed()));
}

/** Store the settings. */
export function keep(): void {
  remember(KEY, JSON.stringify(settings));
}

dark.addEventListener("change", apply);
still.addEventListener("change", apply);
