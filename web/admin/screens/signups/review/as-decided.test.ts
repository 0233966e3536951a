import { expect, test } from "vitest";
import type { ListedSignup } from "#contract/signup.schema.ts";
import { asDecided } from "./as-decided.ts";

const row = (id: string, status: ListedSignup["status"]) => ({ id, status }) as ListedSignup;

test("what is being decided is shown as decided, and every other row stays the very same", () => {
  const items = [row("a", "pending"), row("b", "pending")];
  const shown = asDecided(items, [{ signup: row("a", "pending"), status: "approved" }]);
  expect(shown.map(({ status }) => status)).toEqual(["approved", "pending"]);
  expect(shown[1]).toBe(items[1]);
});

test("what the server has said of a row meanwhile stands", () => {
  const items = [row("a", "rejected")];
  expect(asDecided(items, [{ signup: row("a", "pending"), status: "approved" }])).toEqual(items);
});
