import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Encoding } from "./load-web-files.ts";
import { packHead, withTail } from "./packed-with-tail.ts";

const unpack: Record<Encoding | "none", (content: Buffer) => Buffer> = {
  br: (content) => brotliDecompressSync(content),
  gzip: (content) => gunzipSync(content),
  none: (content) => content,
};
const encodings = ["br", "gzip", null] as const;

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 3_000 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.integer({ min: 0, max: 4_000 }).map((times) => "<label>Prénom</label>".repeat(times)),
);
const tail = fc.oneof(
  fc.string({ unit: "binary", maxLength: 500 }),
  fc.integer({ min: 1, max: 65_535 }).map((length) => "t".repeat(length)),
);

test("zlib's own decoders can read every head with every ending", async () => {
  const efforts = fc.constantFrom("best" as const, "quick" as const);
  const property = fc.asyncProperty(text, tail, efforts, async (before, after, effort) => {
    for (const encoding of encodings) {
      const answer = withTail(await packHead(before, encoding, effort), after);
      const expected = Buffer.concat([Buffer.from(before), Buffer.from(after)]);
      expect(unpack[encoding ?? "none"](answer).equals(expected)).toBe(true);
    }
  });
  await fc.assert(property, { numRuns: 60 });
});

test.each(encodings)("one head packed as %s can be combined with different endings", async (encoding) => {
  const head = await packHead("<form>", encoding, "best");
  for (const ending of ["a", "bb", ""]) {
    expect(unpack[encoding ?? "none"](withTail(head, ending)).toString()).toBe(`<form>${ending}`);
  }
});

test("an ending that is too long for a single block is refused", async () => {
  const head = await packHead("<form>", "br", "quick");
  expect(() => withTail(head, "t".repeat(65_536))).toThrow("longer than one block");
});
