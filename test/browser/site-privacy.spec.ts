import type { Page } from "@playwright/test";
import { type ConsentConfirmation, consentButtons, privacyPeriods } from "#contract/privacy.ts";
import { createConfirmationTokens } from "#server/privacy/confirmation-token.ts";
import { makeNewAddressLink } from "#server/privacy/new-address-link.ts";
import { authSecret, type ServerProcess } from "#test/support/server-process.ts";
import { expect, test } from "./fixtures.ts";
import { leavingPath, myDataPath, storeReader, useTestQuestionnaire } from "./site-support.ts";

// These pages have no script, so tests with scripts would show the same.
test.use({ javaScriptEnabled: false });

test("a person unsubscribes and subscribes again", { tag: "@mobile" }, async ({ page, site }) => {
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

test("a page reports an unknown link to unsubscribe or to confirm", { tag: "@mobile" }, async ({
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

async function storeUnconfirmed(site: ServerProcess) {
  const { email, hash } = await storeReader(site);
  const [row] = await site.sql<{ id: string }>(
    "update beta_signups set confirmed_at = null where email = $1 returning id",
    [email],
  );
  await site.sql("update consents set confirmed_at = null where email_hash = $1", [hash]);
  const tokens = createConfirmationTokens({ authSecret, authSecretPrevious: [] });
  const token = { audience: "user", id: row?.id ?? "", emailHash: hash, issuedAt: new Date() } as const;
  return { hash, path: `/confirmation/${tokens.sign(token)}` };
}

test("two buttons confirm the address, one with and one without the news", { tag: "@mobile" }, async ({
  page,
  site,
}) => {
  for (const choice of ["with_news", "address_only"] satisfies ConsentConfirmation[]) {
    const { hash, path } = await storeUnconfirmed(site);
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Confirmer mon adresse" })).toHaveCount(2);
    await page.getByRole("button", { name: consentButtons[choice] }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Adresse confirmée");
    const proofs = await site.sql(
      "select confirmation, withdrawn_at is null as lasts from consents where email_hash = $1",
      [hash],
    );
    expect(proofs).toEqual([{ confirmation: choice, lasts: choice === "with_news" }]);
  }
});

test("'Mes données' does not reveal whether an address is known", { tag: "@mobile" }, async ({
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

// registre: 50
test("a person sees and corrects their data, and erases them in two steps", { tag: "@mobile" }, async ({
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
  await expect(page.getByLabel("Prénom")).toBeFocused();
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

// registre: 50
test("a person objects to statistics in two steps, and extends the time that the page is open", {
  tag: "@mobile",
}, async ({ page, site }) => {
  const { email, hash } = await storeReader(site);
  const path = await myDataPath(site, hash);
  await site.sql("update privacy_links set expires_at = now() + interval '2 minutes' where email_hash = $1", [
    hash,
  ]);
  await page.goto(path);
  const end = (tab: Page) => tab.getByRole("main").locator("time").first().getAttribute("datetime");
  const before = await end(page);
  const name = page.getByRole("textbox", { name: "Prénom" });
  await name.fill("Pas encore corrigé");
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Rester 30 minutes de plus" }).press("Enter");
  const tab = await opened;
  await expect(tab.getByRole("status")).toContainText(
    "Cette page reste ouverte jusqu’à l’heure indiquée ci-dessous.",
  );
  expect(Date.parse((await end(tab)) ?? "") - Date.parse(before ?? "")).toBeGreaterThan(25 * 60_000);
  await tab.close();
  await expect(name).toHaveValue("Pas encore corrigé");

  const objected = () =>
    site.sql("select 1 from beta_signups where email = $1 and objected_at is not null", [email]);
  await page.getByRole("link", { name: "M’opposer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous opposer ?");
  await page.getByRole("link", { name: "Ne rien changer" }).click();
  expect(await objected()).toEqual([]);
  await page.getByRole("link", { name: "M’opposer" }).click();
  await page.getByRole("button", { name: "M’opposer" }).click();
  await expect(page.getByRole("status")).toContainText("vous vous y êtes opposé");
  expect(await objected()).toHaveLength(1);
});

// registre: 51
test("a person confirms a new address by its link, which works once and for half an hour", {
  tag: "@mobile",
}, async ({ page, site, allowConsole }) => {
  allowConsole(/404/);
  const { email, hash } = await storeReader(site);
  const newEmail = `nouvelle-${email}`;
  const linkOf = (issuedAt: Date) =>
    makeNewAddressLink(
      { now: () => issuedAt, config: { authSecret, authSecretPrevious: [], baseUrl: "" } },
      { emailHash: hash, email: newEmail },
    );
  const heading = page.getByRole("heading", { level: 1 });
  const half = privacyPeriods.myDataMinutes * 60_000;
  expect((await page.goto(linkOf(new Date(Date.now() - half - 1_000))))?.status()).toBe(404);
  await expect(heading).toHaveText("Ce lien n’est plus valable");
  await expect(page.getByRole("link", { name: "Demander un lien vers mes données." })).toBeVisible();

  const link = linkOf(new Date());
  await page.goto(link);
  await expect(heading).toHaveText("Confirmer votre nouvelle adresse ?");
  await expect(page.getByRole("main")).toContainText(newEmail);
  await page.getByRole("button", { name: "Confirmer ma nouvelle adresse" }).press("Enter");
  await expect(heading).toHaveText("Votre adresse est changée");
  const stored = () =>
    site.sql("select email from beta_signups where email = any($1) and confirmed_at is not null", [
      [email, newEmail],
    ]);
  expect(await stored()).toEqual([{ email: newEmail }]);

  await page.goto(link);
  await expect(heading).toHaveText("Votre adresse est changée");
  await expect(page.getByRole("button", { name: "Confirmer ma nouvelle adresse" })).toHaveCount(0);
  expect(await stored()).toEqual([{ email: newEmail }]);
});

test("'Mes données' asks a conditional question once its condition is met, and names the purpose of each field", {
  tag: "@mobile",
}, async ({ page, site }) => {
  await useTestQuestionnaire(site);
  await site.sql(
    `insert into questionnaire_items (question, field_type, required, order_position, target_type, show_if)
     select 'Votre manteau', 'text', true, 900, 'user',
       jsonb_build_object('match', 'all', 'rules', jsonb_build_array(jsonb_build_object('questionId', id, 'op', 'is', 'value', 'Hiver')))
     from questionnaire_items where question = 'Votre saison'`,
  );
  const { hash } = await storeReader(site);
  await page.goto(await myDataPath(site, hash));
  const form = page.getByRole("form", { name: "Corriger mes réponses" });
  await expect(form.getByLabel("Votre manteau")).toBeHidden();
  await form.getByLabel("Votre saison").selectOption("Hiver");
  await expect(form.getByLabel("Votre manteau")).toBeVisible();
  for (const [label, purpose] of [
    [/^Prénom/, "given-name"],
    [/^Nom/, "family-name"],
    [/^Un second e-mail/, "email"],
    [/^Votre ville/, "address-level2"],
  ] as const)
    await expect(page.getByLabel(label).first()).toHaveAttribute("autocomplete", purpose);
  // All fields have the same style: a line under each.
  for (const field of await page
    .locator("main :is(input:not([type=hidden], [type=radio], [type=checkbox]), textarea):visible")
    .all())
    await expect(field).toHaveCSS("border-top-width", "0px");
});
