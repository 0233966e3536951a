import { expect, test } from "vitest";
import { changeAddress, readAddress } from "#web/admin/ui/use-address.ts";
import { logAddress, logFilter } from "./log-address.ts";

test("an address with invalid filters shows everything", () => {
  expect(readAddress(logFilter, new URLSearchParams("status=lost"))).toEqual({ search: "", status: "all" });
});

test("a change keeps the tab and leaves defaults out of the address", () => {
  const query = new URLSearchParams("tab=log&status=failed");
  expect(changeAddress(logAddress, query, { search: "zoé" }).toString()).toBe(
    "tab=log&status=failed&search=zo%C3%A9",
  );
  expect(changeAddress(logAddress, query, { status: "all" }).toString()).toBe("tab=log");
});
