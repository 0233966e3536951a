import { filledSite } from "#test/support/filled-site.ts";
import { startServerProcess } from "#test/support/server-process.ts";
import { expect, test } from "./fixtures.ts";
import { openHome, sendButton, signUpDialog, signUpLinks } from "./site-support.ts";

const publicAddress = "https://tenue.example";

test("a public site refuses sign-ups until its owner is identified", async ({ page, allowConsole }) => {
  test.slow(); // starts a separate server
  allowConsole(/403/);
  const site = await startServerProcess({ entry: "build", environment: { BASE_URL: publicAddress } });
  try {
    // The test sets the public origin, because the browser reaches the server without the https proxy.
    await page.route("**/api/signups/*", async (route) => {
      const headers = { ...route.request().headers(), origin: publicAddress };
      await route.fulfill({ response: await route.fetch({ headers }) });
    });
    await openHome(page, site.url);
    await signUpLinks(page).first().click();
    const dialog = signUpDialog(page);
    await dialog.getByLabel("Prénom").fill("Zoé");
    await dialog.getByLabel("Nom", { exact: true }).fill("Martin");
    await dialog.getByLabel("Adresse e-mail").fill("zoe@courrier.fr");
    await sendButton(page).click();
    await expect(dialog.getByRole("alert")).toContainText("Les inscriptions ouvrent bientôt");

    await site.sql("insert into site_settings (values) values ($1)", [JSON.stringify(filledSite)]);
    await expect
      .poll(async () => (await page.request.get(`${site.url}/mentions-legales`)).text())
      .toContain(filledSite.publisher.company);
    await sendButton(page).click();
    await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
    // The page must not send requests to a server that is about to end.
    await page.goto("about:blank");
  } finally {
    await site.remove();
  }
});
