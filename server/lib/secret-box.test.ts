import { expect, test } from "vitest";
import { createSecretBox, SecretBoxError } from "./secret-box.ts";

const box = createSecretBox("a secret of the installation, long enough", "test");

test("a sealed text opens again, and looks different each time", () => {
  const sealed = box.seal("lin et velours");
  expect(box.open(sealed)).toBe("lin et velours");
  expect(box.seal("lin et velours")).not.toBe(sealed);
  expect(sealed).not.toContain("lin");
});

test("another secret, another purpose or a changed text opens nothing", () => {
  const sealed = box.seal("lin et velours");
  const others = [
    createSecretBox("another secret of the installation", "test"),
    createSecretBox("a secret of the installation, long enough", "other"),
  ];
  for (const other of others) expect(() => other.open(sealed)).toThrow(SecretBoxError);
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`;
  for (const text of [changed, "", "v1.", "lin et velours", sealed.slice(0, 20)]) {
    expect(() => box.open(text), text).toThrow(SecretBoxError);
  }
});

test("a text opens with an earlier secret and is sealed again with the present one", () => {
  const before = createSecretBox("the secret before the change, long enough", "test");
  const present = "the secret after the change, long enough";
  const after = createSecretBox(present, "test", [
    "one that was never used",
    "the secret before the change, long enough",
  ]);
  const sealed = before.seal("lin et velours");
  expect(after.open(sealed)).toBe("lin et velours");
  const resealed = after.reseal(sealed) ?? "";
  expect(createSecretBox(present, "test").open(resealed)).toBe("lin et velours");
  expect(after.reseal(resealed)).toBeNull();
  expect(() => before.open(resealed)).toThrow(SecretBoxError);
  expect(() => after.reseal(createSecretBox("a stranger's", "test").seal("x"))).toThrow(SecretBoxError);
});
