import type { ServerProcess } from "#test/support/server-process.ts";
import { expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { calm, expectAccessibleInBothThemes, openList, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

/** People whose mailboxes do not exist, as their servers told it. */
async function storeBounced(site: ServerProcess, name: string): Promise<string[]> {
  const people = [1, 2].map((number) => ({
    name: `${name}${number}`,
    email: `${name}${number}@exemple.fr`,
    status: "pending" as const,
  }));
  await storeSignups(site, "user", people);
  const emails = people.map(({ email }) => email);
  await site.sql(
    `insert into email_events (dedupe_key, kind, source, recipient_hash, status_code, server_words, headers, applied_at)
     select 'mailbox:' || email, 'hard', 'mailbox', address_hash(email), '5.1.1', '550 5.1.1 ' || email || ' : boîte inconnue',
       'Final-Recipient: rfc822; ' || email, now()
     from unnest($1::text[]) as email`,
    [emails],
  );
  await site.sql(
    `insert into suppressions (email_hash, scope, reason, source)
     select address_hash(email), 'all', 'bounced', 'retour de message' from unnest($1::text[]) as email`,
    [emails],
  );
  return emails;
}

test("what servers said stands beside the address; several are lifted for one reason, with the keyboard", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const [one = "", other = ""] = await storeBounced(site, uniqueWord());
  await page.goto("/admin/dashboard/suppressions");
  await page.getByRole("combobox", { name: "Filtrer par motif" }).selectOption("Adresse en erreur");
  const row = page.getByRole("row").filter({ hasText: one });
  await row.getByText("Réponse du serveur").press("Enter");
  await expect(row).toContainText(`550 5.1.1 ${one} : boîte inconnue`);
  await expect(row).toContainText("5.1.1");
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);

  for (const email of [one, other])
    await page.getByRole("checkbox", { name: `Choisir ${email} (Adresse en erreur)` }).press("Space");
  await expect(page.getByRole("status").filter({ hasText: "2 adresses choisies" })).toBeVisible();
  await page.getByRole("button", { name: "Débloquer la sélection" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Débloquer 2 adresses ?" });
  await dialog.getByRole("textbox", { name: "Raison" }).fill("Elles ont été corrigées");
  await dialog.getByRole("textbox", { name: "Raison" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row").filter({ hasText: one })).toHaveCount(0);
  const left = await site.sql(
    "select 1 from suppressions where email_hash in (address_hash($1), address_hash($2))",
    [one, other],
  );
  expect(left).toEqual([]);
});

test("a sign-up says that its address is in error", async ({ adminPage: page, site, expectAccessible }) => {
  const name = uniqueWord();
  await storeBounced(site, name);
  await openList(page, "signups", name);
  await expect(page.getByText("Adresse en erreur").first()).toBeVisible();
  await expectAccessible(page);
});

test("the mailbox of bounces is set up, tried, and says what is wrong", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await page.goto("/admin/dashboard/emails");
  const returns = page.getByRole("group", { name: "Retours" });
  await returns.getByLabel("Adresse des retours").fill("rebonds@tenue.example");
  await returns.getByLabel("Serveur IMAP").fill("127.0.0.1");
  await returns.getByLabel("Port IMAP").fill("1");
  await returns.getByLabel("Identifiant IMAP").fill("rebonds");
  await returns.getByRole("textbox", { name: "Mot de passe IMAP" }).fill("velours");
  await page.getByRole("button", { name: "Enregistrer", exact: true }).press("Enter");
  await expect(page.getByText(/enregistré/).first()).toBeVisible();
  const mailbox = page.getByRole("region", { name: "Boîte des retours" });
  await mailbox.getByRole("button", { name: "Tester la boîte" }).press("Enter");
  await expect(mailbox.getByRole("status")).toContainText("refuse la connexion");
  await page.reload();
  // A secret is never read back.
  await expect(returns.getByLabel("Adresse des retours")).toHaveValue("rebonds@tenue.example");
  await expect(page.getByText("velours")).toHaveCount(0);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);
  await site.sql(
    "update email_settings set bounce_email = null, imap_host = null, imap_port = null, imap_username = null, imap_password = null",
  );
});
