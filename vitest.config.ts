import { playwright } from "@vitest/browser-playwright";
import mantine from "postcss-preset-mantine";
import { defineConfig } from "vitest/config";
import { browserArguments, browserPath } from "./test/support/browser.ts";
import { contractSet } from "./test/support/contract-set.ts";

/** CI runs the whole project `api` on PostgreSQL, and the tests of `contractSet` on the embedded database too. */
const isContractRun = process.env.API_TESTS === "contract";
/** `npm run test:system` also runs the long tests. */
const isLongRun = process.env.SYSTEM_TESTS === "long";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    // In CI a failed test is repeated, so that the report names flaky tests. Local runs repeat no test.
    retry: process.env.CI ? 1 : 0,
    // The limits are for tests that hang. They are long, so that no test fails because the machine is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    pool: "forks",
    // One more than the number of cores, because tests often wait for processes and browsers.
    maxWorkers: 3,
    // One after another (`groupOrder`): together they took 450 s instead of 403 on two cores.
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          sequence: { groupOrder: 0 },
          include: ["{contract,db,server,web,artwork,scripts,tools}/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "**/*.{api,ui}.test.*"],
          environment: "node",
          // Loading the same modules for each file took a third of the time; the setup file resets the changes of each file.
          isolate: false,
          setupFiles: "test/support/fresh-file.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          sequence: { groupOrder: 1 },
          include: isContractRun ? contractSet : ["{contract,db,server,scripts,test,tools}/**/*.api.test.ts"],
          exclude: ["**/node_modules/**"],
          environment: "node",
          globalSetup: "test/support/global-setup.ts",
          isolate: false,
          setupFiles: "test/support/fresh-file.ts",
        },
      },
      {
        extends: true,
        css: { postcss: { plugins: [mantine()] } },
        // If Vite found a package only while tests run, it would reload their page.
        optimizeDeps: { entries: ["web/admin/main.tsx", "web/site/home.entry.ts", "web/**/*.ui.test.tsx"] },
        test: {
          name: "ui",
          sequence: { groupOrder: 2 },
          setupFiles: "test/support/ui/setup.ts",
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // On a busy machine the first load of the page took longer than the default of one minute, after which the run ends.
            connectTimeout: 5 * 60_000,
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              actionTimeout: 20_000,
              launchOptions: { executablePath: browserPath, args: browserArguments },
              contextOptions: { locale: "fr-FR", timezoneId: "Europe/Paris", reducedMotion: "reduce" },
            }),
            // Site and back office never share a page, because each has global styles.
            instances: [
              { browser: "chromium", name: "ui", include: ["web/admin/**/*.ui.test.tsx"] },
              { browser: "chromium", name: "ui-site", include: ["web/site/**/*.ui.test.tsx"] },
            ],
          },
        },
      },
      {
        extends: true,
        test: {
          name: "system",
          sequence: { groupOrder: 3 },
          include: ["test/system/**/*.test.{ts,mjs}"],
          exclude: isLongRun ? [] : ["**/*.long.test.*"],
          environment: "node",
          isolate: false,
          setupFiles: "test/support/fresh-file.ts",
          globalSetup: "test/support/global-setup.ts",
          testTimeout: 5 * 60_000,
          hookTimeout: 5 * 60_000,
        },
      },
    ],
  },
});
