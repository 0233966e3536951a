import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignupList } from "#contract/signup-list.schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { frenchSignups } from "./french-signups.test-helpers.ts";

let context: TestApp;
let admin: SignedIn;

const signups = frenchSignups.map((person, index) => ({ ...person, email: `personne${index}@exemple.fr` }));

beforeAll(async () => {
  context = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  admin = await context.signIn();
  const answers = await Promise.all(
    signups.map((person) =>
      context.app.request("/api/signups/user", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...person, responses: {} }),
      }),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(201));
});

afterAll(() => context.close());

async function search(term: string, page = 1): Promise<SignupList> {
  const query = new URLSearchParams({ search: term, page: String(page) });
  const answer = await context.app.request(`/api/admin/signups/user?${query}`, { headers: admin.headers });
  return (await answer.json()) as SignupList;
}

async function searchAll(term: string) {
  const { total, items } = await search(term);
  const more = await Promise.all(
    Array.from({ length: Math.max(0, Math.ceil(total / 10) - 1) }, (_, index) => search(term, index + 2)),
  );
  return [...items, ...more.flatMap((page) => page.items)];
}

test("a hundred French sign-ups are read back unchanged", async () => {
  const stored = await searchAll("");
  const byEmail = new Map(stored.map((signup) => [signup.email, signup]));
  for (const person of signups) expect(byEmail.get(person.email)).toMatchObject(person);
  expect(stored).toHaveLength(100);
});

test("each French sign-up is found by its names, with composed and decomposed accents", async () => {
  for (const { firstname, name, email } of signups) {
    for (const form of ["NFC", "NFD"] as const) {
      const found = await searchAll(`${firstname} ${name}`.normalize(form));
      expect(found.map((signup) => signup.email)).toContain(email);
    }
  }
});

test("capital letters with accents match small ones", async () => {
  const found = await searchAll("élodie");
  expect(found.map(({ firstname }) => firstname)).toContain("Élodie");
});

test("the keyboard's apostrophe matches the typographic one, and a hyphen the non-breaking one", async () => {
  for (const [typed, name] of [
    ["d'ormesson", "d’Ormesson"],
    ["N'DIAYE", "N’Diaye"],
    ["dupont-moretti", "Dupont\u2011Moretti 🎀"],
  ] as const) {
    const found = await searchAll(typed);
    expect(found.map((signup) => signup.name)).toContain(name);
  }
});
