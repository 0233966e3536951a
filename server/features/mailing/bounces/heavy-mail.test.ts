import { expect, test } from "vitest";
import { readMail } from "./bounce-reader.ts";

/** Each had held up the reader for seconds, its time growing with the square of its length. */
const pieces = ["-", "a", "user x", "a@", "550 ", "-- ", "<", " "];

test.each(pieces)("a report of 250 KB of '%s' is read in linear time", async (piece) => {
  const timeOf = async (bytes: number) => {
    const body = piece.repeat(bytes / piece.length);
    const start = performance.now();
    await readMail(`From: MAILER-DAEMON@x\r\nSubject: Undelivered mail\r\n\r\n${body}`);
    return performance.now() - start;
  };
  await timeOf(25_000);
  const small = Math.max(2, await timeOf(25_000));
  // Ten times the length: quadratic work would take a hundred times as long.
  expect((await timeOf(250_000)) / small).toBeLessThan(50);
});
