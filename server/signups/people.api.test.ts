import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Person } from "#contract/people.schema.ts";
import { betaSignups, brandSignups } from "#db/schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { proposed } from "./signup-list.rules.ts";

let context: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  context = await createTestApp();
  admin = await context.signIn();
});
beforeEach(async () => {
  for (const table of [betaSignups, brandSignups]) await context.db.delete(table);
});
afterAll(() => context.close());

const search = (text: string, headers: Record<string, string> = admin.headers) =>
  context.app.request(`/api/admin/people?${new URLSearchParams({ search: text })}`, { headers });

async function found(text: string): Promise<Person[]> {
  return ((await (await search(text)).json()) as { items: Person[] }).items;
}

const addUsers = (...people: { firstname: string; name: string; email: string }[]) =>
  context.db.insert(betaSignups).values(people);
const addBrand = (firstname: string, name: string, email: string) =>
  context.db.insert(brandSignups).values({ firstname, name, email, website: "https://maison.example" });

describe("the search of people", () => {
  test("people are searched by a part of a name or an address in any case, users and brands", async () => {
    await addUsers(
      { firstname: "Zoé", name: "Lefèvre", email: "zoe@exemple.fr" },
      { firstname: "Anne", name: "Martin", email: "anne@exemple.fr" },
    );
    await addBrand("Léon", "Maison Lefèvre", "contact@maison.example");
    expect(await found("LEFÈVRE")).toEqual([
      { email: "zoe@exemple.fr", firstname: "Zoé", name: "Lefèvre", audience: "user" },
      { email: "contact@maison.example", firstname: "Léon", name: "Maison Lefèvre", audience: "brand" },
    ]);
    expect((await found("zoe@")).map(({ email }) => email)).toEqual(["zoe@exemple.fr"]);
    expect(await found("%")).toEqual([]);
  });

  test("a search finds a few people at most, and lists an address that signed up twice once, with the user's name", async () => {
    await addUsers(
      ...Array.from({ length: 12 }, (_, index) => ({
        firstname: "Zoé",
        name: `Martin ${index}`,
        email: `zoe${index}@exemple.fr`,
      })),
    );
    expect(await found("martin")).toHaveLength(8);
    await addBrand("Zoé", "Maison", "zoe3@exemple.fr");
    expect(await found("zoe3@")).toMatchObject([{ name: "Martin 3", audience: "user" }]);
  });

  test("only administrators can search people, and not with an empty text", async () => {
    expect((await search("zoe", {})).status).toBe(401);
    for (const text of ["", "  ", "a\0b", "a".repeat(201)]) expect((await search(text)).status).toBe(400);
  });
});

test("names and addresses that begin with the typed text are listed first", () => {
  const person = (firstname: string, name: string, email: string): Person => ({
    firstname,
    name,
    email,
    audience: "user",
  });
  const people = [
    person("Jeanne", "Abel", "j@exemple.fr"),
    person("Anne", "Zola", "az@exemple.fr"),
    person("Marianne", "Blanc", "m@exemple.fr"),
  ];
  expect(proposed(people, "anne").map(({ firstname }) => firstname)).toEqual(["Anne", "Jeanne", "Marianne"]);
});
