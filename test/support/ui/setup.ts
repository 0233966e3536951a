// First: it has to be there before React DOM.
import "./quick-react.ts";
import { notifications } from "@mantine/notifications";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { page, server, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { takeUnanswered } from "./present.ts";

// The screens' styles come after Mantine's in the app's build. A test that imports a screen first would turn their order round,
// and with it every rule of equal weight.
if (server.config.name === "ui") await import("@mantine/core/styles.css");

const consoleErrors: string[] = [];

const corner = { x: 1439, y: 0 };
let isPointerInCorner = false;
for (const name of ["mouseover", "mousemove"] as const)
  document.addEventListener(name, ({ clientX, clientY }) => {
    isPointerInCorner = clientX === corner.x && clientY === corner.y;
  });

beforeEach(async () => {
  // The width of most tests; those of phones set 390 × 844 themselves.
  if (innerWidth !== 1440 || innerHeight !== 900) await page.viewport(1440, 900);
  // The pointer lies where the last test left it; on a link of the next screen, it would prefetch.
  if (!isPointerInCorner) await userEvent.hover(document.documentElement, { position: corner, force: true });
  consoleErrors.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words) => {
    consoleErrors.push(words.map(String).join(" "));
  });
});

afterEach(async () => {
  // The library does so only in the first file, because the files share one page.
  await cleanup();
  // Notices live in a store of the library: one that failed stays until it is closed.
  notifications.clean();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  const unanswered = takeUnanswered();
  // The runner's message shortens lists.
  expect(unanswered, `calls without a fake: ${unanswered.join(", ")}`).toEqual([]);
  expect(consoleErrors, `errors on the console: ${consoleErrors.join("\n")}`).toEqual([]);
});
