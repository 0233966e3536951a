import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { calm, storeSignups } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const address = "/admin/dashboard/stats";
const longOption = "Des matières naturelles, cousues tout près d’ici";

/** Stores two users and two brands. Three of them chose linen, one of these also the long option. Adds a free text for users. */
async function storeAnswers(site: ServerProcess): Promise<{ memory: string }> {
  await site.sql("delete from beta_signups");
  await site.sql("delete from brand_signups");
  await site.sql("delete from questionnaire_items");
  const [fabrics, memory] = await site.sql<{ id: string }>(
    `insert into questionnaire_items (question, field_type, options, order_position, target_type)
     values ('Vos matières ?', 'checkbox', '["Lin", "Soie"]', 1, 'both'), ('Votre souvenir ?', 'textarea', null, 2, 'user')
     returning id`,
  );
  if (!fabrics || !memory) throw new Error("no questions");
  const linen = { [fabrics.id]: ["Lin"] };
  const both = { [fabrics.id]: ["Lin", longOption], [memory.id]: "Un manteau" };
  await storeSignups(site, "user", [
    { name: "Un", email: "un@exemple.fr", responses: both },
    { name: "Deux", email: "deux@exemple.fr", responses: linen },
  ]);
  await storeSignups(site, "brand", [
    { name: "Trois", email: "trois@exemple.fr", responses: linen },
    { name: "Quatre", email: "quatre@exemple.fr" },
  ]);
  return { memory: memory.id };
}

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const answerRows = (page: Page) => card(page, "Détail des réponses").getByRole("row");

/** Opens the filters, which are collapsed on small screens. */
async function showFilters(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Actualiser" })).toBeVisible();
  const toggle = page.getByRole("button", { name: "Filtres" });
  if (await toggle.isVisible()) await toggle.click();
  await expect(page.getByRole("button", { name: "30 jours" })).toBeVisible();
}

test("statistics count the stored sign-ups, with filters that survive a reload", { tag: "@mobile" }, async ({
  adminPage: page,
  site,
}) => {
  const { memory } = await storeAnswers(site);
  await page.goto(address);
  await expect(card(page, "Total Inscriptions")).toContainText("2 utilisateurs · 2 marques");
  await expect(page.getByRole("progressbar", { name: "Taux de réponse" })).toHaveAttribute(
    "aria-valuenow",
    "75",
  );
  await expect(answerRows(page)).toHaveText([
    "RéponseNombrePourcentage",
    /^Lin3\s?75\s%$/,
    new RegExp(`^${longOption}1\\s?25\\s%$`),
  ]);
  const trend = card(page, "Tendance des inscriptions");
  await expect(trend.getByRole("img", { name: /4 inscriptions/ })).toBeVisible();

  await showFilters(page);
  await page.getByRole("button", { name: "Users" }).click();
  await page.getByRole("button", { name: "7 jours" }).click();
  await page.getByLabel("Question", { exact: true }).selectOption(memory);
  await expect(page).toHaveURL(new RegExp(`audience=user&period=7&questionId=${memory}`));
  await page.reload();
  await expect(card(page, "Type d’inscription")).toContainText("Users");
  await expect(card(page, "Période")).toContainText("Aucune inscription les 7 jours précédents");
  await expect(answerRows(page)).toHaveText(["RéponseNombrePourcentage", /^Un manteau1\s?100\s%$/]);

  await site.sql("update beta_signups set created_at = now() - interval '10 days' where name = 'Un'");
  await page.getByRole("button", { name: "Actualiser" }).click();
  await expect(card(page, "Période")).toContainText(/Autant que les 7 jours précédents \(1\)/);
});

test("the statistics save answers as CSV and each chart as PNG", async ({ adminPage: page, site }) => {
  await storeAnswers(site);
  await page.goto(address);
  const csvDownload = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exporter en CSV" }).click();
  const csv = await csvDownload;
  expect(csv.suggestedFilename()).toBe("reponses.csv");
  expect(await readFile(await csv.path(), "utf8")).toContain('"Lin";3;"75 %"');

  for (const chart of ["Tendance des inscriptions", "Distribution des réponses", "Fréquence des réponses"]) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: `Enregistrer « ${chart} » en PNG` }).click();
    const picture = await download;
    expect(picture.suggestedFilename()).toMatch(/\.png$/);
    const bytes = await readFile(await picture.path());
    expect(bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
  }
});
