import type { Locator, Page } from "@playwright/test";
import { createAccount, enter, expectNoSidewaysScrolling } from "./admin-accounts.ts";
import { calm, expectAccessibleInBothThemes, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const address = "/admin/dashboard/journal";
const button = (scope: Page | Locator, name: string) => scope.getByRole("button", { name, exact: true });
const entries = (page: Page) => page.getByRole("table", { name: /^Entrées du journal/ }).locator("tbody tr");
const filters = (page: Page) => page.getByRole("form", { name: "Filtrer le journal" });
const author = (page: Page) => filters(page).getByRole("textbox", { name: "Auteur" });

async function open(page: Page, query: Record<string, string> = {}): Promise<void> {
  await page.goto(`${address}?${new URLSearchParams(query)}`);
  await expect(page.getByRole("heading", { level: 1, name: "Journal" })).toBeVisible();
}

/** "2026-10-13": so many days ago. What is older than a year is forgotten by the server itself. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

type Site = { sql: (text: string, values?: unknown[]) => Promise<unknown[]> };

/** Entries of an author of their own; the newest is `count` minutes younger than the oldest. */
async function storeEntries(site: Site, actor: string, count: number, day = daysAgo(40)): Promise<void> {
  await site.sql(
    `insert into journal_entries (actor, action, subject, details, at)
     select $1, case when n % 2 = 0 then 'signup.approved' else 'signup.rejected' end, gen_random_uuid()::text,
            '{"audience":"brand"}', ($3::date + time '12:00') at time zone 'Europe/Paris' + n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [actor, count, day],
  );
}

const newActor = () => `${uniqueWord()}@tenue.example`;

test("sign-in, decision and deletion appear with who, what and when, and without the visitor's data", async ({
  page,
  site,
}) => {
  const account = await createAccount(site, { isSuperAdmin: true });
  const visitor = uniqueWord();
  await storeSignups(site, "user", [
    { name: visitor, email: `${visitor}@exemple.fr` },
    { name: visitor, email: `${visitor}-2@exemple.fr` },
  ]);
  await enter(page, site, account);
  await page.goto(`/admin/dashboard/signups?search=${visitor}`);
  await expect(page.getByRole("heading", { level: 1, name: "Inscriptions à la bêta" })).toBeVisible();
  const found = await page.request.get(`/api/admin/signups/user?search=${visitor}`);
  const [first, second] = (await found.json()).items as { id: string }[];
  const headers = { origin: site.url };
  await page.request.patch(`/api/admin/signups/user/${first?.id}`, { data: { status: "approved" }, headers });
  await page.request.delete(`/api/admin/signups/user/${second?.id}`, { headers });

  await open(page, { actor: account.email });
  await expect(entries(page)).toHaveCount(4);
  for (const [index, action] of [
    "Inscription supprimée",
    "Inscription approuvée",
    "Connexion",
    "Compte activé",
  ].entries()) {
    await expect(entries(page).nth(index)).toContainText(action);
    await expect(entries(page).nth(index)).toContainText(account.email);
    await expect(entries(page).nth(index).locator("time")).toHaveText(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
  }
  await expect(entries(page).nth(1)).toContainText("Public : utilisateurs");
  await expect(page.getByRole("main")).not.toContainText(visitor);
});

test("the filters stand in the address: reload and the back button keep them", async ({
  adminPage: page,
  site,
}) => {
  const actor = newActor();
  await storeEntries(site, actor, 4);
  await open(page);
  await author(page).fill(` ${actor.toUpperCase()} `);
  await author(page).press("Enter");
  await expect(entries(page)).toHaveCount(4);
  await expect(page).toHaveURL(/[?&]actor=/);

  const action = filters(page).getByRole("combobox", { name: "Action" });
  await action.fill("Inscription rej");
  await expect(page.getByRole("option", { name: "Inscription rejetée" })).toBeVisible();
  await action.press("ArrowDown");
  await action.press("Enter");
  await expect(action).toHaveValue("Inscription rejetée");
  await button(filters(page), "Filtrer").click();
  await expect(entries(page)).toHaveCount(2);
  await expect(page).toHaveURL(/action=signup\.rejected/);

  await page.reload();
  await expect(entries(page)).toHaveCount(2);
  await expect(action).toHaveValue("Inscription rejetée");
  await page.goBack();
  await expect(entries(page)).toHaveCount(4);
  await expect(action).toHaveValue("");
});

test("days are those of Paris, and what matches nothing says so with a way out", async ({
  adminPage: page,
  site,
}) => {
  const actor = newActor();
  await storeEntries(site, actor, 3, daysAgo(40));
  await storeEntries(site, actor, 2, daysAgo(38));
  await open(page, { actor });
  await expect(entries(page)).toHaveCount(5);
  await filters(page).getByLabel("Du", { exact: true }).fill(daysAgo(39));
  await filters(page).getByLabel("Au", { exact: true }).fill(daysAgo(38));
  await button(filters(page), "Filtrer").click();
  await expect(entries(page)).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`from=${daysAgo(39)}&to=${daysAgo(38)}`));

  await open(page, { actor, to: daysAgo(41) });
  await expect(page.getByText("Aucune entrée ne correspond")).toBeVisible();
  await button(page, "Effacer les filtres").click();
  await expect(page).toHaveURL((url) => url.search === "");
  await expect(author(page)).toHaveValue("");
  await expect(entries(page).first()).toBeVisible();
});

test("'Afficher plus' adds the older entries until there are no more", async ({ adminPage: page, site }) => {
  const actor = newActor();
  await storeEntries(site, actor, 60);
  await open(page, { actor });
  await expect(entries(page)).toHaveCount(50);
  await expect(entries(page).first()).toContainText("13:00");
  await button(page, "Afficher plus").focus();
  await page.keyboard.press("Enter");
  await expect(entries(page)).toHaveCount(60);
  await expect(entries(page).last()).toContainText("12:01");
  await expect(button(page, "Afficher plus")).toHaveCount(0);
});

test("only super admins read the journal", async ({ page, site }) => {
  await enter(page, site, await createAccount(site));
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: "Accès refusé" })).toBeVisible();
  await expect(
    page.getByRole("main").getByText("Vous n'avez pas les droits pour accéder à cette page"),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Journal", includeHidden: true })).toHaveCount(0);
  expect((await page.request.get("/api/admin/journal")).status()).toBe(403);
});

test("a journal that cannot be read says so and tries again; the screen is accessible", async ({
  adminPage: page,
  site,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/500/);
  const actor = newActor();
  await storeEntries(site, actor, 2);
  const pattern = "**/api/admin/journal?*";
  await page.route(pattern, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: "internal", message: "Une erreur est survenue." } },
    }),
  );
  await open(page, { actor });
  await expect(page.getByRole("alert")).toContainText("Une erreur est survenue.");
  await page.unroute(pattern);
  await button(page, "Réessayer").click();
  await expect(entries(page)).toHaveCount(2);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await expectNoSidewaysScrolling(page);
});

test("entries lead to what they speak of, by keyboard too; what is gone says so", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/404/); // the sign-up that is gone
  const account = await createAccount(site, { isSuperAdmin: true });
  await enter(page, site, account);
  const visitor = uniqueWord();
  await storeSignups(site, "brand", [{ name: visitor, email: `${visitor}@exemple.fr` }]);
  const headers = { origin: site.url };
  const found = await page.request.get(`/api/admin/signups/brand?search=${visitor}`);
  const [signup] = (await found.json()).items as { id: string }[];
  await page.request.patch(`/api/admin/signups/brand/${signup?.id}`, {
    data: { status: "rejected" },
    headers,
  });
  const added = await page.request.post("/api/admin/questions", {
    data: { question: `Aimez-vous ${visitor} ?`, fieldType: "text", targetType: "both", required: false },
    headers,
  });
  const question = (await added.json()) as { id: string };

  await open(page, { actor: account.email });
  const entry = (action: string) => entries(page).filter({ hasText: action });
  await expect(entry("Inscription rejetée")).toContainText("Public : marques");
  await entry("Inscription rejetée").getByRole("link", { name: "Voir l’inscription" }).press("Enter");
  await expect(page.getByRole("dialog")).toContainText(`${visitor}@exemple.fr`);
  await page.goBack();
  await entry("Question ajoutée").getByRole("link", { name: "Voir la question" }).click();
  const row = page.locator(`#row-${question.id}`);
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  await page.goBack();
  await entry("Connexion").getByRole("link", { name: "Voir le compte" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: account.email })).toBeFocused();

  await page.request.delete(`/api/admin/signups/brand/${signup?.id}`, { headers });
  await page.request.delete(`/api/admin/questions/${question.id}`, { headers });
  await open(page, { actor: account.email });
  await expect(entry("Inscription supprimée").getByRole("link")).toHaveCount(0);
  await entry("Inscription rejetée").getByRole("link").click();
  await expect(page.getByRole("dialog")).toContainText("Cette inscription n’existe plus.");
  await open(page, { actor: account.email });
  await entry("Question ajoutée").getByRole("link").click();
  await expect(page.getByRole("alert")).toHaveText("Cette question n’existe plus.");
  await open(page, { actor: account.email });
  await expectNoSidewaysScrolling(page);
});
