import { describe, expect, test } from "vitest";
import { addressesToChange, duplicatesAmong } from "./address-migration.rules.ts";

const row = (email: string, disposableEmail = false) => ({
  id: email,
  email,
  disposableEmail,
  createdAt: new Date(0),
});

describe("addresses to change", () => {
  test("are those that a sign-up of today would store otherwise", () => {
    expect(addressesToChange([row("marie@exem\u00adple.fr"), row("marie@exemple.fr")])).toEqual([
      { id: "marie@exem\u00adple.fr", email: "marie@exemple.fr", disposableEmail: false },
    ]);
  });

  test("are those whose domain is known as disposable by now, or no longer is", () => {
    const changed = addressesToChange([row("a@mailinator.com"), row("a@exemple.fr", true)]);
    expect(changed.map(({ disposableEmail }) => disposableEmail)).toEqual([true, false]);
  });

  test("are none that are no address at all", () => {
    expect(addressesToChange([row("jamais une adresse")])).toEqual([]);
  });
});

describe("duplicates", () => {
  const holder = (id: string, key: string) => ({ id, email: key, key });

  test("are all but the oldest that hold an address", () => {
    const holders = [holder("1", "a"), holder("2", "b"), holder("3", "a"), holder("4", "a")];
    expect(duplicatesAmong(holders)).toEqual([
      { id: "3", duplicateOf: "1" },
      { id: "4", duplicateOf: "1" },
    ]);
  });

  test("are none where each has an address of its own", () => {
    expect(duplicatesAmong([holder("1", "a"), holder("2", "b")])).toEqual([]);
  });
});
