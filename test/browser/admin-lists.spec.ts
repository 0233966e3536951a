import { calm, expectAccessibleInBothThemes, openList, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

test("statuses carry their counts, and the total is said however few there are", async ({
  adminPage: page,
  site,
}) => {
  const word = uniqueWord();
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr` }]);
  await page.goto("/admin/dashboard/signups");
  await expect(page.getByRole("button", { name: /^En attente\s*[\d\s]+$/ })).toBeVisible();
  await openList(page, "signups", word);
  await expect(page.getByRole("button", { name: /^En attente\s*1$/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approuvés\s*0$/ })).toBeVisible();
  const csv = page.getByRole("link", { name: "Exporter en CSV" });
  const centre = async (part: typeof csv) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height / 2 : 0;
  };
  expect(Math.abs((await centre(csv)) - (await centre(csv.locator("svg"))))).toBeLessThan(1.5);
  const status = page.getByRole("status").filter({ hasText: "1 résultat" });
  await expect(status).toContainText(`statut\u00a0: Tous, recherche\u00a0: ${word}`);
  await expect(status).toContainText("les plus récentes d’abord, page 1 sur 1");
});

test("answers are columns and filters, and both are a view that a link shares", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const word = uniqueWord();
  const [question] = await site.sql<{ id: string }>(
    `insert into questionnaire_items (question, field_type, options, required, active, order_position, target_type)
     select $1, 'checkbox', '["Lin", "Laine"]', false, true, coalesce(max(order_position), 0) + 1, 'user'
     from questionnaire_items returning id`,
    [`Vos matières ${word} ?`],
  );
  const id = question?.id ?? "";
  await storeSignups(site, "user", [
    { firstname: "Ana", name: word, email: `a.${word}@exemple.fr`, responses: { [id]: ["Lin", "Laine"] } },
    { firstname: "Bea", name: word, email: `b.${word}@exemple.fr`, responses: { [id]: ["Laine"] } },
  ]);
  await openList(page, "signups", word);
  await page.getByRole("button", { name: "Affichage" }).click();
  await page.getByRole("checkbox", { name: `Vos matières ${word} ?` }).click();
  await expect(page.getByRole("checkbox", { name: `Vos matières ${word} ?` })).toBeChecked();
  await page.getByRole("checkbox", { name: "Statut" }).click();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.keyboard.press("Escape");
  await expect(page.locator("[data-signup]").filter({ hasText: "Ana" })).toContainText("Lin, Laine");
  await expect(page.getByText("En attente", { exact: true }).and(page.locator("[data-tone]"))).toHaveCount(0);

  await page.getByRole("combobox", { name: "Filtrer par réponse" }).click();
  const group = page.getByRole("option", { name: "Lin", exact: true });
  await group.last().click();
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(1);
  await expect(page).toHaveURL(/answer=/);

  await page.getByRole("button", { name: "Vues" }).click();
  await page.getByRole("textbox", { name: "Enregistrer ce qui est affiché" }).fill(`Lin ${word}`);
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect(page.getByText("Vue enregistrée")).toBeVisible();
  await page.goto("/admin/dashboard/signups");
  await page.getByRole("button", { name: "Vues" }).click();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.getByRole("link", { name: `Lin ${word}` }).click();
  await expect(page.getByRole("button", { name: /^Détails/ })).toHaveCount(1);
  await expect(page.locator("[data-signup]")).toContainText("Lin, Laine");
  await page.getByRole("button", { name: "Vues" }).click();
  await page.getByRole("button", { name: `Supprimer la vue Lin ${word}` }).click();
  await expect(page.getByRole("link", { name: `Lin ${word}` })).toBeHidden();
});

test("new sign-ups announce themselves and move nothing", { tag: "@once" }, async ({
  adminPage: page,
  site,
}) => {
  const word = uniqueWord();
  await page.clock.install();
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr` }]);
  await page.goto("/admin/dashboard/signups");
  await expect(page.locator("[data-signup]").first()).toContainText(word);
  const later = uniqueWord();
  await site.sql("insert into beta_signups (firstname, name, email) values ('Zoé', $1, $2)", [
    later,
    `${later}@exemple.fr`,
  ]);
  const before = await page.locator("[data-signup]").first().boundingBox();
  await page.clock.fastForward(21_000);
  const button = page.getByRole("button", { name: "1 nouvelle inscription" });
  await expect(button).toBeVisible();
  await expect(page.locator("[data-signup]").first()).toContainText(word);
  expect(await page.locator("[data-signup]").first().boundingBox()).toEqual(before);
  await button.click();
  await expect(page.locator("[data-signup]").first()).toContainText(later);
  await expect(button).toBeHidden();
});

test("the next page was fetched ahead: it is shown while the server says nothing", async ({
  adminPage: page,
  site,
}) => {
  const word = uniqueWord();
  const people = Array.from({ length: 12 }, (_, index) => ({
    name: word,
    firstname: `N${index}`,
    email: `${index}.${word}@exemple.fr`,
  }));
  await storeSignups(site, "user", people);
  const ahead = page.waitForResponse((answer) => /signups\/user\?.*page=2/.test(answer.url()));
  await openList(page, "signups", word);
  await ahead;
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/api/admin/signups/user?**", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("button", { name: "Page suivante" }).click();
  await expect(page.locator("[data-signup]")).toHaveCount(2);
  await expect(page.getByText("Page 2 / 2")).toBeVisible();
  letGo();
});

test("rows have headers, brands come first with their contact under it, and density is kept", async ({
  adminPage: page,
  site,
}, { project }) => {
  const word = uniqueWord();
  await storeSignups(site, "brand", [
    { firstname: "Ana", name: `Maison ${word}`, email: `${word}@exemple.fr` },
  ]);
  await openList(page, "brands", word);
  const row = page.locator("[data-signup]");
  await expect(row).toContainText(`Maison ${word}Ana, ${word}@exemple.fr`);
  if (project.name === "desktop") {
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    await expect(page.getByRole("table", { name: "Inscriptions Marques" })).toBeVisible();
  }
  const height = async () => (await row.boundingBox())?.height ?? 0;
  const airy = await height();
  await page.getByRole("button", { name: "Affichage" }).click();
  await page.getByText("Serré").click();
  await expect.poll(height).toBeLessThan(airy);
  await page.reload();
  await expect.poll(height).toBeLessThan(airy);
  await page.getByRole("button", { name: "Affichage" }).click();
  await page.getByText("Aéré").click();
  await expect.poll(height).toBe(airy);
});
