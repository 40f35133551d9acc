import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The messages are compiled by the build: run it first. They are a thousand modules, which all files share and Node
// loads as they are.
export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    setupFiles: ["test/setup.ts"],
    server: { deps: { external: [/src\/paraglide\//] } },
    isolate: false,
    maxWorkers: 1,
  },
});
