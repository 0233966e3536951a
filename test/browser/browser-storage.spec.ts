import { cookiePrefix, cookies, draftStoragePrefix, themeStorageKey } from "#contract/browser-storage.ts";
import { calm } from "./admin-support.ts";
import { expect, superAdmin, test } from "./fixtures.ts";
import { fillUser, newsBox, openDialog, sendButton, useTestQuestionnaire } from "./site-support.ts";

const kept = () => ({ local: Object.keys(localStorage), session: Object.keys(sessionStorage) });

test.use(calm);

// registre: 42
test("a sign-up stores nothing in the visitor's browser", async ({ page, site, context }) => {
  await useTestQuestionnaire(site);
  const dialog = await openDialog(page);
  await fillUser(page, { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example" });
  await newsBox(page).check();
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(kept)).toEqual({ local: [], session: [] });
});

// registre: 42
test("an administrator's browser stores only what the legal notice lists", async ({
  adminPage: page,
  context,
}) => {
  const { device, session_token } = cookies;
  const set = await context.cookies();
  expect(set.map(({ name }) => name).toSorted()).toEqual([
    `${cookiePrefix}device`,
    `${cookiePrefix}session_token`,
  ]);
  for (const { name, expires } of set) {
    const { lifeMs } = name.endsWith("device") ? device : session_token;
    expect(Math.abs(expires * 1000 - Date.now() - lifeMs)).toBeLessThan(10 * 60 * 1000);
  }

  await page.goto("/admin/dashboard/single-email");
  await page.getByRole("textbox", { name: "Sujet" }).fill("Votre place");
  await page.getByRole("button", { name: /Passer au thème/ }).click();
  await expect.poll(async () => (await page.evaluate(kept)).session).toHaveLength(1);
  const { local, session } = await page.evaluate(kept);
  expect(local).toEqual([themeStorageKey]);
  expect(session[0]).toMatch(new RegExp(`^${draftStoragePrefix}.*:${superAdmin.email}$`));

  await page.goto("/mentions-legales");
  for (const name of Object.keys(cookies))
    await expect(page.getByText(`${cookiePrefix}${name}`, { exact: true })).toBeVisible();
});
