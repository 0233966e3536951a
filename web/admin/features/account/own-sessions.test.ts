import { expect, test } from "vitest";
import { describeDevice } from "./own-sessions.tsx";

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox sur Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome sur Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge sur Windows",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/19.0 Safari/605.1.15`,
    "Safari sur macOS",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} CriOS/140.0 Safari/604.1`,
    "Chrome sur iPhone",
  ],
  ["curl/8.0", "Appareil inconnu"],
  ["", "Appareil inconnu"],
  [null, "Appareil inconnu"],
])("the user agent %s is shown as %s", (userAgent, shown) => {
  expect(describeDevice(userAgent)).toBe(shown);
});
