import { readFile } from "node:fs/promises";
import type { ServerProcess } from "#test/support/server-process.ts";
import { calm, expectStatuses, openList, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

/** Stores a question for users whose options they tick. */
async function storeQuestion(site: ServerProcess, question: string): Promise<string> {
  const [stored] = await site.sql<{ id: string }>(
    `insert into questionnaire_items (question, field_type, options, required, active, order_position, target_type)
     select $1, 'checkbox', '["Lin", "Laine"]', false, true, coalesce(max(order_position), 0) + 1, 'user'
     from questionnaire_items returning id`,
    [question],
  );
  return stored?.id ?? "";
}

test("an admin finds a sign-up, reads its answers, approves it and takes the decision back", {
  tag: "@mobile",
}, async ({ adminPage: page, site }) => {
  const word = uniqueWord();
  const id = await storeQuestion(site, `Vos matières ${word} ?`);
  await storeSignups(site, "user", [
    { firstname: "Éloïse", name: word, email: `${word}@exemple.fr`, responses: { [id]: ["Lin", "Laine"] } },
  ]);
  await page.goto("/admin/dashboard/signups");
  await page.getByRole("searchbox").fill(word);
  await expect(page).toHaveURL(new RegExp(`[?&]search=${word}`));
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(1);
  await page.getByRole("button", { name: `Détails de Éloïse ${word}` }).click();

  const dialog = page.getByRole("dialog", { name: `Éloïse ${word}` });
  await expect(dialog).toContainText(`${word}@exemple.fr`);
  await expect(dialog).toContainText(`Vos matières ${word} ?`);
  await expect(dialog.getByRole("listitem")).toHaveText(["Lin", "Laine"]);
  await dialog.getByRole("button", { name: "Approuver" }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByText("Approuvé", { exact: true })).toBeVisible();
  await expectStatuses(site, word, { approved: 1 });

  await page.getByRole("button", { name: /^Annuler/ }).click();
  await expect(page.getByRole("button", { name: `Approuver Éloïse ${word}` })).toBeVisible();
  await expectStatuses(site, word, { pending: 1 });
});

test("when two admins decide at once, the second sees the first one's decision and the reason", {
  tag: "@mobile",
}, async ({ adminPage: page, site, allowConsole }) => {
  allowConsole(/409/);
  const word = uniqueWord();
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr` }]);
  await openList(page, "signups", word);
  await page.getByRole("button", { name: `Détails de Zoé ${word}` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Approuver" })).toBeVisible();
  const [row] = await site.sql<{ id: string }>("select id from beta_signups where name = $1", [word]);
  const first = await page.request.patch(`/api/admin/signups/user/${row?.id}`, {
    data: { status: "rejected" },
    headers: { origin: site.url },
  });
  expect(first.ok(), await first.text()).toBe(true);
  await dialog.getByRole("button", { name: "Approuver" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Cette inscription a déjà été traitée.");
  await expect(dialog.getByText("Rejeté", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Approuver" })).toBeHidden();
  await expectStatuses(site, word, { rejected: 1 });
});

test("a bulk approval decides all matching sign-ups but no later ones, and is undone", {
  tag: "@mobile",
}, async ({ adminPage: page, site }) => {
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

  await storeSignups(site, "user", [{ name: word, email: `${word}.nouvelle@exemple.fr` }]);
  const actions = page.getByRole("region", { name: "Actions sur la sélection" });
  await actions.getByRole("button", { name: "Approuver" }).click();
  const dialog = page.getByRole("dialog", { name: "Approuver la sélection" });
  await dialog.getByRole("button", { name: "Approuver" }).click();
  await expect(dialog).toContainText("12 inscriptions approuvées.");
  await expect(dialog).toContainText(/2 laissées de côté\s: déjà traitées/);
  await dialog.getByRole("button", { name: "Terminer" }).click();
  await expect(actions).toBeHidden();
  await expectStatuses(site, word, { approved: 12, rejected: 2, pending: 1 });

  await page
    .getByRole("alert")
    .getByRole("button", { name: /^Annuler/ })
    .click();
  await expect(page.getByText("12 inscriptions sont à nouveau en attente.")).toBeVisible();
  await expectStatuses(site, word, { pending: 13, rejected: 2 });
});

test("answers are filters and columns of the list, and a saved view restores both", {
  tag: "@mobile",
}, async ({ adminPage: page, site }) => {
  const word = uniqueWord();
  const question = `Vos matières ${word} ?`;
  const id = await storeQuestion(site, question);
  await storeSignups(site, "user", [
    { firstname: "Ana", name: word, email: `a.${word}@exemple.fr`, responses: { [id]: ["Lin", "Laine"] } },
    { firstname: "Bea", name: word, email: `b.${word}@exemple.fr`, responses: { [id]: ["Laine"] } },
  ]);
  await openList(page, "signups", word);
  await page.getByRole("button", { name: "Affichage" }).click();
  await page.getByRole("checkbox", { name: question }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-signup]").filter({ hasText: "Ana" })).toContainText("Lin, Laine");
  await page.getByRole("combobox", { name: "Filtrer par réponse" }).fill(word);
  await page.getByRole("option", { name: "Lin", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(1);

  await page.getByRole("button", { name: "Vues" }).click();
  await page.getByRole("textbox", { name: "Enregistrer ce qui est affiché" }).fill(`Lin ${word}`);
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page.getByText("Vue enregistrée")).toBeVisible();
  await page.goto("/admin/dashboard/signups");
  await page.getByRole("button", { name: "Vues" }).click();
  await page.getByRole("link", { name: `Lin ${word}` }).click();
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(1);
  await expect(page.locator("[data-signup]")).toContainText("Lin, Laine");
});

test("a script in a visitor's name is shown as text", async ({ adminPage: page, site }) => {
  const word = uniqueWord();
  const name = `<img src=x onerror="document.title='${word}'">`;
  await storeSignups(site, "user", [{ firstname: "%_\\", name, email: `${word}@exemple.fr` }]);
  await openList(page, "signups", word);
  await page.getByRole("button", { name: /^Détails.*onerror/ }).click();
  await expect(page.getByRole("dialog")).toContainText(name);
  await expect(page.locator("img[src=x]")).toHaveCount(0);
  await expect(page).not.toHaveTitle(word);
});

test("the filtered list of sign-ups is downloaded as CSV without formulas", async ({
  adminPage: page,
  site,
}) => {
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

test("the list announces new sign-ups, moves no row, and shows them after a click", async ({
  adminPage: page,
  site,
}) => {
  const [word, later] = [uniqueWord(), uniqueWord()];
  await page.clock.install();
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr` }]);
  await page.goto("/admin/dashboard/signups");
  const first = page.locator("[data-signup]").first();
  await expect(first).toContainText(word);
  await storeSignups(site, "user", [{ name: later, email: `${later}@exemple.fr` }]);
  const before = await first.boundingBox();
  await page.clock.fastForward(21_000);
  const button = page.getByRole("button", { name: "1 nouvelle inscription" });
  await expect(button).toBeVisible();
  await expect(first).toContainText(word);
  expect(await first.boundingBox()).toEqual(before);
  await button.click();
  await expect(first).toContainText(later);
  await expect(button).toBeHidden();
});
