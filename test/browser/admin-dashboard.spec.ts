import type { Response } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { createAccount, enter, forceShield } from "./admin-accounts.ts";
import { calm, expectAccessibleInBothThemes, storeSignups } from "./admin-support.ts";
import { chartFaults } from "./chart-faults.ts";
import { defaultLimits, expect, superAdmin, test } from "./fixtures.ts";

test.use({ ...calm, ...defaultLimits });

const address = "/admin/dashboard";

async function arrange(site: ServerProcess, { questions }: { questions: number }): Promise<void> {
  await site.sql("delete from beta_signups");
  await site.sql("delete from brand_signups");
  await site.sql("delete from questionnaire_items");
  await site.sql(
    `insert into questionnaire_items (question, order_position, target_type)
     select 'Question ' || n, n, 'both' from generate_series(1, $1::int) as n`,
    [questions],
  );
}

test("the dashboard greets with the counters, the tasks and what waits for a decision", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrange(site, { questions: 3 });
  const [question] = await site.sql<{ id: string }>("select id from questionnaire_items limit 1");
  const responses = { [question?.id ?? ""]: "Une réponse" };
  await storeSignups(site, "user", [
    { firstname: "Jeanne", name: "Récente", email: "jeanne@exemple.fr", responses },
    { firstname: "Basile", name: "Ancien", email: "basile@exemple.fr" },
    { name: "Décidée", email: "decidee@exemple.fr", status: "approved" },
  ]);
  await storeSignups(site, "brand", [{ name: "Atelier Nord", email: "nord@exemple.fr", status: "rejected" }]);
  await page.goto(address);

  const main = page.getByRole("main");
  await expect(main.getByText(superAdmin.email)).toBeVisible();
  await expect(main.getByRole("region", { name: "Utilisateurs" })).toContainText("3");
  await expect(main.getByRole("link", { name: "2 en attente" })).toHaveAttribute(
    "href",
    /signups\?status=pending/,
  );
  await expect(main.getByRole("link", { name: "1 approuvé", exact: true })).toBeVisible();
  await expect(main.getByRole("region", { name: "Marques" })).toContainText("0 en attente");
  await expect(main.getByRole("region", { name: "Questions" })).toContainText("3");
  await expect(main.getByRole("region", { name: "Réponses" })).toContainText("1");
  await expect(main.getByRole("region", { name: "Les quatorze derniers jours" })).toContainText(
    "4 inscriptions",
  );
  const welcome = main.getByRole("region", { name: /^Bienvenue/ });
  await expect(welcome).toContainText("modifier le questionnaire");
  await expect(welcome).toContainText("gérer les administrateurs");
  await expect(welcome.getByRole("link")).toHaveCount(0);
  await expect(main.getByText("Configuration requise")).toHaveCount(0);
  await expectAccessibleInBothThemes(page, expectAccessible);

  const waiting = main.getByRole("region", { name: "À décider" });
  await expect(waiting.getByRole("listitem")).toHaveText([/^Basile Ancien/, /^Jeanne Récente/]);
  await waiting.getByRole("link", { name: "Basile Ancien" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard\/signups\?status=pending/);
  await expect(page.getByRole("dialog")).toContainText("basile@exemple.fr");
});

test("campaigns under way, what came back of the last one, and the way to the first", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await site.sql("delete from campaigns");
  await page.goto(address);
  const panel = page.getByRole("main").getByRole("region", { name: "Envois" });
  await expect(panel).toContainText("Aucun envoi pour le moment.");
  await expect(panel.getByRole("link", { name: "Écrire aux inscrits" })).toBeVisible();

  await site.sql(
    `insert into campaigns (recipient_type, status_filter, kind, created_by, subject, content, status, total, sent, bounced, started_at, finished_at, fingerprint, reason)
     select 'user', 'all', 'news', 'claire@tenue.example', subject, '<p>Texte</p>', status, 400, sent, bounced, now(), finished_at, subject, 'x'
     from (values ('Printemps', 'paused', 120, 2, null::timestamptz), ('Hiver', 'completed', 400, 3, now()))
       as made (subject, status, sent, bounced, finished_at)`,
  );
  await page.reload();
  await expect(panel.getByRole("listitem")).toHaveText([/Printemps.*En pause, 120 sur 400, 2 rebonds/]);
  await expect(panel).toContainText(
    /Dernier envoi, terminé le .*Hiver, 400 e-mails envoyés, 0 échec, 3 rebonds/,
  );
  await expectAccessibleInBothThemes(page, expectAccessible);
  await panel.getByRole("link", { name: "Hiver" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Hiver" })).toBeVisible();
  await site.sql("delete from campaigns");
});

test("the last days are gone through by keys, and stand in a table", async ({ adminPage: page, site }) => {
  await arrange(site, { questions: 1 });
  await storeSignups(site, "user", [
    { name: "Un", email: "un@exemple.fr" },
    { name: "Deux", email: "deux@exemple.fr" },
  ]);
  await storeSignups(site, "brand", [{ name: "Trois", email: "trois@exemple.fr" }]);
  await page.goto(address);
  const panel = page.getByRole("region", { name: "Les quatorze derniers jours" });
  const chart = panel.getByRole("application", { name: "Les quatorze derniers jours" });
  const said = panel.getByRole("status");
  await expect(panel.getByRole("img", { name: /3 inscriptions, 3 au plus le / })).toBeVisible();
  await expect(said).toHaveText("");
  await page.keyboard.press("Tab");
  await chart.focus();
  const days = new Set<string>();
  for (let day = 1; day <= 14; day++) {
    await expect(panel.locator(".chart-marked")).toHaveCount(1);
    days.add(await said.innerText());
    await page.keyboard.press("ArrowRight");
  }
  expect(
    [...days].filter((told) => /^\S+ \d+ \S+\s: \d utilisateurs?, \d marques?$/.test(told)),
  ).toHaveLength(14);
  await expect(said).toHaveText(/: 2 utilisateurs, 1 marque$/);
  await page.keyboard.press("Home");
  await expect(said).toHaveText(/: 0 utilisateur, 0 marque$/);

  await panel.getByText("Voir les chiffres jour par jour").click();
  const table = panel.getByRole("table", { name: /^Inscriptions des quatorze derniers jours/ });
  await expect(table.getByRole("columnheader")).toHaveText(["Jour", "Utilisateurs", "Marques"]);
  await expect(table.getByRole("rowheader")).toHaveCount(14);
  await expect(table.getByRole("row").nth(1)).toHaveText(/\D21$/);
});

test("users and brands of the last days differ by more than colour", { tag: "@once" }, async ({
  adminPage: page,
  site,
}) => {
  await arrange(site, { questions: 1 });
  await storeSignups(site, "user", [{ name: "Un", email: "un@exemple.fr" }]);
  await storeSignups(site, "brand", [{ name: "Deux", email: "deux@exemple.fr" }]);
  await page.goto(address);
  const panel = page.getByRole("region", { name: "Les quatorze derniers jours" });
  await expect(panel.locator(".chart-swatch")).toHaveCount(2);
  const bars = panel.locator("[data-series]");
  await expect(bars).toHaveCount(2);
  const [users, brands] = await bars.evaluateAll((all) =>
    all.map((bar) => bar.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
  );
  expect((users?.top ?? 0) - (brands?.bottom ?? 0), "paper between the two").toBeGreaterThan(1);
  expect(await chartFaults(page)).toEqual([]);
});

test("the dashboard opens without what draws the charts of the statistics", { tag: "@once" }, async ({
  adminPage: page,
  site,
}) => {
  await arrange(site, { questions: 1 });
  await storeSignups(site, "user", [{ name: "Un", email: "un@exemple.fr" }]);
  const scripts: Response[] = [];
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "script") scripts.push(answer);
  });
  await page.goto(address);
  await expect(page.getByRole("application", { name: "Les quatorze derniers jours" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const code = (await Promise.all(scripts.map((answer) => answer.text()))).join("\n");
  expect(code).toContain("Les quatorze derniers jours");
  expect(code).not.toContain("chart-surface");
});

test("the detailed statistics are one link away", async ({ adminPage: page, site }) => {
  await arrange(site, { questions: 1 });
  await page.goto(address);
  await page.getByRole("link", { name: "Voir les statistiques détaillées" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Statistiques des Réponses" })).toBeVisible();
});

test("without questions the dashboard asks for the configuration, in one place", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrange(site, { questions: 0 });
  await site.sql("update admin_preferences set first_steps_left = false");
  await page.goto(address);
  const line = page.getByRole("region", { name: "Premiers pas" });
  const demands = page.getByText(/Configuration requise|Activer au moins une question/);
  await expect(line).toContainText("Configuration requise");
  await expect(page.getByRole("region", { name: "Avant l’ouverture" })).toBeVisible();
  await expect(demands).toHaveCount(1);
  await expect(page.getByRole("link", { name: /Dire qui vous êtes sur le site/ })).toHaveCount(1);
  await expectAccessibleInBothThemes(page, expectAccessible);

  await line.getByRole("button", { name: "Quitter les premiers pas" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Configuration requise" });
  await expect(notice).toBeVisible();
  await expect(demands).toHaveCount(1);
  await expect(page.getByText("Aucune inscription n’attend de décision.")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Voir le formulaire d’inscription/ })).toHaveAttribute(
    "href",
    "/inscription",
  );
  await expectAccessibleInBothThemes(page, expectAccessible);
  await notice.getByRole("link", { name: "Configurer le questionnaire" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard\/questionnaire$/);
});

test("when the counters cannot be read they stay at zero and can be asked for again", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/500|counters could not be read/);
  await arrange(site, { questions: 2 });
  await page.route("**/api/admin/overview", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(address);
  const questions = page.getByRole("main").getByRole("region", { name: "Questions" });
  const alert = page.getByRole("alert");
  await expect(alert).toBeVisible();
  await expect(questions).toContainText("0");
  await expect(page.getByText("Configuration requise")).toHaveCount(0);
  await page.unroute("**/api/admin/overview");
  await alert.getByRole("button", { name: "Réessayer" }).click();
  await expect(questions).toContainText("2");
  await expect(alert).toHaveCount(0);
});

test("the dashboard says how much the form defends itself, and a super admin sets it by hand", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  await arrange(site, { questions: 1 });
  await forceShield(site, null);
  await page.goto(address);
  const panel = page.getByRole("region", { name: "Protection contre les robots" });
  const setting = panel.getByRole("group", { name: "Réglage de la protection" });
  const pressed = setting.locator("[aria-pressed=true]");
  await expect(panel.getByRole("status")).toContainText("Calme");
  await expect(panel).toContainText("Rien n’est demandé aux visiteurs.");
  await expect(pressed).toHaveText("Automatique");
  await expectAccessibleInBothThemes(page, expectAccessible);

  await setting.getByRole("button", { name: "Attaque" }).click();
  await expect(panel.getByRole("status")).toContainText("Attaque");
  await expect(panel).toContainText("L’état est réglé à la main");
  await expect(pressed).toHaveText("Attaque");
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.reload();
  await expect(panel.getByRole("status")).toContainText("Attaque");
  await setting.getByRole("button", { name: "Automatique" }).click();
  await expect(panel.getByRole("status")).toContainText("Calme");
  const actions = await site.sql(
    "select action from journal_entries where action like 'shield.%' order by id",
  );
  expect(actions.slice(-2)).toEqual([{ action: "shield.forced" }, { action: "shield.released" }]);
});

test("state and figures of the defence follow while the page is open", async ({ adminPage: page, site }) => {
  await forceShield(site, null);
  await page.goto(address);
  const panel = page.getByRole("region", { name: "Protection contre les robots" });
  await expect(panel.getByRole("status")).toContainText("Calme");
  const refused = panel.locator("div", { has: page.getByText("Formulaire non reconnu") }).last();
  const before = Number(await refused.locator("dd").textContent());
  await page.request.post("/api/signups/user", {
    data: { firstname: "A", name: "B", email: "robot@exemple.fr", responses: {} },
    headers: { origin: site.url },
  });
  await expect(refused.locator("dd")).toHaveText(String(before + 1));
  await forceShield(site, "raised");
  await expect(panel.getByRole("status")).toContainText("Renforcée");
  await forceShield(site, null);
});

test("other admins read the defence and cannot set it", async ({ page, site }) => {
  const account = await createAccount(site);
  await enter(page, site, account);
  await page.goto(address);
  const panel = page.getByRole("region", { name: "Protection contre les robots" });
  await expect(panel.getByRole("status")).toContainText("Calme");
  await expect(panel).toContainText("Seul un super administrateur peut régler cette protection à la main.");
  await expect(panel.getByRole("button")).toHaveCount(0);
});

test("a server without limits on sign-ups says that its defence is off", async ({ adminPage: page }) => {
  await page.route("**/api/admin/shield", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), enabled: false } });
  });
  await page.goto(address);
  const panel = page.getByRole("region", { name: "Protection contre les robots" });
  await expect(panel).toContainText("La protection est désactivée sur ce serveur");
  await expect(panel.getByRole("button")).toHaveCount(0);
});
