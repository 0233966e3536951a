import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import {
  expectThanks,
  fillQuestions,
  fillUser,
  newsBox,
  openDialog,
  sendButton,
  signUpLinks,
  useTestQuestionnaire,
} from "./site-support.ts";

const person = { firstname: "Zoé", name: "N’Guessan-Lefèvre", email: "zoe@courrier.example" };

test.beforeEach(({ site }) => useTestQuestionnaire(site));

test("a person signs up with all six field types, after wrong input", { tag: "@mobile" }, async ({
  page,
  site,
}) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel("Adresse e-mail").fill("pas une adresse");
  await sendButton(page).click();
  await expect(dialog.getByText("Adresse email invalide")).toBeVisible();
  await expect(dialog.getByLabel("Prénom")).toBeFocused();

  await fillUser(page, person);
  await dialog.getByLabel("Un second e-mail").fill("zoe@ailleurs.example");
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeFocused();

  const rows = await site.sql("select firstname, name, email, status, responses from beta_signups");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ ...person, status: "pending" });
  expect(Object.values(rows[0]?.["responses"]).flat()).toEqual(
    expect.arrayContaining(["Saint-Étienne", "Hiver", "Parfois", "Lin", "Soie", "zoe@ailleurs.example"]),
  );
});

test("a brand signs up with its website and its own questions", { tag: "@mobile" }, async ({
  page,
  site,
}) => {
  const dialog = await openDialog(page);
  await dialog.getByRole("radio", { name: "Pour ma marque" }).check();
  await expect(dialog.getByLabel("Vos boutiques")).toBeVisible();
  await dialog.getByLabel("Prénom du contact").fill("Ada");
  await dialog.getByLabel("Nom de la marque").fill("Maison Épi");
  await dialog.getByLabel("Adresse e-mail de la marque").fill("ada@epi.example");
  await dialog.getByLabel("Site web").fill("www.epi.example");
  await fillQuestions(page);
  await sendButton(page).click();
  await expectThanks(page);
  const rows = await site.sql("select name, website from brand_signups");
  expect(rows).toEqual([{ name: "Maison Épi", website: "https://www.epi.example" }]);
});

test("the form questions an address at a domain without mail once, and accepts it when it is sent again", async ({
  page,
  site,
  dns,
  allowConsole,
}) => {
  allowConsole(/400/);
  dns.zones.set("sans-courrier.example", {});
  dns.zones.set("sourd.example", { mx: [{ priority: 0, exchange: "." }] });
  const dialog = await openDialog(page);
  const email = dialog.getByLabel("Adresse e-mail");
  await fillUser(page, { ...person, email: "zoe@sourd.example" });
  await sendButton(page).click();
  await expect(email).toHaveAccessibleDescription(/^Ce domaine n’accepte aucun e-mail/);

  await email.fill("zoe@sans\u00ad-courrier.example");
  await sendButton(page).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/^Vérifiez l’adresse/);
  expect(await site.sql("select id from beta_signups")).toHaveLength(0);
  await sendButton(page).click();
  await expectThanks(page);
  expect(await site.sql("select email from beta_signups")).toEqual([{ email: "zoe@sans-courrier.example" }]);
});

test("when the server's answer is lost, sending again succeeds and makes no second sign-up", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to load/);
  const keys: (string | undefined)[] = [];
  await page.route("**/api/signups/user", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    const response = await route.fetch();
    if (keys.length === 1) await route.abort();
    else await route.fulfill({ response });
  });
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await sendButton(page).click();
  await expect(dialog.getByRole("alert")).toBeFocused();
  await sendButton(page).click();
  await expectThanks(page);
  expect(keys).toEqual([expect.stringMatching(/\S/), keys[0]]);
  expect(await site.sql("select id from beta_signups")).toHaveLength(1);
});

test("a required question that was added meanwhile is shown and focused, and its answer is stored", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/409/);
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await site.sql(
    `insert into questionnaire_items (question, field_type, required, active, order_position, target_type)
     values ('Votre marque préférée', 'text', true, true, 99, 'both')`,
  );
  await sendButton(page).click();
  await expect(dialog.getByRole("alert")).toContainText("Le questionnaire vient de changer");
  const added = dialog.getByLabel("Votre marque préférée");
  await expect(added).toBeFocused();
  await expect(dialog.getByLabel("Soie")).toBeChecked();
  await added.fill("Maison Épi");
  await page.clock.fastForward(3_000);
  await sendButton(page).click();
  await expectThanks(page);
  const [row] = await site.sql("select responses from beta_signups");
  expect(Object.values(row?.["responses"]).flat()).toContain("Maison Épi");
});

test("the keyboard alone is enough to sign up", async ({ page, site }) => {
  const dialog = await openDialog(page);
  const opener = signUpLinks(page).first();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  // While the dialog closes, its fields are still visible.
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Votre ville")).toBeVisible();
  for (const [label, text] of [
    ["Prénom", person.firstname],
    ["Nom", person.name],
    ["Adresse e-mail", person.email],
    ["Votre ville", "Brest"],
    ["Votre style en une phrase", "Marin"],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await tabTo(page, dialog.getByLabel("Votre saison"));
  await page.keyboard.type("Hiver");
  await tabTo(page, dialog.getByLabel("Chaque jour"));
  await page.keyboard.press("Space");
  await tabTo(page, dialog.getByLabel("Laine"));
  await page.keyboard.press("Space");
  await tabTo(page, sendButton(page));
  await page.clock.fastForward(3_000);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  expect(await site.sql("select email from beta_signups")).toEqual([{ email: person.email }]);
});

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("the Tab key does not reach it");
}

test("the oldest supported browsers, without newer built-ins, are enough to sign up", async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const drop = (owner: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(owner, name);
    };
    drop(URL, "canParse", "parse");
    drop(String.prototype, "isWellFormed", "toWellFormed");
    drop(Array, "fromAsync");
    drop(Array.prototype, "toSorted", "toReversed", "toSpliced", "with");
    drop(Promise, "withResolvers", "try");
    drop(Set.prototype, "union", "intersection", "difference", "isSubsetOf");
    drop(Object, "groupBy");
    drop(Map, "groupBy");
    drop(Element.prototype, "checkVisibility");
    drop(AbortSignal, "any", "timeout");
    drop(window, "requestIdleCallback", "scheduler");
  });
  await openDialog(page);
  await fillUser(page, { firstname: "Zoé", name: "Martin", email: "ancien@courrier.example" });
  await sendButton(page).click();
  await expectThanks(page);
  const stored = await site.sql("select 1 from beta_signups where email = 'ancien@courrier.example'");
  expect(stored).toHaveLength(1);
});

test("when the dialog fails during typing, the form's own page keeps the input", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/broken|403|400/);
  const dialog = await openDialog(page);
  await dialog.getByLabel("Prénom").fill("Zoé");
  await dialog.getByLabel("Votre ville").fill("Lyon");
  await dialog.getByLabel("Lin").check();
  await newsBox(page).check();
  await page.evaluate(() => {
    String.prototype.normalize = () => {
      throw new Error("broken");
    };
  });
  await dialog.getByLabel("Nom", { exact: true }).fill("Martin");
  await expect(page).toHaveURL("/inscription");
  const form = page.getByRole("form", { name: "Inscription à la bêta" });
  await expect(form.getByRole("textbox", { name: "Prénom" })).toHaveValue("Zoé");
  await expect(form.getByRole("textbox", { name: "Nom", exact: true })).toHaveValue("Martin");
  await expect(form.getByLabel("Votre ville")).toHaveValue("Lyon");
  await expect(form.getByLabel("Lin")).toBeChecked();
  await expect(form.getByRole("checkbox", { name: /actualités/ })).toBeChecked();
});
