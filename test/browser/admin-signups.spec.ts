import { readFile } from "node:fs/promises";
import {
  calm,
  expectAccessibleInBothThemes,
  expectStatuses,
  openList,
  storeSignups,
  uniqueWord,
} from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test("an admin finds a sign-up, reads the answers and approves it; the decision can be taken back", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const word = uniqueWord();
  const [question] = await site.sql<{ id: string }>(
    `insert into questionnaire_items (question, field_type, options, required, active, order_position, target_type)
     select $1, 'checkbox', '["Lin", "Laine"]', false, false, coalesce(max(order_position), 0) + 1, 'user'
     from questionnaire_items returning id`,
    [`Vos matières ${word} ?`],
  );
  await storeSignups(site, "user", [
    {
      firstname: "Éloïse",
      name: word,
      email: `${word}@exemple.fr`,
      responses: { [question?.id ?? ""]: ["Lin", "Laine"] },
    },
  ]);
  await page.goto("/admin/dashboard/signups");
  await page.getByRole("searchbox").fill(word);
  await expect(page).toHaveURL(new RegExp(`[?&]search=${word}`));
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(1);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.getByRole("button", { name: `Détails de Éloïse ${word}` }).click();

  const dialog = page.getByRole("dialog", { name: `Éloïse ${word}` });
  await expect(dialog).toContainText(`${word}@exemple.fr`);
  await expect(dialog).toContainText(`Vos matières ${word} ?`);
  await expect(dialog.getByRole("listitem")).toHaveText(["Lin", "Laine"]);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await dialog.getByRole("button", { name: "Approuver" }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByText("Approuvé", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: `Approuver Éloïse ${word}` })).toBeHidden();
  await expectStatuses(site, word, { approved: 1 });

  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByRole("button", { name: `Approuver Éloïse ${word}` })).toBeVisible();
  await expectStatuses(site, word, { pending: 1 });
});

test("a sign-up is rejected from its row, and then can be neither approved nor rejected", async ({
  adminPage: page,
  site,
}) => {
  const word = uniqueWord();
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr` }]);
  await openList(page, "signups", word);
  await page.getByRole("button", { name: `Rejeter Zoé ${word}` }).click();
  await expect(page.getByText("Rejeté", { exact: true })).toBeVisible();
  const details = page.getByRole("button", { name: `Détails de Zoé ${word}` });
  await expect(page.locator("[data-signup]:focus")).toContainText(`Zoé ${word}`);
  await details.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Rejeté", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Supprimer" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /Approuver|Rejeter/ })).toHaveCount(0);
});

test("a duplicate and a throw-away address are said, and the original is one step away", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const word = uniqueWord();
  // The job that flags addresses would correct this one, whose provider is an ordinary one.
  await site.sql("delete from address_migrations");
  await storeSignups(site, "user", [
    { firstname: "Zoé", name: word, email: `autre-${word}@exemple.fr` },
    { firstname: "Anne", name: word, email: `${word}@exemple.fr` },
  ]);
  await site.sql(
    `update beta_signups set disposable_email = true, email = $2,
       duplicate_of = (select id from beta_signups where name = $1 and firstname = 'Anne')
     where name = $1 and firstname = 'Zoé'`,
    [word, `${word}@exemple.fr`],
  );
  await openList(page, "signups", word);
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(2);
  await expect(page.getByText("Doublon", { exact: true })).toHaveCount(1);
  await expect(page.getByText("Adresse jetable", { exact: true })).toHaveCount(1);
  await expectAccessibleInBothThemes(page, expectAccessible);

  await page.getByRole("button", { name: `Détails de Zoé ${word}` }).click();
  const dialog = page.getByRole("dialog", { name: `Zoé ${word}` });
  await expect(dialog.getByText("Adresse jetable", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Une inscription plus ancienne a la même adresse")).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await dialog.getByRole("button", { name: "Voir l’inscription d’origine" }).click();
  const original = page.getByRole("dialog", { name: `Anne ${word}` });
  await expect(original.getByText("Doublon", { exact: true })).toHaveCount(0);
});

test("a deletion is asked about first", async ({ adminPage: page, site, expectAccessible }) => {
  const word = uniqueWord();
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr`, status: "approved" }]);
  await openList(page, "signups", word);
  await page.getByRole("button", { name: `Détails de Zoé ${word}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  const question = page.getByRole("dialog", { name: "Supprimer cette inscription ?" });
  await expect(question).toContainText(`L’inscription de Zoé ${word} et ses réponses`);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect(question).toBeHidden();
  await expectStatuses(site, word, { approved: 1 });

  await page
    .getByRole("dialog", { name: `Zoé ${word}` })
    .getByRole("button", { name: "Supprimer" })
    .click();
  await question.getByRole("button", { name: "Supprimer" }).press("Enter");
  await expect(page.getByText("Aucune inscription ne correspond")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectStatuses(site, word, {});
});

test("after a deletion the next row has the focus, and the notice is no failure's", async ({
  adminPage: page,
  site,
}) => {
  const word = uniqueWord();
  const people = ["a", "b"].map((letter) => ({
    name: `${word}${letter}`,
    email: `${letter}${word}@exemple.fr`,
  }));
  await storeSignups(site, "user", people);
  await openList(page, "signups", word);
  await page.getByRole("button", { name: `Détails de Zoé ${word}a` }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Supprimer cette inscription ?" });
  await expect(question).toHaveAccessibleDescription(/disparaissent pour de bon, aussi des statistiques\.$/);
  await question.getByRole("button", { name: "Supprimer" }).press("Enter");
  await expect(page.getByRole("button", { name: `Détails de Zoé ${word}a` })).toHaveCount(0);
  const row = page.locator("[data-signup]").filter({ hasText: `${word}b` });
  await expect(row).toBeFocused();
  const notice = page.locator(".mantine-Notification-root", { hasText: `${word}a` });
  expect(await notice.evaluate((root) => root.style.getPropertyValue("--notification-color"))).toContain(
    "blue",
  );
});

test("when two admins decide at once, the loser learns why and sees what was decided", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/409/);
  const word = uniqueWord();
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr` }]);
  await openList(page, "signups", word);
  await page.getByRole("button", { name: `Détails de Zoé ${word}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Approuver" })).toBeVisible();
  await site.sql("update beta_signups set status = 'rejected', decided_at = now() where name = $1", [word]);
  await dialog.getByRole("button", { name: "Approuver" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Cette inscription a déjà été traitée.");
  await expect(dialog.getByText("Rejeté", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Approuver" })).toBeHidden();
  await expectStatuses(site, word, { rejected: 1 });
});

test("filters, order and page live in the address, and two quick changes both count", async ({
  adminPage: page,
  site,
}) => {
  const word = uniqueWord();
  await storeSignups(
    site,
    "user",
    Array.from({ length: 23 }, (_, index) => ({
      firstname: `N${String(index).padStart(2, "0")}`,
      name: word,
      email: `${word}.${index}@exemple.fr`,
    })),
  );
  await openList(page, "signups", word);
  await expect(page.getByText("Affichage de 1 à 10 sur 23 inscriptions")).toBeVisible();
  await expect(page.getByText("Page 1 / 3")).toBeVisible();
  await page.getByRole("button", { name: "Page suivante" }).evaluate((next: HTMLElement) => {
    next.click();
    next.click();
  });
  await expect(page.getByText("Affichage de 21 à 23 sur 23 inscriptions")).toBeVisible();
  await expect(page).toHaveURL(/page=3/);
  await page.goBack();
  await expect(page.getByText("Page 2 / 3")).toBeVisible();

  const sort = page.getByRole("button", { name: /^Date$|Les plus récentes/ });
  await page.getByRole("button", { name: "En attente" }).evaluate((pending: HTMLElement) => {
    const byDate = [...document.querySelectorAll("button")].find(({ textContent }) =>
      /^Date$|Les plus récentes/.test(textContent ?? ""),
    );
    pending.click();
    byDate?.click();
  });
  await expect(page).toHaveURL(/status=pending/);
  await expect(page).toHaveURL(/order=asc/);
  await expect(page).not.toHaveURL(/page=/);
  await expect(sort.or(page.getByRole("button", { name: "Les plus anciennes" })).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Détails/ }).first()).toHaveAccessibleName(
    `Détails de N22 ${word}`,
  );

  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue(word);
  await expect(page.getByRole("button", { name: "En attente" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: /^Détails/ }).first()).toHaveAccessibleName(
    `Détails de N22 ${word}`,
  );
  await page.getByRole("button", { name: "Approuvés" }).click();
  await page.getByRole("button", { name: "Effacer les filtres" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("all that match are approved in one go, with a report of what could not be done", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const word = uniqueWord();
  await storeSignups(
    site,
    "user",
    Array.from({ length: 14 }, (_, index) => ({
      name: word,
      email: `${word}.${index}@exemple.fr`,
      status: index < 2 ? "rejected" : "pending",
    })),
  );
  await openList(page, "signups", word);
  await expect(page.getByText("sur 14 inscriptions")).toBeVisible();
  await page.getByRole("checkbox", { name: /la page/ }).check();
  await expect(page.getByText("10 inscriptions sélectionnées")).toBeVisible();
  await page.getByRole("button", { name: "Sélectionner les 14 inscriptions qui correspondent" }).click();
  await expect(page.getByText("14 inscriptions sélectionnées")).toBeVisible();

  // Nobody has seen who comes in now: the decision is not about them.
  await storeSignups(site, "user", [{ name: word, email: `${word}.nouvelle@exemple.fr` }]);
  const actions = page.getByRole("region", { name: "Actions sur la sélection" });
  await actions.getByRole("button", { name: "Approuver" }).click();
  const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
  await expectAccessibleInBothThemes(page, expectAccessible);
  await dialog.getByRole("button", { name: "Approuver" }).click();
  await expect(dialog).toContainText("12 inscriptions approuvées.");
  await expect(dialog).toContainText(/2 laissées de côté\s: déjà traitées/);
  await expect(dialog.getByRole("button", { name: "Annuler ces décisions" })).toBeVisible();
  await dialog.getByRole("button", { name: "Terminer" }).click();
  await expect(actions).toBeHidden();
  await expectStatuses(site, word, { approved: 12, rejected: 2, pending: 1 });

  await page.getByRole("alert").getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByText("12 inscriptions sont à nouveau en attente.")).toBeVisible();
  await expectStatuses(site, word, { pending: 13, rejected: 2 });
});

test("chosen rows are deleted together, the others stay", async ({ adminPage: page, site }) => {
  const word = uniqueWord();
  await storeSignups(
    site,
    "user",
    ["Ana", "Bea", "Cléo"].map((firstname) => ({
      firstname,
      name: word,
      email: `${firstname}.${word}@exemple.fr`,
    })),
  );
  await openList(page, "signups", word);
  await page.getByRole("checkbox", { name: `Sélectionner Ana ${word}` }).check();
  await page.getByRole("checkbox", { name: `Sélectionner Cléo ${word}` }).check();
  await page
    .getByRole("region", { name: "Actions sur la sélection" })
    .getByRole("button", { name: "Supprimer" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Supprimer la sélection" });
  await expect(dialog).toContainText("2 inscriptions sélectionnées");
  await dialog.getByRole("button", { name: "Supprimer" }).click();
  await expect(dialog).toContainText("2 inscriptions supprimées.");
  await dialog.getByRole("button", { name: "Terminer" }).click();
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(1);
  await expect(page.getByRole("button", { name: `Détails de Bea ${word}` })).toBeVisible();
});

test("brands show their website without protocol and www, in a new tab, and are found by it", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const word = uniqueWord();
  await storeSignups(site, "brand", [
    { name: "Maison Brune", email: `a.${word}@exemple.fr`, website: `https://www.${word}.fr/` },
    { name: "Maison Noire", email: `b.${word}@exemple.fr`, website: `javascript:alert("${word}")` },
  ]);
  await openList(page, "brands", `${word}.fr`);
  const link = page.getByRole("link", { name: `${word}.fr`, exact: true });
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(1);
  await page.getByRole("searchbox").fill(word);
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(2);
  await expect(page.getByText(`javascript:alert("${word}")`)).toBeVisible();
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
  await expectAccessibleInBothThemes(page, expectAccessible);
});

test("what a visitor typed is text, never markup", async ({ adminPage: page, site }) => {
  const word = uniqueWord();
  const name = `<img src=x onerror="document.title='${word}'">`;
  await storeSignups(site, "user", [{ firstname: "%_\\", name, email: `${word}@exemple.fr` }]);
  await openList(page, "signups", word);
  await page
    .getByRole("button", { name: /onerror/ })
    .and(page.getByRole("button", { name: /^Détails/ }))
    .click();
  await expect(page.getByRole("dialog")).toContainText(name);
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  await expect(page).not.toHaveTitle(word);
});

test("the filtered list is downloaded as CSV", async ({ adminPage: page, site }) => {
  const word = uniqueWord();
  await storeSignups(site, "user", [{ firstname: "=1+1", name: word, email: `${word}@exemple.fr` }]);
  await openList(page, "signups", word);
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(1);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exporter en CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text.charCodeAt(0)).toBe(0xfeff);
  expect(text.trimEnd().split("\r\n")).toHaveLength(2);
  expect(text).toContain(`${word}@exemple.fr`);
  expect(text).not.toMatch(/(^|;)"?=1/m);
});
