import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  await context.database.pool.query(
    `insert into beta_signups (firstname, name, email, confirmed_at) values
       ('Zoé', 'Martin', 'zoe@exemple.fr', now()), ('Léa', 'Petit', 'lea@exemple.fr', null), ('Max', 'Brun', 'max@exemple.fr', null)`,
  );
});
afterAll(() => context.close());

const idOf = async (email: string): Promise<string> => {
  const { rows } = await context.database.pool.query("select id from beta_signups where email = $1", [email]);
  return rows[0].id;
};
const decide = async (email: string, status: string) =>
  context.request("PATCH", `/signups/user/${await idOf(email)}`, { status });

test("with the setting a sign-up cannot be decided before its address is confirmed", async () => {
  await context.saveSettings({ decisionsWait: true });
  for (const status of ["approved", "rejected"]) {
    const refused = await decide("lea@exemple.fr", status);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      error: { message: "L’adresse n’est pas encore confirmée." },
    });
  }
  expect((await decide("zoe@exemple.fr", "approved")).status).toBe(200);
  await context.database.pool.query("update beta_signups set confirmed_at = now()");
  expect((await decide("lea@exemple.fr", "approved")).status).toBe(200);
});

test("without the setting every sign-up can be decided", async () => {
  await context.saveSettings({ decisionsWait: false });
  expect((await decide("lea@exemple.fr", "approved")).status).toBe(200);
});

test("a bulk decision leaves unconfirmed sign-ups out, and reports how many", async () => {
  await context.saveSettings({ decisionsWait: true });
  const ids = await Promise.all(["zoe@exemple.fr", "lea@exemple.fr", "max@exemple.fr"].map(idOf));
  const answer = await context.request("POST", "/signups/user/bulk", { action: "approve", ids });
  const events = (await answer.text())
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice(6)));
  expect(events.at(-1)).toMatchObject({
    type: "result",
    done: 1,
    skipped: [{ reason: "unconfirmed", count: 2 }],
  });
});
