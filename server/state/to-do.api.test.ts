import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignupList } from "#contract/signup-list.schema.ts";
import { initialSiteSettings } from "#contract/site.ts";
import { firstSteps, type ToDoRow } from "#contract/to-do.schema.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { filledSite } from "#test/support/filled-site.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});
afterAll(() => context.close());

const path = "/api/admin/to-do";
const rows = async () => ((await context.read("/to-do")) as { rows: ToDoRow[] }).rows;
const row = async (name: string) => (await rows()).find(({ key }) => key === name);

/** The first steps that are marked as done. */
async function doneSteps(): Promise<string[]> {
  const done = new Set((await rows()).filter((one) => one.done).map(({ key }) => key));
  return firstSteps.filter((step) => done.has(step));
}

test("the to-do list has steps for every administrator, and faults only for super administrators", async () => {
  expect((await context.app.request(path)).status).toBe(401);
  const { headers } = await context.signIn();
  const answer = await context.app.request(path, { headers });
  const { rows: theirs } = (await answer.json()) as { rows: ToDoRow[] };
  expect(theirs.map(({ key, done }) => [key, done])).toEqual([
    ["questionnaire", false],
    ["connection", false],
    ["domain", false],
  ]);
  const levels = new Set((await rows()).map(({ level }) => level));
  expect([...levels].toSorted()).toEqual(["fault", "first", "opening"]);
  expect(await row("backup")).toMatchObject({ level: "fault", link: "state" });
});

test("a step of the to-do list stays open when its form is saved unchanged", async () => {
  const senderEmail = initialSiteSettings.contact.email;
  expect((await context.saveSettings({ senderEmail, simulationMode: true })).status).toBe(200);
  expect((await context.request("PUT", "/site", { ...initialSiteSettings, version: 0 })).status).toBe(200);
  expect(await doneSteps()).toEqual([]);
});

test("each first step counts as done by existing data, also after the samples were deleted", async () => {
  expect((await context.request("POST", "/questions/sample")).status).toBe(201);
  expect(await doneSteps()).toEqual(["questionnaire"]);
  expect((await context.saveSettings({ senderEmail: "bonjour@maison-tenue.fr" })).status).toBe(200);
  expect(await doneSteps()).toEqual(["questionnaire", "mail"]);
  expect((await context.request("PUT", "/site", { ...filledSite, version: 1 })).status).toBe(200);
  expect(await doneSteps()).toEqual(["questionnaire", "mail", "site"]);
  expect((await context.request("POST", "/samples")).status).toBe(201);
  expect(await doneSteps()).toEqual(["questionnaire", "mail", "site", "signup"]);
  expect(await row("samples")).toMatchObject({ sentence: "16 inscriptions d’exemple", link: "signups" });

  const { items } = (await context.read("/signups/user")) as SignupList;
  await context.request("PATCH", `/signups/user/${items[0]?.id}`, { status: "approved" });
  await context.request("DELETE", "/samples");
  expect(await doneSteps()).toEqual([...firstSteps]);
  expect(await row("samples")).toBeUndefined();
});

test("a test of the connection counts until it fails or the settings change", async () => {
  const record = (action: "email.connection_tested" | "email.settings_updated", ok?: boolean) =>
    recordEntry(context.db, { actor: "ines", action, details: ok === undefined ? {} : { ok } });
  const isDone = async () => (await row("connection"))?.done;
  await record("email.connection_tested", true);
  expect(await isDone()).toBe(true);
  await record("email.settings_updated");
  expect(await isDone()).toBe(false);
  await record("email.connection_tested", false);
  expect(await isDone()).toBe(false);
});

test("the step for administrators requires two super administrators with two factors", async () => {
  await context.signIn({ superAdmin: true });
  await context.signIn({ superAdmin: true });
  expect(await row("second_super_admin")).toMatchObject({ done: true });
  expect(await row("two_factor")).toMatchObject({ done: false });
  await context.database.pool.query("update auth_users set two_factor_enabled = true");
  expect(await row("two_factor")).toMatchObject({ done: true });
});
