import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

/** Long runs against real servers, one after the other: `npm run test:faults`. */
export default defineConfig({
  root: resolve(import.meta.dirname, "../.."),
  test: {
    include: ["tools/faults/**/*.test.ts"],
    environment: "node",
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 10 * 60_000,
    hookTimeout: 5 * 60_000,
  },
});
