import { afterAll, beforeAll, expect, test } from "vitest";
import { type Dashboard, dashboardSchema } from "#contract/dashboard.schema.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";

const path = "/api/admin/dashboard";
let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});
afterAll(() => context.close());

async function readDashboard(headers: Record<string, string>): Promise<Dashboard> {
  const answer = await context.app.request(path, { headers });
  expect(answer.status).toBe(200);
  return dashboardSchema.strict().parse(await answer.json());
}

test("the dashboard answers 401 without a session", async () => {
  expect((await context.app.request(path)).status).toBe(401);
});

test("the dashboard's parts equal the answers of the separate routes", async () => {
  await context.database.pool.query(`
    insert into campaigns (subject, content, recipient_type, status_filter, status, kind, fingerprint, created_by, created_at, scheduled_at) values
      ('Été', '', 'user', 'all', 'running', 'news', '1', 'ines', now(), null),
      ('Printemps', '', 'user', 'all', 'completed', 'news', '2', 'ines', now() - interval '2 days', null),
      ('Hiver', '', 'user', 'all', 'completed', 'news', '3', 'ines', now() - interval '3 days', null),
      ('Automne', '', 'user', 'all', 'scheduled', 'news', '4', 'ines', now(), now() + interval '1 day')`);
  const { headers } = await context.signIn({ superAdmin: true });
  const read = async (part: string) =>
    (await context.app.request(`/api/admin/${part}`, { headers })).json() as Promise<unknown>;
  const { overview, sending, ...parts } = await readDashboard(headers);
  expect(await read("overview")).toEqual(overview);
  expect(parts).toEqual({
    toDo: await read("to-do"),
    samples: await read("samples"),
    hold: await read("email/hold"),
    shield: await read("shield"),
  });
  expect(overview.users.total).toBe(0);
  expect(sending?.running.map(({ subject }) => subject)).toEqual(["Été"]);
  expect([sending?.scheduled, sending?.last?.subject]).toEqual([1, "Printemps"]);
});

test("the dashboard of another administrator has no samples and no faults", async () => {
  const { samples, toDo } = await readDashboard((await context.signIn()).headers);
  expect(samples).toBeUndefined();
  expect(toDo?.rows.map(({ key }) => key)).toEqual(["questionnaire", "connection", "domain"]);
});

test("a part of the dashboard that cannot be read is absent, and the other parts are present", async () => {
  const { headers } = await context.signIn({ superAdmin: true });
  await context.database.pool.query("alter table admin_notices rename to notices_away");
  try {
    const { toDo, ...others } = await readDashboard(headers);
    expect(toDo).toBeUndefined();
    expect(Object.keys(others).sort()).toEqual(["hold", "overview", "samples", "sending", "shield"]);
  } finally {
    await context.database.pool.query("alter table notices_away rename to admin_notices");
  }
});
