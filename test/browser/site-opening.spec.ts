import { filledSite } from "#test/support/filled-site.ts";
import { expect, test } from "./fixtures.ts";
import { openHome, sendButton, signUpDialog, signUpLinks } from "./site-support.ts";

const publicAddress = "https://tenue.example";

test.use({ serverEnvironment: { BASE_URL: publicAddress } });

test("a public site takes no sign-up until its owner is identified", async ({ page, site, allowConsole }) => {
  allowConsole(/403/);
  // The browser reaches the server without the proxy that https needs.
  await page.route("**/api/signups/*", async (route) => {
    const headers = { ...route.request().headers(), origin: publicAddress };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });
  await openHome(page);
  await signUpLinks(page).first().click();
  const dialog = signUpDialog(page);
  await dialog.getByLabel("Prénom").fill("Zoé");
  await dialog.getByLabel("Nom", { exact: true }).fill("Martin");
  await dialog.getByLabel("Adresse e-mail").fill("zoe@courrier.fr");
  await sendButton(page).click();
  await expect(dialog.getByRole("alert")).toContainText("Les inscriptions ouvrent bientôt");

  await site.sql("insert into site_settings (values) values ($1)", [JSON.stringify(filledSite)]);
  await expect
    .poll(async () => (await page.request.get("/mentions-legales")).text())
    .toContain(filledSite.publisher.company);
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
});
