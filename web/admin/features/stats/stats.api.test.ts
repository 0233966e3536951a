import { expect, test } from "vitest";
import { changeAddress, readAddress } from "#web/admin/ui/use-address.ts";
import { statsAddress } from "./stats.api.ts";

const questionId = "5f0c6c1e-31c0-4c6a-9b46-0f6f4f6f7a10";

test("without filters the statistics show all sign-ups of 30 days, for the first question", () => {
  expect(readAddress(statsAddress, new URLSearchParams())).toEqual({
    audience: "all",
    period: "30",
    questionId: null,
  });
});

test("an invalid address of the statistics counts as the defaults", () => {
  const query = new URLSearchParams("audience=everyone&period=31&questionId=1");
  expect(readAddress(statsAddress, query)).toEqual({ audience: "all", period: "30", questionId: null });
});

test("filters of the statistics are kept in the address, and defaults are left out", () => {
  const chosen = changeAddress(statsAddress, new URLSearchParams(), {
    audience: "brand",
    period: "all",
    questionId,
  });
  expect(chosen.toString()).toBe(`audience=brand&period=all&questionId=${questionId}`);
  const back = changeAddress(statsAddress, chosen, { audience: "all", period: "30" });
  expect(back.toString()).toBe(`questionId=${questionId}`);
});
