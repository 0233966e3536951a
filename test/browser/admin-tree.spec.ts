import type { Page } from "@playwright/test";
import { accessibilityTree } from "./accessibility-tree.ts";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

// A server of its own: what the screens hold is known.
test.use({ ...calm, serverEnvironment: {} });

/** Below /admin/dashboard, and the words that stand there once everything is. 'État' says what is of the machine alone. */
const screens: { path: string; ready: string | RegExp }[] = [
  { path: "", ready: "Avant l’ouverture" },
  { path: "signups", ready: "Zoé Martin" },
  { path: "brands", ready: "Maison Lin" },
  { path: "questionnaire", ready: "Quel style vous ressemble le plus" },
  { path: "stats", ready: "Tendance des inscriptions" },
  { path: "privacy", ready: "Registre des demandes" },
  { path: "email-sender", ready: "Votre premier envoi commence ici" },
  { path: "single-email", ready: "Mise en forme" },
  { path: "emails", ready: "Nom de l’expéditeur" },
  { path: "suppressions", ready: "Chercher une adresse entière" },
  { path: "site", ready: "Enregistrer" },
  { path: "users", ready: "Ajouter un administrateur" },
  { path: "journal", ready: "Entrées du journal" },
  { path: "account", ready: "Cette session" },
  { path: "help", ready: "Raccourcis clavier" },
];

const months = "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre";

/** Numbers, dates and what is drawn by chance are of the moment: what a screen reader is told of the rest stays. */
const withoutFigures = (tree: string) =>
  tree
    .replace(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b|Réf\. [\da-f]+/g, "#")
    .replace(new RegExp(` (${months})\\b`, "g"), " #")
    .replace(/(?<!level=)\d+([\s.,:/-]+\d+)*/g, "#");

async function openScreen(page: Page, path: string, ready: string | RegExp): Promise<void> {
  await page.goto(`/admin/dashboard${path && `/${path}`}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main").getByText(ready).first()).toBeAttached();
  await expect(page.locator("main [role=status]", { hasText: "Chargement" })).toHaveCount(0);
  await page.waitForLoadState("networkidle");
}

test.describe.configure({ mode: "serial" });

test("the tree of every screen is the one that was read", { tag: "@once" }, async ({
  adminPage: page,
  site,
}) => {
  test.setTimeout(180_000);
  const headers = { origin: site.url, "content-type": "application/json" };
  await page.request.post("/api/admin/questions/sample", { headers, data: {} });
  await site.sql(
    `insert into beta_signups (firstname, name, email, created_at)
     values ('Zoé', 'Martin', 'zoe@exemple.fr', '2026-02-03T10:00:00Z')`,
  );
  await site.sql(
    `insert into brand_signups (firstname, name, email, website, created_at)
     values ('Zoé', 'Maison Lin', 'zoe@exemple.fr', 'https://lin.exemple', '2026-02-03T11:00:00Z')`,
  );
  for (const { path, ready } of screens) {
    await openScreen(page, path, ready);
    const tree = withoutFigures(await accessibilityTree(page, "main"));
    expect.soft(tree, path).toMatchSnapshot(`admin-${path || "dashboard"}.txt`);
  }
});

test("the tree of an opened sign-up, of a question and of the menu is the one that was read", {
  tag: "@once",
}, async ({ adminPage: page }) => {
  await openScreen(page, "signups", "Zoé Martin");
  expect.soft(await accessibilityTree(page, "navigation")).toMatchSnapshot("admin-menu.txt");
  await page.getByRole("button", { name: "Détails de Zoé Martin" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Approuver" })).toBeEnabled();
  const detail = withoutFigures(await accessibilityTree(page, "dialog"));
  expect.soft(detail).toMatchSnapshot("admin-signup.txt");
  await openScreen(page, "questionnaire", "Quel style vous ressemble le plus");
  await page.getByRole("button", { name: "Ajouter", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Question" })).toBeVisible();
  const editor = withoutFigures(await accessibilityTree(page, "main"));
  expect.soft(editor).toMatchSnapshot("admin-question.txt");
});
