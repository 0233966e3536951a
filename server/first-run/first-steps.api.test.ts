import { afterAll, beforeAll, expect, test } from "vitest";
import type { FirstSteps } from "#contract/first-steps.schema.ts";
import type { SignupList } from "#contract/signup.schema.ts";
import { initialSiteSettings } from "#contract/site.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { filledSite } from "#test/support/filled-site.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});
afterAll(() => context.close());

const steps = () => context.read("/first-steps") as Promise<FirstSteps>;

async function done(): Promise<string[]> {
  const { steps: all } = await steps();
  return all.filter((step) => step.done).map(({ key }) => key);
}

test("leaves a step open when its form is saved unchanged", async () => {
  const senderEmail = initialSiteSettings.contact.email;
  expect((await context.saveSettings({ senderEmail })).status).toBe(200);
  expect((await context.request("PUT", "/site", { ...initialSiteSettings, version: 0 })).status).toBe(200);
  expect(await done()).toEqual([]);
});

test("marks each step done by existing data, also after the samples were deleted", async () => {
  expect(await done()).toEqual([]);
  expect((await steps()).steps).toHaveLength(5);

  expect((await context.request("POST", "/questions/sample")).status).toBe(201);
  expect(await done()).toEqual(["questionnaire"]);
  expect((await context.saveSettings({ senderEmail: "bonjour@maison-tenue.fr" })).status).toBe(200);
  expect(await done()).toEqual(["questionnaire", "mail"]);
  expect((await context.request("PUT", "/site", { ...filledSite, version: 1 })).status).toBe(200);
  expect(await done()).toEqual(["questionnaire", "mail", "site"]);
  expect((await context.request("POST", "/samples")).status).toBe(201);
  expect(await done()).toEqual(["questionnaire", "mail", "site", "signup"]);
  expect((await steps()).justFinished).toBe(false);

  const { items } = (await context.read("/signups/user")) as SignupList;
  await context.request("PATCH", `/signups/user/${items[0]?.id}`, { status: "approved" });
  await context.request("DELETE", "/samples");
  expect(await done()).toEqual(["questionnaire", "mail", "site", "signup", "approval"]);
  expect((await steps()).justFinished).toBe(true);

  await context.database.pool.query("update journal_entries set at = at - interval '25 hours'");
  expect(await done()).toHaveLength(5);
  expect((await steps()).justFinished).toBe(false);
});
