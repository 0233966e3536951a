import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    include: ["{server,contract,db,web,artwork,scripts,tools/{mutate,seed}}/**/*.test.{ts,tsx,mjs}"],
    environment: "node",
    globalSetup: "server/testing/global-setup.ts",
    // Loading the same modules anew for each file was a third of the time; what files leave behind ends in the setup file.
    isolate: false,
    setupFiles: "server/testing/fresh-file.ts",
    pool: "forks",
    // Much of the time is waiting, for processes, clocks and retries: one more than there are cores.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
