import { expect, test } from "vitest";
import { readFragment } from "./sign-in-page.tsx";

test("a value is read from the address's fragment by its name", () => {
  expect(readFragment("#code=7K3QF-0ABCD", "code")).toBe("7K3QF-0ABCD");
  expect(readFragment("#token=a-b_c&code=x", "token")).toBe("a-b_c");
});

test("a fragment without the named value gives an empty text", () => {
  for (const hash of ["", "#", "#token", "#token=x"]) expect(readFragment(hash, "code")).toBe("");
});
