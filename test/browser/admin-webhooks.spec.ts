import {
  type FakeHttpServer,
  respond,
  startFakeHttpServer,
} from "#server/mail/transports/http-server.test-helpers.ts";
import { calm, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

let receiver: FakeHttpServer;
test.beforeAll(async () => {
  receiver = await startFakeHttpServer((response) => respond(response, 200, "ok"));
});
test.afterAll(() => receiver.close());

test("a super admin adds a webhook, tests it and sees the delivery of a new sign-up", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await site.sql("delete from webhook_endpoints");
  receiver.calls.length = 0;
  await page.goto("/admin/dashboard/webhooks");
  await page.getByRole("button", { name: "Ajouter un webhook" }).click();
  const form = page.getByRole("dialog", { name: "Ajouter un webhook" });
  await form.getByRole("textbox", { name: "Adresse" }).fill(`${receiver.url}/tenue`);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Secret à copier" })).toHaveValue(/^whsec_/);
  await page.getByRole("button", { name: /^Tester/ }).click();
  await expect(page.getByText(/L’essai est arrivé/)).toBeVisible();

  const email = `${uniqueWord()}@exemple.fr`;
  await storeSignups(site, "user", [{ name: "Martin", email }]);
  await expect.poll(() => receiver.calls.length, { timeout: 20_000 }).toBe(2);
  expect(receiver.calls[1]?.body).toContain('"type":"signup.created"');
  expect(receiver.calls[1]?.body).not.toContain(email);

  await page.getByRole("button", { name: /^Livraisons/ }).click();
  const list = page.getByRole("dialog", { name: /^Livraisons à/ });
  await expect(list.getByRole("row", { name: /Nouvelle inscription/ })).toContainText("Livré");
  await expectAccessible(page);
  await list.getByRole("button", { name: /^Renvoyer.*Nouvelle inscription/ }).click();
  await expect.poll(() => receiver.calls.length, { timeout: 20_000 }).toBe(3);
  expect(receiver.calls[2]?.headers["webhook-id"]).toBe(receiver.calls[1]?.headers["webhook-id"]);
});
