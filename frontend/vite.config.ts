import { readdirSync, readFileSync } from "node:fs";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vite";
import { formats } from "./formats";

const SPRITE = new URL("../src/tilewright/art/tiles.svg", import.meta.url);

/** The drawings of the library, inlined in the page: one source for notebooks and browsers. */
function tiles(): Plugin {
  return {
    name: "tiles",
    transformIndexHtml(html) {
      const sprite = readFileSync(SPRITE, "utf8").replace(/ style="[^"]*"/, ' class="sprite"');
      return html.replace("<!--tiles-->", () => sprite);
    },
  };
}

// Messages are tiny modules, bundled by area, or by page where the first word of a name is the page.
const AREA = new Map(
  readdirSync("messages/en").flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(`messages/en/${file}`, "utf8"))).map((key) => [
      key,
      file.replace(".json", ""),
    ]),
  ),
);
const GAMES = readdirSync("src/games", { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const PAGES = ["common", "editor", "help", "home", "learn", "new", "people"]; // other than the table
const STUDY = ["hint", "why"];

function words(id: string): string | null {
  const key = /paraglide\/messages\/(\w+)\.js$/.exec(id)?.[1];
  const area = key && AREA.get(key);
  if (!area) return null;
  const page = (key.split("_")[0] ?? "").replace(/^key$/, "keys");
  if (GAMES.includes(area)) {
    if (STUDY.includes(page)) return "study";
    return page === "lesson" ? `lesson-${area}` : PAGES.includes(page) ? page : area;
  }
  if (area === "people")
    return ["keys", "people", "profile", "settings"].includes(page) ? page : "account";
  return ["home", "editor", "learn"].includes(area) ? page : area;
}

export default defineConfig({
  plugins: [
    tiles(),
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./src/paraglide",
      strategy: ["localStorage", "preferredLanguage", "baseLocale"],
      localStorageKey: "language",
      isServer: "false",
      emitGitIgnore: false,
      emitPrettierIgnore: false,
      emitReadme: false,
    }),
    formats(),
    svelte(),
  ],
  server: { proxy: { "/api": { target: process.env.TILEWRIGHT_API, ws: true } } }, // `make dev`
  build: {
    outDir: process.env.OUT ?? "../src/tilewright/site",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows files only
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "runtime",
              test: /paraglide\/(runtime|registry)|node_modules\/svelte/,
              priority: 1,
            },
            { name: (id) => words(id) && `words-${words(id)}`, debugName: "words" },
          ],
        },
      },
    },
  },
});
