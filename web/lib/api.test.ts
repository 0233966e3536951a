import { expect, test } from "vitest";
import { messages } from "#contract/errors.ts";
import { ApiFailure, failureMessage, ShownError } from "./api.ts";

test.each([
  new TypeError("Failed to fetch dynamically imported module: /assets/stats.js"),
  new Error("Cannot read properties of undefined"),
  new ApiFailure(500, { code: "internal", message: messages.internal }),
  "aborted",
])("failureMessage replaces the message of %s by the screen's own sentence or a general one", (error) => {
  expect(failureMessage(error)).toBe(messages.internal);
  expect(failureMessage(error, "Le journal n’a pas pu être chargé.")).toBe(
    "Le journal n’a pas pu être chargé.",
  );
});

test("failureMessage returns a message of our API or of a screen unchanged", () => {
  const refused = new ApiFailure(409, { code: "conflict", message: "Ce nom est déjà pris." });
  expect(failureMessage(refused, "Non enregistré")).toBe("Ce nom est déjà pris.");
  expect(failureMessage(new ShownError("L’image est trop lourde."))).toBe("L’image est trop lourde.");
});
