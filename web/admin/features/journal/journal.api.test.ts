import { expect, test } from "vitest";
import { readAddress } from "#web/admin/ui/use-address.ts";
import { journalAddress } from "./journal.api.ts";

const read = (query: string) => readAddress(journalAddress, new URLSearchParams(query));

test("the journal's address contains the filters", () => {
  expect(read("action=signup.deleted&actor=a%40tenue.example&from=2025-01-31&to=2025-02-01")).toEqual({
    action: "signup.deleted",
    actor: "a@tenue.example",
    from: "2025-01-31",
    to: "2025-02-01",
  });
});

test("invalid values in the journal's address count as absent", () => {
  expect(read("action=nothing&from=2025-02-30&to=yesterday")).toEqual({
    action: "",
    actor: "",
    from: "",
    to: "",
  });
});
