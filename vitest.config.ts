import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    include: ["{app,components,lib,bench}/**/*.test.{ts,tsx}", "*.test.ts"],
    // Unless told, one core of two would stand still.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Nothing keeps state in a module, so files of one worker share what they import: half of the time went into importing it anew.
    isolate: false,
    // Limits for what never comes. A machine whose cores are all busy needs several times what a calm one does.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
