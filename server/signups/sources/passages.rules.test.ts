import { expect, test } from "vitest";
import { isPassage } from "./passages.rules.ts";

const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const visit = (userAgent: string, ...purposes: (string | undefined)[]) => isPassage({ userAgent, purposes });

test.each([
  safari,
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 300.0",
  "Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
])("the passage of a browser counts: %s", (userAgent) => {
  expect(visit(userAgent, undefined)).toBe(true);
});

test.each([
  "",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/140.0 Safari/537.36",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36",
  "facebookexternalhit/1.1",
  "WhatsApp/2.23.20.0 A",
  "TelegramBot (like TwitterBot)",
  "Slackbot-LinkExpanding 1.0",
  "curl/8.5.0",
  "python-requests/2.31",
])("the passage of a robot does not count: %s", (userAgent) => {
  expect(visit(userAgent)).toBe(false);
});

test("the passage of a prefetching browser does not count", () => {
  expect(visit(safari, "prefetch;prerender")).toBe(false);
  expect(visit(safari, undefined, "prefetch")).toBe(false);
});
