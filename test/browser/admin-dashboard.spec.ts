import type { Response } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { forceShield } from "./admin-accounts.ts";
import { calm, storeSignups } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const address = "/admin/dashboard";

/** Stores three questions, three users (two are pending, one has answered), and a rejected brand. */
async function storeOverview(site: ServerProcess): Promise<void> {
  await site.sql("delete from beta_signups");
  await site.sql("delete from brand_signups");
  await site.sql("delete from questionnaire_items");
  const [question] = await site.sql<{ id: string }>(
    `insert into questionnaire_items (question, order_position, target_type)
     select 'Question ' || n, n, 'both' from generate_series(1, 3) as n returning id`,
  );
  const responses = { [question?.id ?? ""]: "Une réponse" };
  await storeSignups(site, "user", [
    { firstname: "Jeanne", name: "Récente", email: "jeanne@exemple.fr", responses },
    { firstname: "Basile", name: "Ancien", email: "basile@exemple.fr" },
    { name: "Décidée", email: "decidee@exemple.fr", status: "approved" },
  ]);
  await storeSignups(site, "brand", [{ name: "Atelier Nord", email: "nord@exemple.fr", status: "rejected" }]);
}

test("the dashboard counts stored sign-ups and opens the one that waited longest", {
  tag: "@mobile",
}, async ({ adminPage: page, site }) => {
  await storeOverview(site);
  await page.goto(address);
  const main = page.getByRole("main");
  await expect(main.getByRole("region", { name: "Utilisateurs" })).toContainText("3");
  await expect(main.getByRole("link", { name: "2 en attente" })).toBeVisible();
  await expect(main.getByRole("link", { name: "1 approuvé", exact: true })).toBeVisible();
  await expect(main.getByRole("region", { name: "Marques" })).toContainText("0 en attente");
  await expect(main.getByRole("region", { name: "Questions" })).toContainText("3");
  await expect(main.getByRole("region", { name: "Réponses" })).toContainText("1");
  await expect(main.getByRole("region", { name: "Les quatorze derniers jours" })).toContainText(
    "4 inscriptions",
  );
  const waiting = main.getByRole("region", { name: "À décider" });
  await expect(waiting.getByRole("listitem")).toHaveText([/^Basile Ancien/, /^Jeanne Récente/]);
  await waiting.getByRole("link", { name: "Basile Ancien" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard\/signups\?status=pending/);
  await expect(page.getByRole("dialog")).toContainText("basile@exemple.fr");
});

test("the dashboard opens without the code of the statistics' charts", async ({ adminPage: page, site }) => {
  await storeOverview(site);
  await page.clock.install(); // stops the prefetch of the other screens after five seconds
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

test("the defence panel shows refused sign-ups and the state that a super admin sets", async ({
  adminPage: page,
  site,
}) => {
  await forceShield(site, null);
  await page.clock.install();
  await page.goto(address);
  const panel = page.getByRole("region", { name: "Protection contre les robots" });
  const state = panel.getByRole("status");
  await expect(state).toContainText("Calme");
  await panel.getByText("Détails techniques").click();
  const refused = panel.locator("dl > div").filter({ hasText: "Formulaire non reconnu" }).locator("dd");
  const before = Number(await refused.textContent());
  await page.request.post("/api/signups/user", {
    data: { firstname: "A", name: "B", email: "robot@exemple.fr", responses: {} },
    headers: { origin: site.url },
  });
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(refused).toHaveText(String(before + 1), { timeout: 500 });
  }).toPass();

  const setting = panel.getByRole("group", { name: "Réglage de la protection" });
  await setting.getByRole("button", { name: "Attaque" }).click();
  await expect(state).toContainText("Attaque");
  await page.reload();
  await expect(state).toContainText("Attaque");
  await setting.getByRole("button", { name: "Automatique" }).click();
  await expect(state).toContainText("Calme");
  const actions = await site.sql(
    "select action from journal_entries where action like 'shield.%' order by id",
  );
  expect(actions.slice(-2)).toEqual([{ action: "shield.forced" }, { action: "shield.released" }]);
});
