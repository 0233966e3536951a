// The first import, because it must run before React DOM loads.
import "./quick-react.ts";
import { notifications } from "@mantine/notifications";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { page, server, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { takeUnanswered } from "./present.ts";

// In the app's build, the screens' styles come after Mantine's. A test that imports a screen first would reverse this order and
// change which of two rules with equal specificity applies.
if (server.config.name === "ui") await import("@mantine/core/styles.css");

const consoleErrors: string[] = [];

const corner = { x: 1439, y: 0 };
let isPointerInCorner = false;
for (const name of ["mouseover", "mousemove"] as const)
  document.addEventListener(name, ({ clientX, clientY }) => {
    isPointerInCorner = clientX === corner.x && clientY === corner.y;
  });

beforeEach(async () => {
  // The viewport of most tests. Tests of phones set 390 × 844 themselves.
  if (innerWidth !== 1440 || innerHeight !== 900) await page.viewport(1440, 900);
  // The pointer is still where the last test left it. On a link of the next screen it would cause a prefetch.
  if (!isPointerInCorner) await userEvent.hover(document.documentElement, { position: corner, force: true });
  consoleErrors.length = 0;
  vi.spyOn(console, "error").mockImplementation((...words) => {
    consoleErrors.push(words.map(String).join(" "));
  });
});

afterEach(async () => {
  // The library itself does this only in the first file, because the files share one page.
  await cleanup();
  // The library keeps notifications in a global store, and error notifications stay until they are closed.
  notifications.clean();
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  const unanswered = takeUnanswered();
  // The calls are in the message, because the runner shortens lists.
  expect(unanswered, `calls without a fake: ${unanswered.join(", ")}`).toEqual([]);
  expect(consoleErrors, `errors on the console: ${consoleErrors.join("\n")}`).toEqual([]);
});
