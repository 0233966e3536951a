import { expect, test } from "vitest";
import { sampleLogId } from "../bounces/bounces.test-helpers.ts";
import { createBounceEnvelope } from "./bounce-envelope.ts";

const envelope = createBounceEnvelope({
  authSecret: "the present secret",
  authSecretPrevious: ["the one before"],
});
const address = envelope.address("rebonds@tenue.example", sampleLogId);

test("the return path contains the message's id and a signature, within the limits of an address", () => {
  expect(address).toMatch(new RegExp(`^rebonds\\+${sampleLogId}\\.[a-z2-7]{8}@tenue\\.example$`));
  expect(envelope.find(`Final-Recipient: rfc822;zoe@exemple.fr\nX-Sender: <${address}>`)).toBe(sampleLogId);
  expect(envelope.find(address.toUpperCase())).toBe(sampleLogId);
});

test("a return path is signed with the present secret, and earlier secrets are still accepted", () => {
  const before = createBounceEnvelope({ authSecret: "the one before", authSecretPrevious: [] });
  expect(envelope.find(before.address("rebonds@tenue.example", sampleLogId))).toBe(sampleLogId);
  expect(before.find(address)).toBeNull();
});

test.each([
  ["an unknown signature", address.replace(/\.[a-z2-7]{8}@/, ".aaaaaaaa@")],
  ["the id of another message", address.replace("5f0e7c62", "5f0e7c63")],
  ["no signature", `rebonds+${sampleLogId}@tenue.example`],
  ["no tag", "rebonds@tenue.example"],
])("a return path with %s identifies no message", (_what, text) => {
  expect(envelope.find(text)).toBeNull();
});

test("a forged address before the real one does not hide it", () => {
  expect(envelope.find(`${address.replace("5f0e7c62", "5f0e7c63")} ${address}`)).toBe(sampleLogId);
});
