import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    include: ["{app,components,lib,bench}/**/*.test.{ts,tsx}", "*.test.ts"],
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
