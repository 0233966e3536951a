import { expect, test } from "vitest";
import { viewQueryOf } from "./views-menu.tsx";

test("a view keeps filters, order and columns, but neither the page nor the opened sign-up", () => {
  expect(viewQueryOf("?status=pending&page=4&signup=7&search=zo%C3%A9&columns=date")).toBe(
    "status=pending&search=zo%C3%A9&columns=date",
  );
});
