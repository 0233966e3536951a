import { createAccount, enter } from "./admin-accounts.ts";
import { calm, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test("real actions appear in the journal, linked to their subjects and without the visitor's data", async ({
  page,
  site,
}) => {
  const account = await createAccount(site, { isSuperAdmin: true });
  await enter(page, site, account);
  const visitor = uniqueWord();
  await storeSignups(site, "brand", [
    { name: visitor, email: `${visitor}@exemple.fr` },
    { name: visitor, email: `${visitor}-2@exemple.fr` },
  ]);
  const headers = { origin: site.url };
  const found = await page.request.get(`/api/admin/signups/brand?search=${visitor}`);
  const [first, second] = (await found.json()).items as { id: string }[];
  const one = (signup: typeof first) => `/api/admin/signups/brand/${signup?.id}`;
  await page.request.patch(one(first), { data: { status: "rejected" }, headers });
  await page.request.delete(one(second), { headers });
  const added = await page.request.post("/api/admin/questions", {
    data: { question: "Aimez-vous le lin ?", fieldType: "text", targetType: "both", required: false },
    headers,
  });
  const question = (await added.json()) as { id: string };

  await page.goto(`/admin/dashboard/journal?actor=${account.email}`);
  const entries = page.getByRole("table", { name: /^Entrées du journal/ }).locator("tbody tr");
  const entry = (action: string) => entries.filter({ hasText: action });
  const actions = [
    "Question ajoutée",
    "Inscription supprimée",
    "Inscription rejetée",
    "Connexion",
    "Compte activé",
  ];
  await expect(entries.getByRole("rowheader")).toHaveText(actions);
  for (const row of await entries.all()) {
    await expect(row).toContainText(account.email);
    await expect(row.locator("time")).toHaveText(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
  }
  await expect(entry("Inscription rejetée")).toContainText("Public : marques");
  await expect(entry("Inscription supprimée").getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("main")).not.toContainText(visitor);

  await entry("Inscription rejetée").getByRole("link", { name: "Voir l’inscription" }).press("Enter");
  await expect(page.getByRole("dialog")).toContainText(`${visitor}`);
  await page.goBack();
  await entry("Question ajoutée").getByRole("link", { name: "Voir la question" }).click();
  const row = page.locator(`#row-${question.id}`);
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  await page.goBack();
  await entry("Connexion").getByRole("link", { name: "Voir le compte" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: account.email })).toBeFocused();
});
