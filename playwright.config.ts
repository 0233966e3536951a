import { defineConfig, devices } from "@playwright/test";

/** `npm run test:browser` says which one. */
const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium-headless-shell";

/** They write what the documents show: `npm run screenshots`. */
const screenshots = process.env.SCREENSHOTS ? [] : ["screenshots.spec.ts"];

/**
 * Flows that no width changes: forms, mails, rights and failures. Their screens are looked at on a phone by
 * `admin-everywhere` and `admin-dialogs`, the flows themselves are gone through once.
 */
const sameAtEveryWidth = [
  "admin-account",
  "admin-backups",
  "admin-bounces",
  "admin-campaign-kinds",
  "admin-email-sending",
  "admin-email-settings",
  "admin-failures",
  "admin-hold",
  "admin-journal",
  "admin-mail-domain",
  "admin-mail-templates",
  "admin-privacy",
  "admin-questionnaire-unsaved",
  "admin-reauthentication",
  "admin-sign-in",
  "admin-single-mail",
  "admin-site",
  "admin-stale",
  "admin-state",
  "admin-suppressions",
  "admin-two-factor",
  "admin-users",
  "browser-storage",
  "site-found",
  "site-shield",
].map((name) => `${name}.spec.ts`);

/** Browser tests run on the built server and web (`npm run test:browser` builds what is stale first). */
export default defineConfig({
  testDir: "./e2e",
  outputDir: "./test-results/pages",
  // One file for all projects and machines: what a screen reader is told depends on neither.
  snapshotPathTemplate: "{testDir}/golden/{arg}{ext}",
  fullyParallel: false,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // On a shared machine a test may stumble once; `scripts/count-tests.mjs` then names it as unsteady.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"], ["json", { outputFile: process.env.BROWSER_REPORT ?? "test-results/browser.json" }]],
  use: {
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A trace films every step; CI keeps none.
    trace: process.env.CI ? "off" : "retain-on-failure",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "desktop", testIgnore: screenshots, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: "mobile",
      // What no width changes is tried once.
      testIgnore: [...sameAtEveryWidth, "screenshots.spec.ts"],
      grepInvert: /@once/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        userAgent: devices["iPhone 15"].userAgent,
      },
    },
  ],
});
