import { expect, test } from "vitest";
import { chooseEncoding, matchesEtag, parseRange } from "./negotiation.rules.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["*", "br"],
  ["br;q=0, *;q=0.1", "gzip"],
  ["identity", null],
  ["deflate, zstd", null],
  [undefined, null],
])("a client that accepts %s gets %s", (header, expected) => {
  expect(chooseEncoding(header, ["br", "gzip"])).toBe(expected);
});

test("a form that was not built is never promised", () => {
  expect(chooseEncoding("br, gzip", ["gzip"])).toBe("gzip");
  expect(chooseEncoding("br, gzip", [])).toBeNull();
});

test("an entity tag is recognised in a list, as a weak one and as a star", () => {
  expect(matchesEtag('"a", W/"b"', '"b"')).toBe(true);
  expect(matchesEtag("*", '"b"')).toBe(true);
  expect(matchesEtag('"a"', '"b"')).toBe(false);
  expect(matchesEtag(undefined, '"b"')).toBe(false);
});

test.each([
  ["bytes=0-99", { start: 0, end: 99 }],
  ["bytes=900-", { start: 900, end: 999 }],
  ["bytes=-100", { start: 900, end: 999 }],
  ["bytes=-5000", { start: 0, end: 999 }],
  ["bytes=990-2000", { start: 990, end: 999 }],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-1", null],
  ["bytes=-", null],
  ["bytes=0-1,5-6", null],
  ["items=0-1", null],
  [undefined, null],
])("of a thousand bytes, %s asks for %j", (header, expected) => {
  expect(parseRange(header, 1_000)).toEqual(expected);
});
