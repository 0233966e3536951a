import type { Page } from "@playwright/test";
import { expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { button, saveSettings, sendingTo, startMailbox } from "./admin-email-support.ts";
import { calm, expectAccessibleInBothThemes } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const rowOf = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Résultats de la vérification" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
const keysOf = (page: Page) => page.getByRole("list", { name: "Clés DKIM" }).getByRole("listitem");

test.beforeEach(async ({ site, dns }) => {
  await site.sql("delete from dkim_keys");
  await site.sql("delete from domain_checks");
  for (const name of [...dns.zones.keys()]) if (name !== "*") dns.zones.delete(name);
});

test("a domain goes from nothing to what receivers accept, by what the screen gives to paste", async ({
  adminPage: page,
  site,
  dns,
  expectAccessible,
}) => {
  const mailbox = await startMailbox();
  await saveSettings(page, site, sendingTo(mailbox.port));
  await page.goto("/admin/dashboard/emails?tab=domain");
  await expect(page.getByText("Ce domaine n’a pas encore été vérifié")).toBeVisible();
  await expectAccessible(page);

  const first = button(page, "Vérifier le domaine");
  await first.focus();
  await first.press("Enter");
  await expect(rowOf(page, "SPF")).toContainText("À corriger");
  await expect(rowOf(page, "DMARC")).toContainText("_dmarc.tenue.example");
  await expect(page.getByText(/^Vérification terminée/)).toBeAttached();
  await expect(page.getByRole("heading", { name: "Vérifier le domaine" })).toBeFocused();

  await button(page, "Créer une clé").press("Enter");
  const key = keysOf(page);
  await expect(key).toContainText("À publier");
  await expect(button(page, "Créer une clé")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Clés DKIM" })).toBeFocused();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);

  const [name = "", , value = ""] = await key.locator("code").allTextContents();
  dns.zones.set(name, { txt: [value] });
  dns.zones.set("tenue.example", {
    txt: ["v=spf1 ip4:198.51.100.7 ~all"],
    mx: [{ priority: 10, exchange: "mx.tenue.example" }],
  });
  dns.zones.set("_dmarc.tenue.example", { txt: ["v=DMARC1; p=quarantine"] });
  await button(page, "Vérifier de nouveau").press("Enter");
  await expect(key).toContainText("Active");
  for (const good of ["Signature DKIM", "DMARC", "Alignement", "Réception des retours (MX)"]) {
    await expect(rowOf(page, good)).toContainText("Bon");
  }
  await expect(rowOf(page, "Désinscription en un clic")).toContainText("À corriger");

  await page.getByRole("button", { name: /^Retirer la clé tenue/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Retirer cette clé ?" });
  await expectAccessible(page);
  await dialog.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: /^Retirer la clé tenue/ })).toBeFocused();
  await page.getByRole("button", { name: /^Retirer la clé tenue/ }).press("Enter");
  await button(dialog, "Retirer").press("Enter");
  await expect(key).toContainText("Retirée bientôt");
  await expect(page.getByRole("heading", { name: "Clés DKIM" })).toBeFocused();
  await mailbox.stop();
});

test("records are copied with the keyboard, and it is said", async ({ adminPage: page, site, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await saveSettings(page, site);
  await page.goto("/admin/dashboard/emails?tab=domain");
  await button(page, "Vérifier le domaine").press("Enter");
  const copy = rowOf(page, "DMARC").getByRole("button", { name: "Copier la valeur (DMARC)" });
  await copy.press("Enter");
  await expect(rowOf(page, "DMARC").getByRole("status").filter({ hasText: "Valeur copiée" })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "v=DMARC1; p=none; rua=mailto:bonjour@tenue.example",
  );
});

test("a DNS that does not answer is unknown, never an absence", async ({ adminPage: page, site, dns }) => {
  test.slow();
  dns.zones.set("tenue.example", { silent: true });
  await saveSettings(page, site);
  await page.goto("/admin/dashboard/emails?tab=domain");
  await button(page, "Vérifier le domaine").press("Enter");
  await expect(rowOf(page, "SPF")).toContainText("Inconnu", { timeout: 20_000 });
  await expect(rowOf(page, "SPF")).not.toContainText("Aucun enregistrement");
});
