import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Files that need a process of their own: the SDKs keep the `Request` of the moment in which they were imported. */
const ALONE = [
  "lib/api/{sdks,middleware/api-key,usage/usage,webhooks/webhooks}.test.ts",
  "lib/delivery/signature.test.ts",
  "lib/testbed/promises/webhooks.test.ts",
];
const ALL = ["{app,components,lib,bench}/**/*.test.{ts,tsx}", "*.test.ts"];

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    projects: [
      // Nothing keeps state in a module, so files of one worker share what they import: half of the time went into importing.
      {
        extends: true,
        test: { name: "shared", include: ALL, exclude: ["node_modules", ...ALONE], isolate: false },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
    // A test's spies end with it.
    restoreMocks: true,
    // Unless told, one core of two would stand still.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Limits for what never comes. A machine whose cores are all busy needs several times what a calm one does.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
