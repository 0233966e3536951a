import type { Page, Request } from "@playwright/test";
import {
  calm,
  expectAccessibleInBothThemes,
  expectStatuses,
  openList,
  storeSignups,
  uniqueWord,
} from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";
import {
  betweenPresses,
  dialog,
  focused,
  longAnswer,
  openDetails,
  openWaiting,
  press,
} from "./review-support.ts";

test.use(calm);

test("100 sign-ups are decided by keyboard alone", { tag: "@once" }, async ({ adminPage: page, site }) => {
  test.setTimeout(240_000);
  const word = await openWaiting(page, site, 100);
  const start = performance.now();
  let keys = 0;
  const type = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await page.locator("[data-signup]").first().focus();
  await type("Enter");
  for (let index = 0; index < 100; index += 1) {
    const name = `N${String(index).padStart(3, "0")} ${word}`;
    await expect(dialog(page, name).getByRole("button", { name: "Approuver" })).toBeEnabled();
    await page.waitForTimeout(betweenPresses);
    await type(index % 4 === 3 ? "r" : "a");
  }
  await expect(page.getByRole("dialog")).toBeHidden();
  const seconds = Math.round((performance.now() - start) / 1000);
  process.stdout.write(`100 sign-ups: ${keys} keys, ${seconds} s\n`);
  await expectStatuses(site, word, { approved: 75, rejected: 25 });
  expect(keys).toBeLessThanOrEqual(110);
});

test("the dialog goes on to the next one, back and forth, and Z takes the last decision back", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const word = await openWaiting(page, site, 3);
  await openDetails(page, `N000 ${word}`);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await press(page, "j");
  await expect(dialog(page, `N001 ${word}`)).toBeVisible();
  await press(page, "ArrowLeft");
  await expect(dialog(page, `N000 ${word}`)).toBeVisible();
  await press(page, "a");
  const second = dialog(page, `N001 ${word}`);
  await expect(second).toContainText(`Inscription approuvée\u00a0: N000 ${word}`);
  // The name has the focus: a press of Enter, meant for the button before, decides nothing.
  await press(page, "Enter");
  await expectStatuses(site, word, { approved: 1, pending: 2 });
  await press(page, "z");
  await expect(dialog(page, `N000 ${word}`)).toContainText("est à nouveau en attente");
  await expectStatuses(site, word, { pending: 3 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("keys act on the row that has the focus, which goes to the next row and at the end to its end", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const word = await openWaiting(page, site, 3);
  await press(page, "a");
  await expectStatuses(site, word, { pending: 3 });
  await press(page, "j");
  await expect(focused(page)).toContainText(`N000 ${word}`);
  await press(page, "j");
  await press(page, "k");
  await expect(focused(page)).toContainText(`N000 ${word}`);
  await press(page, "x");
  await expect(page.getByRole("checkbox", { name: `Sélectionner N000 ${word}` })).toBeChecked();
  await press(page, "x");
  await press(page, "a");
  await expect(focused(page)).toContainText(`N001 ${word}`);
  await press(page, "r");
  await expect(focused(page)).toContainText(`N002 ${word}`);
  await expectStatuses(site, word, { approved: 1, rejected: 1, pending: 1 });
  await press(page, "z");
  await expect(focused(page)).toContainText(`N001 ${word}`);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await press(page, "a");
  await press(page, "a");
  await expect(page.getByText("Tout est décidé dans cette recherche")).toBeVisible();
  await expect(page.locator("#no-signups")).toBeFocused();
});

/** Calls of one method wait until `letGo`. */
async function holdBack(page: Page, method: string): Promise<{ letGo: () => void }> {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/api/admin/signups/user/**", async (route) => {
    if (route.request().method() === method) await released;
    await route.continue();
  });
  return { letGo };
}

test("a decision shows while the server is still asked, and Z pressed meanwhile takes it back", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site, 3);
  const { letGo } = await holdBack(page, "PATCH");
  await press(page, "j");
  await press(page, "a");
  const row = page.locator("[data-signup]").filter({ hasText: `N000 ${word}` });
  await expect(row).toContainText("Approuvé");
  await expect(focused(page)).toContainText(`N001 ${word}`);
  await expect(page.getByText("Inscription approuvée")).toHaveCount(0);
  await expectStatuses(site, word, { pending: 3 });
  await press(page, "z");
  letGo();
  await expect(page.getByRole("status").filter({ hasText: "Décision annulée" })).toContainText(
    `N000 ${word}`,
  );
  await expect(row).toContainText("En attente");
  await expectStatuses(site, word, { pending: 3 });
});

test("Z pressed while two decisions are under way takes back the last one, whichever is answered first", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site, 3);
  const held: (() => void)[] = [];
  await page.route("**/api/admin/signups/user/**", async (route) => {
    if (route.request().method() === "PATCH") await new Promise<void>((letGo) => held.push(letGo));
    await route.continue();
  });
  for (const key of ["j", "a", "a", "z"]) await press(page, key);
  expect(held).toHaveLength(2);
  const last = page.getByRole("status").filter({ hasText: "Inscription approuvée" });
  held[0]?.();
  await expect(last).toContainText(`N000 ${word}`);
  held[1]?.();
  await expectStatuses(site, word, { approved: 1, pending: 2 });
  await expect(page.locator("[data-signup]").filter({ hasText: `N001 ${word}` })).toContainText("En attente");
  await expect(last).toContainText(`N000 ${word}`);
});

test("a decision that is taken back waits again at once, at its place, and is made again when the server refuses", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/409/);
  const word = await openWaiting(page, site, 3);
  for (const key of ["j", "j", "a"]) await press(page, key);
  const rows = page.locator("[data-signup]");
  await expect(rows).toHaveCount(2);
  const held: (() => void)[] = [];
  await page.route("**/undo", async (route) => {
    await new Promise<void>((letGo) => held.push(letGo));
    await route.continue();
  });
  const waitsAgain = async () => {
    await press(page, "z");
    await expect(rows.nth(1)).toContainText(`N001 ${word}`);
    await expect(rows.nth(1)).toContainText("En attente");
    await expect(focused(page)).toContainText(`N001 ${word}`);
    await expectStatuses(site, word, { approved: 1, pending: 2 });
  };
  await waitsAgain();
  held[0]?.();
  await expect(page.getByText("Décision annulée")).toBeVisible();
  await expect(rows).toHaveCount(3);
  await expectStatuses(site, word, { pending: 3 });

  await press(page, "a");
  await expect(page.getByRole("status").filter({ hasText: "Inscription approuvée" })).toBeVisible();
  await expect(rows).toHaveCount(2);
  await waitsAgain();
  await site.sql("update beta_signups set decided_at = decided_at - interval '1 hour' where name = $1", [
    word,
  ]);
  held[1]?.();
  await expect(
    page.getByRole("alert").filter({ hasText: `N001 ${word} n’a pas pu être annulée` }),
  ).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(`N002 ${word}`);
  await expectStatuses(site, word, { approved: 1, pending: 2 });
});

test("Z takes back the decision made last also when the server answered another one after it", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site, 3);
  const held: (() => void)[] = [];
  await page.route("**/api/admin/signups/user/**", async (route) => {
    if (route.request().method() === "PATCH") await new Promise<void>((letGo) => held.push(letGo));
    await route.continue();
  });
  for (const key of ["j", "a", "a"]) await press(page, key);
  const last = page.getByRole("status").filter({ hasText: "Inscription approuvée" });
  held[1]?.();
  await expect(last).toContainText(`N001 ${word}`);
  const isListRead = (request: Request) =>
    request.method() === "GET" && request.url().includes(`search=${word}`);
  await Promise.all([page.waitForRequest(isListRead), held[0]?.()]);
  await expectStatuses(site, word, { approved: 2, pending: 1 });
  await expect(last).toContainText(`N001 ${word}`);
  await press(page, "z");
  await expect(page.locator("[data-signup]").filter({ hasText: `N001 ${word}` })).toContainText("En attente");
  await expectStatuses(site, word, { approved: 1, pending: 2 });
});

test("one tooltip tells what each button of a row does and its key, and goes on Escape", async ({
  adminPage: page,
  site,
  isMobile,
}) => {
  test.skip(isMobile, "there is no pointer that hovers");
  const word = await openWaiting(page, site, 2);
  const tooltip = page.getByRole("tooltip");
  await page.getByRole("button", { name: `Approuver N000 ${word}` }).hover();
  await expect(tooltip).toHaveText("Approuver (A)");
  await page.getByRole("button", { name: `Rejeter N001 ${word}` }).hover();
  await expect(tooltip).toHaveText("Rejeter (R)");
  await expect(tooltip).toHaveCount(1);
  await page.locator("h1").hover();
  await expect(tooltip).toHaveCount(0);
  await page.locator("[data-signup]").first().focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(tooltip).toHaveText("Approuver (A)");
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
});

test("what the server refuses comes back, and who it is about is said beside the next one", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/409/);
  const word = await openWaiting(page, site, 3);
  const decideElsewhere = (firstname: string) =>
    site.sql(
      "update beta_signups set status = 'rejected', decided_at = now() where name = $1 and firstname = $2",
      [word, firstname],
    );
  const refusal = (name: string) =>
    page
      .getByRole("alert")
      .filter({ hasText: `${name} ${word}\u00a0: Cette inscription a déjà été traitée.` });
  // A list that was opened is read once more behind what is shown: after that, what is decided elsewhere stays in view.
  await page.waitForLoadState("networkidle");
  await decideElsewhere("N000");
  await press(page, "j");
  await press(page, "a");
  await expect(refusal("N000")).toBeVisible();
  await expect(focused(page)).toContainText(`N001 ${word}`);
  await press(page, "Enter");
  await expect(dialog(page, `N001 ${word}`).getByRole("button", { name: "Approuver" })).toBeEnabled();
  await decideElsewhere("N001");
  await press(page, "a");
  await expect(dialog(page, `N002 ${word}`)).toBeVisible();
  await expect(refusal("N001")).toBeVisible();
  await expectStatuses(site, word, { rejected: 2, pending: 1 });
});

test("a held key, two presses at once, and letters while typing decide on nobody else", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site, 4);
  await press(page, "j");
  await page.keyboard.down("a");
  for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down("a");
  await page.keyboard.up("a");
  await page.keyboard.press("a");
  await expectStatuses(site, word, { approved: 1, pending: 3 });
  await page.getByRole("searchbox").click();
  await page.keyboard.type("ar");
  await page.waitForTimeout(400);
  await expectStatuses(site, word, { approved: 1, pending: 3 });
});

test("letters typed while the palette is on its way decide on nobody, and what follows stands in its field", async ({
  adminPage: page,
  site,
}) => {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/command-palette*.js", async (route) => {
    await released;
    await route.continue();
  });
  const word = await openWaiting(page, site, 2);
  await press(page, "j");
  await page.keyboard.press("Control+k");
  await press(page, "a");
  await expectStatuses(site, word, { pending: 2 });
  await page.evaluate(() => {
    const { body } = document;
    new MutationObserver((_, observer) => {
      const field = document.querySelector("[role=dialog] input[role=combobox]");
      if (!field) return;
      body.dataset["typedOn"] = String(document.activeElement === field);
      observer.disconnect();
    }).observe(body, { subtree: true, childList: true });
  });
  letGo();
  await expect(page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" })).toBeFocused();
  await expect(page.locator("body")).toHaveAttribute("data-typed-on", "true");
});

test("the palette tells what keys do here and on whom, does it, and gives the focus back", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const word = await openWaiting(page, site, 3);
  const options = (group: string) => page.getByRole("group", { name: group }).getByRole("option");
  const choose = async (typed: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" }).fill(typed);
    await press(page, "Enter");
  };
  await page.keyboard.press("Control+k");
  await expect(options("Liste des inscriptions")).toHaveText([
    /^Inscription suivante.*touche J ou ↓$/,
    /^Inscription précédente.*touche K ou ↑$/,
  ]);
  await press(page, "Enter");
  await expect(focused(page)).toContainText(`N000 ${word}`);

  await page.keyboard.press("Control+k");
  await expect(options("Liste des inscriptions")).toHaveText([
    /^Inscription suivante/,
    /^Inscription précédente/,
    new RegExp(`^Ouvrir l’inscriptionN000 ${word}.*touche O ou Entrée$`),
    new RegExp(`^ApprouverN000 ${word}.*touche A$`),
    new RegExp(`^RejeterN000 ${word}.*touche R$`),
    new RegExp(`^Sélectionner ou désélectionnerN000 ${word}.*touche X$`),
  ]);
  await expectAccessibleInBothThemes(page, expectAccessible);
  await press(page, "Escape");
  await expect(focused(page)).toContainText(`N000 ${word}`);

  await choose("approuv");
  await expect(focused(page)).toContainText(`N001 ${word}`);
  await expectStatuses(site, word, { approved: 1, pending: 2 });
  await choose("annuler");
  await expect(focused(page)).toContainText(`N000 ${word}`);
  await expectStatuses(site, word, { pending: 3 });

  await choose("ouvrir l’inscription");
  await expect(dialog(page, `N000 ${word}`)).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(options("Inscription ouverte")).toHaveText([
    /^Inscription suivante.*touche J ou →$/,
    new RegExp(`^Approuver, puis passer à la suivanteN000 ${word}.*touche A$`),
    new RegExp(`^Rejeter, puis passer à la suivanteN000 ${word}.*touche R$`),
  ]);
  await expect(options("Liste des inscriptions")).toHaveCount(0);
  await press(page, "Escape");
  await choose("rejeter");
  await expect(dialog(page, `N001 ${word}`)).toBeVisible();
  await expectStatuses(site, word, { rejected: 1, pending: 2 });
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" })).toHaveCount(0);
  await expect(dialog(page, `N001 ${word}`)).toBeVisible();
});

test("letters that were switched off decide nothing; arrows still go from one to the next", async ({
  adminPage: page,
  site,
}) => {
  const word = await openWaiting(page, site, 2);
  const set = (singleKeys: boolean) =>
    page.request.patch("/api/admin/me/preferences", {
      data: { singleKeys },
      headers: { origin: new URL(page.url()).origin },
    });
  expect((await set(false)).ok()).toBe(true);
  await page.reload();
  await openDetails(page, `N000 ${word}`);
  await press(page, "a");
  await expectStatuses(site, word, { pending: 2 });
  await press(page, "ArrowRight");
  await expect(dialog(page, `N001 ${word}`)).toBeVisible();
  await page.keyboard.press("Control+k");
  const here = page.getByRole("group", { name: "Inscription ouverte" }).getByRole("option");
  await expect(here).toHaveText([
    /^Inscription précédente.*touche ←$/,
    /^Approuver, puis passer à la suivante(?!.*touche)/,
    /^Rejeter, puis passer à la suivante(?!.*touche)/,
  ]);
  await here.nth(1).click();
  await expectStatuses(site, word, { approved: 1, pending: 1 });
  await set(true);
});

test("the end of a review says what it came to", { tag: "@once" }, async ({ adminPage: page, site }) => {
  await site.sql("update beta_signups set status = 'approved', decided_at = now() where status = 'pending'");
  await storeSignups(site, "user", [{ name: uniqueWord(), email: `${uniqueWord()}@exemple.fr` }]);
  await page.goto("/admin/dashboard/signups?status=pending");
  await expect(page.getByText("1 inscription à décider")).toBeVisible();
  await page.locator("[data-signup]").first().focus();
  await press(page, "r");
  await expect(page.getByText("Tout est décidé")).toBeVisible();
  await expect(page.getByText("1 rejetée\u00a0: plus personne n’attend de réponse.")).toBeVisible();
});

test("buttons stay in reach under long answers", async ({ adminPage: page, site }) => {
  const word = uniqueWord();
  const responses = await longAnswer(site, `Votre histoire ${word} ?`);
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr`, responses }]);
  await openList(page, "signups", word);
  await page.getByRole("button", { name: /^Détails/ }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Approuver" })).toBeInViewport();
});
