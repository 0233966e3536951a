import type { Page } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { findBarriers, motionEnded } from "./accessibility.ts";
import { calm, storeSignups, uniqueWord } from "./admin-support.ts";
import {
  clippedTexts,
  controlFaults,
  focusFaults,
  spaceText,
  tableFaults,
  unexposedRequired,
} from "./control-faults.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const modes = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  forced: { colorScheme: "dark", forcedColors: "active" },
} as const;

/** Sixteen screens, one after the other, on a machine that is busy. */
const everyScreenMs = 240_000;

/** The address of every screen, as the menu of a super admin has them. */
async function screenAddresses(page: Page): Promise<string[]> {
  await page.goto("/admin/dashboard/account");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // On a phone the menu is closed, and its links are there all the same.
  const links = page.locator("nav[aria-label='Menu d’administration'] a[href^='/admin']");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(addresses).toContain("/admin/dashboard/help");
  return addresses;
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Chargement…")).toHaveCount(0);
}

for (const [mode, media] of Object.entries(modes)) {
  const tag = mode === "light" ? [] : ["@once"]; // colours are the same at every width
  test(`every screen passes axe in ${mode} colours, and its controls stand out`, { tag }, async ({
    adminPage: page,
    site,
  }) => {
    test.setTimeout(everyScreenMs);
    const word = uniqueWord();
    await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr`, status: "approved" }]);
    await page.emulateMedia(media);
    const faults: string[] = [];
    for (const address of await screenAddresses(page)) {
      await open(page, address);
      const barriers = await findBarriers(page, { coloursOnly: mode !== "light" });
      const found = [...(await page.evaluate(controlFaults)), ...barriers.map((one) => JSON.stringify(one))];
      faults.push(...found.map((fault) => `${address}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}

test("a screen that opens asks for each thing once, with rows and without", { tag: "@once" }, async ({
  adminPage: page,
  site,
}) => {
  test.setTimeout(everyScreenMs);
  let asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) asked.push(request.url().slice(site.url.length));
  });
  const askedTwice = async (address: string) => {
    asked = [];
    await open(page, address);
    await page.waitForLoadState("networkidle");
    return asked.filter((url, index) => asked.indexOf(url) < index).map((url) => `${address}: ${url}`);
  };
  const twice: string[] = [];
  await storeRows(site);
  for (const address of await screenAddresses(page)) twice.push(...(await askedTwice(address)));
  await site.sql("delete from questionnaire_items where question = 'Vos tissus ?'");
  await site.sql("delete from beta_signups");
  for (const path of ["", "/signups"]) twice.push(...(await askedTwice(`/admin/dashboard${path}`)));
  expect(twice).toEqual([]);
});

/** A phone of 320 px: controls are as large as a finger needs. */
const narrowPhone = { viewport: { width: 320, height: 800 }, hasTouch: true, isMobile: true } as const;

async function clippedNow(page: Page, where: string): Promise<string[]> {
  await expect(page.getByText("Chargement…")).toHaveCount(0);
  // The words of a button that is busy make way for its loader.
  await expect(page.locator("[data-loading]")).toHaveCount(0);
  await page.evaluate(motionEnded);
  const plain = await page.evaluate(clippedTexts);
  const style = await page.addStyleTag({ content: spaceText });
  const spaced = await page.evaluate(clippedTexts);
  await style.evaluate((element) => element.parentNode?.removeChild(element));
  return [...plain, ...spaced.map((fault) => `with wider text, ${fault}`)].map(
    (fault) => `${where}: ${fault}`,
  );
}

test.describe("at 320 px", () => {
  test.use(narrowPhone);

  test("every screen shows where the focus is, says what is required, and cuts no text off by touch", {
    tag: "@once",
  }, async ({ adminPage: page, site }) => {
    test.setTimeout(everyScreenMs);
    await storeRows(site);
    const addresses = [
      ...(await screenAddresses(page)),
      ...["email-sender/new", "emails?tab=templates", "emails?tab=log", "emails?tab=domain"].map(
        (path) => `/admin/dashboard/${path}`,
      ),
    ];
    const faults: string[] = [];
    for (const address of addresses) {
      await open(page, address);
      await page.keyboard.press("Tab");
      const required = await page.evaluate(unexposedRequired);
      const unseen = await page.evaluate(focusFaults);
      faults.push(...[...required, ...unseen].map((fault) => `${address}: ${fault}`));
      faults.push(...(await clippedNow(page, address)));
    }
    await site.sql("delete from questionnaire_items where question = 'Vos tissus ?'");
    expect(faults).toEqual([]);
  });

  test("neither the palette nor a dialog cuts text off", { tag: "@once" }, async ({
    adminPage: page,
    site,
  }) => {
    const word = uniqueWord();
    await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr` }]);
    await open(page, `/admin/dashboard/signups?search=${word}`);
    await page.getByRole("button", { name: "Rechercher", exact: true }).tap();
    await expect(page.getByRole("option").first()).toBeVisible();
    const faults = await clippedNow(page, "palette");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: `Détails de Zoé ${word}` }).tap();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Approuver" })).toBeVisible();
    faults.push(...(await clippedNow(page, "sign-up")));
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).tap();
    await expect(page.getByRole("dialog", { name: "Supprimer cette inscription ?" })).toBeVisible();
    faults.push(...(await clippedNow(page, "deletion")));
    expect(faults).toEqual([]);
  });
});

test("a dialog is described by its first sentence", { tag: "@once" }, async ({ adminPage: page }) => {
  await open(page, "/admin/dashboard/emails");
  await page.getByLabel("Nom de l’expéditeur").fill("Une autre");
  await page.getByRole("link", { name: "Statistiques" }).click();
  const dialog = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await expect(dialog).toHaveAccessibleDescription("Vos dernières modifications ne sont pas enregistrées.");
});

/** Every screen that shows its rows in a table, with at least one row. */
async function storeRows(site: ServerProcess): Promise<string[]> {
  const word = uniqueWord();
  const email = `${word}@exemple.fr`;
  const [question] = await site.sql<{ id: string }>(
    `insert into questionnaire_items (question, field_type, options, order_position, target_type)
     values ('Vos tissus ?', 'select', '["Lin"]', 901, 'both') returning id`,
  );
  await storeSignups(site, "user", [{ name: word, email, responses: { [question?.id ?? ""]: "Lin" } }]);
  await storeSignups(site, "brand", [{ name: word, email }]);
  await site.sql(
    `insert into email_log (recipient_email, subject, content, status, email_type)
     values ($1, 'Bonjour', '<p>Bonjour</p>', 'sent', 'transactional')`,
    [email],
  );
  await site.sql("insert into journal_entries (actor, action) values ('system', 'site.updated')");
  await site.sql(
    `insert into suppressions (email_hash, scope, reason, source)
     values (address_hash($1), 'news', 'unsubscribed', 'test') on conflict do nothing`,
    [email],
  );
  await site.sql(
    `insert into privacy_requests (kind, source, email_hash, due_at)
     values ('access', 'admin', address_hash($1), now() + interval '30 days')`,
    [email],
  );
  return [
    ...["signups", "brands", "emails?tab=log", "journal", "suppressions", "privacy"],
    `stats?questionId=${question?.id}`,
  ];
}

for (const width of [1440, 700]) {
  test(`tables have a name, columns a heading and rows one of their own, at ${width} px`, {
    tag: "@once",
  }, async ({ adminPage: page, site }) => {
    const screens = await storeRows(site);
    await page.setViewportSize({ width, height: 900 });
    const faults: string[] = [];
    for (const screen of screens) {
      await open(page, `/admin/dashboard/${screen}`);
      const rows = page
        .locator("main")
        .getByRole(width > 960 ? "row" : "listitem")
        .or(page.getByRole("row"));
      await expect(rows.first()).toBeVisible();
      faults.push(...(await page.evaluate(tableFaults)).map((fault) => `${screen}: ${fault}`));
    }
    await site.sql("delete from questionnaire_items where question = 'Vos tissus ?'");
    expect(faults).toEqual([]);
  });
}

test("a folded row says which date is which", { tag: "@once" }, async ({ adminPage: page, site }) => {
  await storeRows(site);
  await site.sql("delete from questionnaire_items where question = 'Vos tissus ?'");
  await page.setViewportSize({ width: 700, height: 900 });
  await open(page, "/admin/dashboard/privacy");
  const cells = page.getByRole("row").last().locator("td[data-label]");
  await expect(cells).toHaveCount(2);
  const drawn = await cells.evaluateAll((all) =>
    all.map((cell) => getComputedStyle(cell, "::before").content),
  );
  expect(drawn.join()).toMatch(/Reçue.*:.*Échéance.*:/);
});

test("a notice never hides the last row", async ({ adminPage: page, site }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = (told) => told(null);
  });
  const [row] = await site.sql<{ id: string }>(
    `insert into questionnaire_items (question, field_type, options, order_position, target_type)
     values ('Vos matières ?', 'select', '["Lin"]', 900, 'both') returning id`,
  );
  const word = uniqueWord();
  const responses = { [row?.id ?? ""]: "Lin" };
  await storeSignups(site, "user", [{ name: word, email: `${word}@exemple.fr`, responses }]);
  await open(page, `/admin/dashboard/stats?questionId=${row?.id}`);
  await page.getByRole("button", { name: /Tendance.*PNG/ }).click();
  const notice = page.locator(".mantine-Notification-root");
  await expect(notice).toBeVisible();
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  const lastRow = page.getByRole("region", { name: "Détail des réponses" }).getByRole("row").last();
  const [rowBox, noticeBox] = [await lastRow.boundingBox(), await notice.boundingBox()];
  expect(noticeBox).not.toBeNull();
  expect((rowBox?.y ?? 0) + (rowBox?.height ?? 0)).toBeLessThan(noticeBox?.y ?? 0);
});
