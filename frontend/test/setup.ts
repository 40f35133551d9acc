/** What the pages need from a browser as soon as they load, for tests without one; English unless a test says otherwise. */

import { beforeEach, vi } from "vitest";
import { overwriteGetLocale } from "../src/paraglide/runtime";

globalThis.matchMedia = () =>
  ({ matches: false, addEventListener() {} }) as unknown as MediaQueryList;
vi.mock("../src/lib/language.svelte", () => ({ language: { now: "en" } }));
overwriteGetLocale(() => "en");
beforeEach(() => overwriteGetLocale(() => "en"));
