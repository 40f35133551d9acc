import { readFileSync } from "node:fs";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vite";

const SPRITE = new URL("../src/tilewright/art/tiles.svg", import.meta.url);

/** The drawings of the library, inside the page: one source for notebook and browser. */
function tiles(): Plugin {
  return {
    name: "tiles",
    transformIndexHtml(html) {
      const sprite = readFileSync(SPRITE, "utf8").replace(/ style="[^"]*"/, ' class="sprite"');
      return html.replace("<!--tiles-->", () => sprite);
    },
  };
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
    svelte(),
  ],
  build: {
    outDir: process.env.OUT ?? "../src/tilewright/site",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows files only
    modulePreload: { polyfill: false },
    target: "es2022",
  },
});
