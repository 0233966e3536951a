import { expect, test } from "./fixtures.ts";
import { leavingPath, myDataPath, storeReader } from "./site-support.ts";

// The pages have no script: with scripts on, nothing about them changes.
test.use({ javaScriptEnabled: false });

test("a person unsubscribes, and subscribes again", { tag: "@mobile" }, async ({ page, site }) => {
  const reader = await storeReader(site);
  await page.goto(leavingPath(reader));
  await page.getByRole("button", { name: "Me désinscrire" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("C'est fait");
  await page.getByRole("button", { name: "Me réinscrire" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous revoilà");
  const [row] = await site.sql<{ allowed: boolean }>(
    "select allowed from mail_permission($1, 'campaign', 'news')",
    [reader.hash],
  );
  expect(row?.allowed).toBe(true);
});

test("a link to leave or to confirm that is not ours says so", { tag: "@mobile" }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404/);
  expect((await page.goto("/desinscription/x"))?.status()).toBe(404);
  await expect(page.getByRole("main")).toContainText("Écrivez-nous");
  await page.goto("/confirmation/x");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ce lien n'est plus valable.");
  await page.getByRole("button", { name: "Recevoir un nouveau lien" }).click();
  await expect(page.getByRole("main")).toContainText("un nouveau lien va être envoyé à son adresse");
});

test("a person asks for their data and learns nothing about others", { tag: "@mobile" }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/400/);
  await page.goto("/mes-donnees");
  await page.getByRole("button", { name: "Recevoir mon lien" }).click();
  const field = page.getByRole("textbox", { name: "Adresse e-mail" });
  await expect(field).toHaveAccessibleDescription("L'email est requis");
  await field.fill("personne@exemple.fr");
  await field.press("Enter");
  await expect(page.getByRole("status")).toHaveText(
    "Si cette adresse est connue, un lien valable 30 minutes vient de lui être envoyé.",
  );
});

test("one's data are seen, corrected and erased in two steps", { tag: "@mobile" }, async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/40[04]/);
  const { email, hash } = await storeReader(site);
  const path = await myDataPath(site, hash);
  await page.goto(path);
  await expect(page.getByRole("main")).toContainText(email);
  await page.getByLabel("Prénom").fill(" ");
  await page.getByRole("button", { name: "Corriger", exact: true }).click();
  await expect(page.getByLabel("Prénom")).toHaveAccessibleDescription("Le prénom est requis");
  await page.getByLabel("Prénom").fill("Chloé");
  await page.getByRole("button", { name: "Corriger", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("Vos informations sont corrigées.");
  await expect(page.getByLabel("Prénom")).toHaveValue("Chloé");
  await page.getByRole("button", { name: "Ne plus les recevoir" }).click();
  await expect(page.getByRole("status")).toContainText("vous ne recevrez plus");
  await page.getByRole("link", { name: "Effacer mes données" }).click();
  await page.getByRole("button", { name: "Effacer mes données" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vos données sont effacées");
  expect(await site.sql("select 1 from beta_signups where email = $1", [email])).toEqual([]);
  expect((await page.goto(path))?.status()).toBe(404);
});
