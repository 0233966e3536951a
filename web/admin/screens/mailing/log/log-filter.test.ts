import { expect, test } from "vitest";
import { changeLogFilter, readLogFilter } from "./log-filter.ts";

test("an address that nobody understands shows everything", () => {
  expect(readLogFilter(new URLSearchParams("status=lost"))).toEqual({ search: "", status: "all" });
});

test("a change keeps the tab and leaves defaults out of the address", () => {
  const query = new URLSearchParams("tab=log&status=failed");
  expect(changeLogFilter(query, { search: "zoé" }).toString()).toBe("tab=log&status=failed&search=zo%C3%A9");
  expect(changeLogFilter(query, { status: "all" }).toString()).toBe("tab=log");
});
