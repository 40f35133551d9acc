import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { formats } from "./formats";

// The messages are compiled by the build: run it first. They are a thousand modules, which all files share.
export default defineConfig({
  plugins: [formats(), svelte()],
  test: {
    include: ["test/**/*.test.ts"],
    environment: "node",
    setupFiles: ["test/setup.ts"],
    isolate: false,
    maxWorkers: 1,
  },
});
