import { defaultLimits, expect, test } from "./fixtures.ts";
import {
  fillQuestions,
  fillUser,
  newsBox,
  openDialog,
  openHome,
  sendButton,
  signUpDialog,
  signUpLinks,
  useTestQuestionnaire,
} from "./site-support.ts";

const person = { firstname: "Zoé", name: "N’Guessan-Lefèvre", email: "zoe@courrier.example" };

test.use(defaultLimits);

test.beforeEach(({ site }) => useTestQuestionnaire(site));

test("a person signs up with all six field types, after wrong input", async ({ page, site }) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel("Adresse e-mail").fill("pas une adresse");
  await dialog.getByLabel("Un second e-mail").fill("non plus");
  await sendButton(page).click();

  await expect(dialog.getByText("Le prénom est requis")).toBeVisible();
  await expect(dialog.getByText("Le nom est requis")).toBeVisible();
  await expect(dialog.getByText("Adresse email invalide")).toHaveCount(2);
  await expect(dialog.getByText("Ce champ est requis")).toHaveCount(4);
  await expect(dialog.getByText("Veuillez sélectionner au moins une option")).toBeVisible();
  const firstname = dialog.getByLabel("Prénom");
  await expect(firstname).toBeFocused();
  await expect(firstname).toHaveAttribute("aria-invalid", "true");
  await expect(firstname).toHaveAccessibleDescription("Le prénom est requis");

  await fillUser(page, person);
  await dialog.getByLabel("Un second e-mail").fill("zoe@ailleurs.example");
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeFocused();
  await expect(
    dialog.getByText("Nous avons bien reçu votre demande et vous contacterons bientôt."),
  ).toBeVisible();

  const rows = await site.sql("select firstname, name, email, status, responses from beta_signups");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ ...person, status: "pending" });
  expect(Object.values(rows[0]?.["responses"]).flat()).toEqual(
    expect.arrayContaining(["Saint-Étienne", "Hiver", "Parfois", "Lin", "Soie", "zoe@ailleurs.example"]),
  );
});

test("a brand signs up: the toggle changes labels, the website and the questions", async ({ page, site }) => {
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel("Site web")).toHaveCount(0);
  await expect(dialog.getByLabel("Votre pointure")).toBeVisible();
  await dialog.getByRole("radio", { name: "Pour ma marque" }).check();
  await expect(dialog.getByLabel("Vos boutiques")).toBeVisible();
  await expect(dialog.getByLabel("Votre pointure")).toHaveCount(0);

  await sendButton(page).click();
  await expect(dialog.getByText("Le site web est requis")).toBeVisible();
  await dialog.getByLabel("Site web").fill("javascript:alert(1)");
  await sendButton(page).click();
  await expect(dialog.getByText("URL invalide")).toBeVisible();

  await dialog.getByLabel("Prénom du contact").fill("Ada");
  await dialog.getByLabel("Nom de la marque").fill("Maison Épi");
  await dialog.getByLabel("Adresse e-mail de la marque").fill("ada@epi.example");
  await dialog.getByLabel("Site web").fill("www.epi.example");
  await fillQuestions(page);
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  const rows = await site.sql("select name, website from brand_signups");
  expect(rows).toEqual([{ name: "Maison Épi", website: "https://www.epi.example" }]);
});

test("on a computer a field is checked on every change, on a phone when it is left", async ({ page }, {
  project,
}) => {
  const dialog = await openDialog(page);
  const email = dialog.getByLabel("Adresse e-mail");
  const message = dialog.getByText("Adresse email invalide");
  await email.pressSequentially("a");
  if (project.name === "mobile") {
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await expect(message).toHaveCount(0);
    await dialog.getByLabel("Prénom").focus();
  }
  await expect(message).toBeVisible();
  await email.fill("zoe@courrier.example");
  if (project.name === "mobile") await dialog.getByLabel("Prénom").focus();
  await expect(message).toHaveCount(0);
});

test("a choice is checked as soon as it is made, on a phone too", async ({ page }) => {
  const dialog = await openDialog(page);
  await sendButton(page).click();
  const materials = dialog.getByRole("group", { name: "Vos matières" });
  const message = materials.getByText("Veuillez sélectionner au moins une option");
  await expect(message).toBeVisible();
  // By the keyboard, in one step: nothing is left or touched besides.
  await materials.getByLabel("Lin").focus();
  await page.keyboard.press("Space");
  await expect(message).toHaveCount(0);
  await page.keyboard.press("Space");
  await expect(message).toBeVisible();

  const season = dialog.getByLabel("Votre saison");
  await expect(season).toHaveAttribute("aria-invalid", "true");
  await season.selectOption("Hiver");
  await expect(season).toHaveAttribute("aria-invalid", "false");
  const rhythm = dialog.getByRole("radiogroup", { name: "Votre rythme" });
  await expect(rhythm.getByText("Ce champ est requis")).toBeVisible();
  await rhythm.getByLabel("Parfois").focus();
  await page.keyboard.press("Space");
  await expect(rhythm.getByText("Ce champ est requis")).toHaveCount(0);
});

test("an address that is signed up already is said so, and everything typed stays", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/409/);
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  await openDialog(page);
  await fillUser(page, { ...person, email: person.email.toUpperCase() });
  await sendButton(page).click();
  const problem = dialog.getByRole("alert");
  await expect(problem).toHaveText("Cette adresse email est déjà inscrite à la bêta.");
  await expect(dialog.getByLabel("Votre ville")).toHaveValue("Saint-Étienne");
  await expect(sendButton(page)).toBeEnabled();
});

test("an address at a domain without mail is asked about once, and taken when it is sent again", async ({
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
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  expect(await site.sql("select email from beta_signups")).toEqual([{ email: "zoe@sans-courrier.example" }]);
});

test("what the server says of a field stays, however soon after the field was left it says so", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/400/);
  await page.clock.install();
  const fields = { email: "Vérifiez l’adresse" };
  await page.route("**/api/signups/user", (route) =>
    route.fulfill({ status: 400, json: { error: { code: "email_unconfirmed", message: "", fields } } }),
  );
  const dialog = await openDialog(page);
  await fillUser(page, person);
  const email = dialog.getByLabel("Adresse e-mail");
  await email.focus();
  await page.clock.pauseAt(Date.now() + 10_000);
  await sendButton(page).click();
  await expect(email).toHaveAccessibleDescription(/^Vérifiez l’adresse/);
  await page.clock.runFor(500); // a phone checks a field 100 ms after it was left
  await expect(email).toHaveAccessibleDescription(/^Vérifiez l’adresse/);
});

test("when the answer is lost, sending again is a success and makes no second sign-up", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to load/);
  const keys: (string | undefined)[] = [];
  let lose = true;
  await page.route("**/api/signups/user", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    const answer = await route.fetch();
    if (lose) await route.abort();
    else await route.fulfill({ response: answer });
    lose = false;
  });
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await sendButton(page).click();
  await expect(dialog.getByRole("alert")).toBeFocused();
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(await site.sql("select id from beta_signups")).toHaveLength(1);
});

test("a sign-up that is never answered says so after 20 s and can be sent again", async ({ page, site }) => {
  await page.clock.install();
  const keys: (string | undefined)[] = [];
  await page.route("**/api/signups/user", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length === 1)
      await route.fetch(); // it arrives; its answer never does
    else await route.continue();
  });
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await sendButton(page).click();
  await expect.poll(() => site.sql("select id from beta_signups")).toHaveLength(1);
  await expect(dialog.getByRole("button", { name: "Processing..." })).toBeDisabled();
  await page.clock.runFor(20_000);
  const problem = dialog.getByRole("alert");
  await expect(problem).toContainText("Le serveur ne répond pas. Vos réponses sont conservées");
  await expect(problem).toBeFocused();
  await expect(dialog.getByLabel("Votre ville")).toHaveValue("Saint-Étienne");
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(await site.sql("select id from beta_signups")).toHaveLength(1);
});

test("a questionnaire that never arrives says so after 20 s and can be asked for again", async ({ page }) => {
  await page.clock.install();
  await page.route("**/api/questionnaire?*", () => {}); // never answered
  await openHome(page);
  await signUpLinks(page).first().click();
  const dialog = signUpDialog(page);
  await expect(dialog.getByText("Chargement du questionnaire…")).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(dialog.getByRole("alert")).toContainText("Impossible de charger le questionnaire.");
  await dialog.getByRole("button", { name: "Réessayer" }).click();
  await expect(dialog.getByText("Chargement du questionnaire…")).toBeVisible();
  await page.clock.runFor(20_000);
  await page.unroute("**/api/questionnaire?*");
  await dialog.getByRole("button", { name: "Réessayer" }).click();
  await expect(dialog.getByLabel("Votre ville")).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("while the sign-up is on its way the button says so and cannot be pressed", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/signups/user", async (route) => {
    await held;
    await route.continue();
  });
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await sendButton(page).click();
  await expect(dialog.getByRole("button", { name: "Processing..." })).toBeDisabled();
  release();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
});

test("a question that is switched off meanwhile disappears, the other answers stay", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/40\d/);
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await site.sql("update questionnaire_items set active = false where question = 'Votre saison'");
  await sendButton(page).click();
  await expect(dialog.getByRole("alert")).toContainText("Le questionnaire vient de changer");
  await expect(dialog.getByLabel("Votre saison")).toHaveCount(0);
  await expect(dialog.getByLabel("Votre ville")).toHaveValue("Saint-Étienne");
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
});

test("a questionnaire that does not load is said so and can be asked for again", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to load/);
  await page.route("**/api/questionnaire?*", (route) => route.abort());
  await openHome(page);
  await signUpLinks(page).first().click();
  const dialog = signUpDialog(page);
  await expect(dialog.getByRole("alert")).toContainText(
    "Impossible de charger le questionnaire. Veuillez réessayer plus tard.",
  );
  await page.unroute("**/api/questionnaire?*");
  await dialog.getByRole("button", { name: "Réessayer" }).click();
  await expect(dialog.getByLabel("Votre ville")).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("a required question that was added meanwhile is shown and reached, and nobody is stuck", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/409/); // the browser notes the conflict
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
  await expect(added).toHaveAccessibleDescription(/^Ce champ est requis/);
  await expect(dialog.getByLabel("Votre ville")).toHaveValue("Saint-Étienne");
  await expect(dialog.getByLabel("Soie")).toBeChecked();
  await added.fill("Maison Épi");
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  const [row] = await site.sql("select responses from beta_signups");
  expect(Object.values(row?.["responses"]).flat()).toContain("Maison Épi");
});

test("a question that became required meanwhile is shown as such and reached", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/409/); // the browser notes the conflict
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await expect(dialog.getByLabel("Votre pointure (facultatif)")).toBeVisible();
  await site.sql("update questionnaire_items set required = true where question = 'Votre pointure'");
  await sendButton(page).click();
  const size = dialog.getByLabel("Votre pointure", { exact: true });
  await expect(size).toBeFocused();
  await expect(size).toHaveAccessibleDescription(/^Ce champ est requis/);
  await size.fill("38");
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
});

test("a robot that fills the invisible field is thanked and not stored", async ({ page, site }) => {
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await expect(page.locator('input[name="company"]')).toBeHidden();
  await page.locator('input[name="company"]').evaluate((input: HTMLInputElement) => {
    input.value = "Robots & Cie";
  });
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  expect(await site.sql("select id from beta_signups")).toHaveLength(0);
});

test("the form says in the open who asks, what for, how long and which rights there are", async ({
  page,
  expectAccessible,
}) => {
  const dialog = await openDialog(page);
  await expect(dialog.locator("details")).toHaveCount(0);
  for (const text of [/Raison sociale/, /Étudier votre demande/, /dit facultatif/, /1 an après/, /CNIL/])
    await expect(dialog.locator("dl").getByText(text).first()).toBeVisible();
  for (const [name, path] of [
    [/^politique de confidentialité/, "/privacy"],
    [/^conditions/, "/conditions"],
    [/^Mes données/, "/mes-donnees"],
  ] as const) {
    await expect(dialog.getByRole("link", { name })).toHaveAttribute("href", path);
  }
  await expect(sendButton(page)).toHaveAccessibleDescription(
    /^En envoyant ma demande, j'accepte les conditions .*et confirme avoir 15 ans ou plus\.$/,
  );
  const hint = /N'indiquez rien sur votre santé, votre religion ou vos opinions$/;
  await expect(dialog.getByLabel("Votre ville")).toHaveAccessibleDescription(hint);
  await expect(dialog.getByLabel("Votre style en une phrase")).toHaveAccessibleDescription(hint);
  await expect(dialog.getByLabel("Un second e-mail")).toHaveAccessibleDescription("");
  await expectAccessible(page);
});

test("the box for news is empty at first, and one signs up without it", async ({ page, site }) => {
  const dialog = await openDialog(page);
  await fillUser(page, person);
  await expect(newsBox(page)).not.toBeChecked();
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  expect(await site.sql("select 1 from consents")).toEqual([]);
  const [row] = await site.sql("select texts_version is not null as accepted from beta_signups");
  expect(row).toEqual({ accepted: true });
});

test("a ticked box for news is kept through an error and the other audience, and becomes a consent", async ({
  page,
  site,
}) => {
  const dialog = await openDialog(page);
  await newsBox(page).check();
  await sendButton(page).click();
  await expect(dialog.getByText("Le prénom est requis")).toBeVisible();
  await dialog.getByRole("radio", { name: "Pour ma marque" }).check();
  await dialog.getByRole("radio", { name: "Pour moi" }).check();
  await expect(newsBox(page)).toBeChecked();
  await fillUser(page, person);
  await sendButton(page).click();
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeVisible();
  const consents = await site.sql(
    `select c.purpose, c.confirmed_at from consents c join beta_signups s on s.id = c.signup_id
     where c.text_version = s.texts_version`,
  );
  expect(consents).toEqual([{ purpose: "news", confirmed_at: null }]);

  await openDialog(page);
  await expect(newsBox(page)).not.toBeChecked();
});

test("somebody without a mouse signs up", async ({ page, site }) => {
  await openHome(page);
  const opener = signUpLinks(page).first();
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  const dialog = signUpDialog(page);
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
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("heading", { name: "Merci pour votre inscription!" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await site.sql("select email from beta_signups")).toEqual([{ email: person.email }]);
});

async function tabTo(page: import("@playwright/test").Page, target: import("@playwright/test").Locator) {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("the Tab key does not reach it");
}
