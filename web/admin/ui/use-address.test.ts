import { expect, test } from "vitest";
import { z } from "zod";
import { changeAddress, readAddress, textParameter, uuidParameter, wordParameter } from "./use-address.ts";

const schema = z.object({
  status: wordParameter(["all", "pending"], "all"),
  search: textParameter(5),
  entry: uuidParameter,
  campaign: uuidParameter,
});
const defaults = { status: "all", search: "", entry: null, campaign: null };

test("an absent or invalid parameter of an address counts as the default", () => {
  expect(readAddress(schema, new URLSearchParams())).toEqual(defaults);
  expect(readAddress(schema, new URLSearchParams("status=lost&campaign=7"))).toEqual(defaults);
});

test("the first of two parameters with the same name counts", () => {
  expect(readAddress(schema, new URLSearchParams("search=un&search=deux")).search).toBe("un");
});

test("a text parameter that is too long is cut", () => {
  expect(readAddress(schema, new URLSearchParams("search=bonjour")).search).toBe("bonjo");
});

test.each(["7", "..", "../../waves", "arrivals?since=2026"])(
  "the id '%s' in an address counts as absent, because it could reach another endpoint",
  (entry) => {
    expect(readAddress(schema, new URLSearchParams({ entry })).entry).toBeNull();
  },
);

test("a UUID parameter of an address is accepted unchanged", () => {
  const campaign = "5F0C6C1E-31c0-0c6a-9b46-0f6f4f6f7a10";
  expect(readAddress(schema, new URLSearchParams({ campaign })).campaign).toBe(campaign);
});

test("a change of the address omits default and invalid values, and keeps unknown parameters", () => {
  const id = "00000000-0000-4000-8000-000000000007";
  const query = new URLSearchParams("tab=log&status=lost&search=un");
  expect(changeAddress(schema, query, { entry: id, search: "" }).toString()).toBe(`tab=log&entry=${id}`);
});
