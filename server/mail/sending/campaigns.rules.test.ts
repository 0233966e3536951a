import { expect, test } from "vitest";
import { mayCarryLeaveLinks } from "./campaigns.rules.ts";

test.each([
  ["https://tenue.example", true],
  ["http://tenue.example", false],
  ["http://192.168.1.10:3000", false],
  ["http://localhost:3000", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:3000", true],
  ["http://tenue.localhost", true],
  ["http://tenue.test", true],
  ["http://localhost.example", false],
  ["http://127.0.0.1.example", false],
])("with the site at %s, links to leave may stand in mails: %s", (baseUrl, may) => {
  expect(mayCarryLeaveLinks(baseUrl)).toBe(may);
});
