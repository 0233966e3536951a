import { defineConfig, devices } from "@playwright/test";
import { browserArguments, browserPath } from "./test/support/browser.ts";

/** The tests that write the pictures of the documents. Only `npm run screenshots` runs them. */
const screenshots = process.env.SCREENSHOTS ? [] : ["screenshots.spec.ts"];

/** Tests of whole flows on the built server and web, at 1440 px. Tests with the tag `@mobile` also run on a phone of 390 px. */
export default defineConfig({
  testDir: "./test/browser",
  outputDir: "./test-results/pages",
  fullyParallel: false,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // In CI a failed test is repeated, so that the report names flaky tests. Local runs repeat no test.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"], ["json", { outputFile: process.env.BROWSER_REPORT ?? "test-results/browser.json" }]],
  use: {
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: "only-on-failure",
    launchOptions: { executablePath: browserPath, args: browserArguments },
  },
  projects: [
    { name: "desktop", testIgnore: screenshots, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "mobile",
      testIgnore: screenshots,
      grep: /@mobile/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        userAgent: devices["iPhone 15"].userAgent,
      },
    },
  ],
});
