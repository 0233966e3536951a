import { expect, test } from "vitest";
import { actionLabel, actorLabel, describeDetails, shortReference } from "./journal-texts.ts";

test("details are told in French, what somebody wrote is left to the letter", () => {
  expect(
    describeDetails({ audience: "brand", count: 1200, isSuperAdmin: true, question: "up", reason: null }),
  ).toEqual([
    "Public\u00a0: marques",
    "Nombre\u00a0: 1\u202f200",
    "Super Administrateur\u00a0: oui",
    "Question\u00a0: up",
  ]);
});

test("what is not known is shown as it is", () => {
  expect(actionLabel("later.action")).toBe("later.action");
  expect(actionLabel("toString")).toBe("toString");
  expect(describeDetails({ later: "value" })).toEqual(["later\u00a0: value"]);
});

test("what no administrator did is the system's", () => {
  expect(actorLabel("system")).toBe("Système");
  expect(actorLabel("a@tenue.example")).toBe("a@tenue.example");
});

test("an id is shortened to what tells it from others", () => {
  expect(shortReference("7cb4ff8f-b14c-43c2-bc28-67cc41536093")).toBe("Réf. 7cb4ff8f");
  expect(shortReference("42")).toBe("Réf. 42");
});
