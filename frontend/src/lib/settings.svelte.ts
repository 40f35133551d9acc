/** What a person has chosen about the page; kept on the device, and with the account if there is one. */

import { recall, remember } from "./memory";

export type Theme = "system" | "light" | "dark";
export type Speed = "instant" | "fast" | "normal" | "slow";
export const SPEEDS: Record<Speed, number> = { instant: 0, fast: 0.5, normal: 1, slow: 1.5 };

export interface Preferences {
  theme: Theme;
  contrast: boolean; // stronger lines and text
  patterns: "full" | "bold"; // bold: the compact drawings at every size
  speed: Speed;
  story: boolean; // tell the scoring tile by tile
  sound: boolean;
  confirm: boolean; // ask before a move is sent
  automatic: boolean; // forced moves are played for me
  previews: boolean; // show what a move is worth
}

export const DEFAULTS: Preferences = {
  theme: "system",
  contrast: false,
  patterns: "full",
  speed: "normal",
  story: true,
  sound: true,
  confirm: false,
  automatic: true,
  previews: true,
};

const KEY = "settings";

function stored(): Preferences {
  try {
    return { ...DEFAULTS, ...JSON.parse(recall(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Preferences = $state(stored());
const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How long things take: a factor for every duration, 0 for not at all. */
export function speed(): number {
  return still.matches ? 0 : SPEEDS[settings.speed];
}

/** Put the choices into effect. */
export function apply(): void {
  const root = document.documentElement;
  const theme = settings.theme === "system" ? (dark.matches ? "dark" : "light") : settings.theme;
  root.dataset.theme = theme;
  root.dataset.contrast = settings.contrast ? "more" : "normal";
  root.style.setProperty("--speed", String(speed()));
}

/** Keep the choices. */
export function keep(): void {
  remember(KEY, JSON.stringify(settings));
}

dark.addEventListener("change", apply);
still.addEventListener("change", apply);
