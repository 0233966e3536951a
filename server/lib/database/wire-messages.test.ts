import fc from "fast-check";
import { expect, test } from "vitest";
import { finalStatus, MessageReader, queryMessage, syncMessage } from "./wire-messages.ts";

test("messages are parsed completely and in order for every split of the bytes", () => {
  const anyMessages = fc.array(fc.string({ unit: "grapheme", maxLength: 50 }).map(queryMessage), {
    minLength: 1,
  });
  fc.assert(
    fc.property(anyMessages, fc.integer({ min: 1, max: 40 }), (messages, step) => {
      const bytes = Buffer.concat(messages);
      const reader = new MessageReader();
      const read: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += step) {
        reader.push(bytes.subarray(at, at + step));
        for (let next = reader.takeMessage(); next; next = reader.takeMessage()) read.push(next);
      }
      expect(read.map((message) => message.toString("hex"))).toEqual(messages.map((m) => m.toString("hex")));
    }),
  );
});

test("an impossible length throws instead of waiting", () => {
  const reader = new MessageReader();
  reader.push(Buffer.from([0x51, 0, 0, 0, 1]));
  expect(() => reader.takeMessage()).toThrow(RangeError);
});

test("the transaction status is read from the end of an answer", () => {
  const ready = (letter: string) =>
    Buffer.concat([syncMessage(), Buffer.from([0x5a, 0, 0, 0, 5]), Buffer.from(letter)]);
  expect(["I", "T", "E"].map((letter) => finalStatus(ready(letter)))).toEqual(["idle", "open", "failed"]);
  expect(finalStatus(syncMessage())).toBe(null);
});
