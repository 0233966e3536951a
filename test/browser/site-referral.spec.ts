import type { Browser, Page } from "@playwright/test";
import type { SiteSettingsResponse } from "#contract/site.schema.ts";
import type { ServerProcess } from "#test/support/server-process.ts";
import {
  emptyMail,
  type ReceivedMail,
  saveSettings,
  sendingTo,
  startMailbox,
} from "./admin-email-support.ts";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";
import {
  addStyle,
  cutParts,
  expectThanks,
  fillUser,
  myDataPath,
  openDialog,
  sendButton,
  storeReader,
  textStyles,
  useTestQuestionnaire,
} from "./site-support.ts";

test.use(calm);

const sentence = "Trois amies confirmées : vous passez dans la prochaine vague.";

/** Switches referrals on or off by saving the owner's settings as the screen does. */
async function switchReferral(page: Page, site: ServerProcess, on: boolean): Promise<void> {
  const path = "/api/admin/site";
  const {
    images: _,
    updatedAt: __,
    ...values
  } = (await (await page.request.get(path)).json()) as SiteSettingsResponse;
  const referral = { ...values.referral, on, sentence: on ? sentence : "" };
  const answer = await page.request.put(path, {
    data: { ...values, referral },
    headers: { origin: site.url },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test.beforeEach(async ({ adminPage, site }) => {
  await emptyMail(site);
  await useTestQuestionnaire(site);
  await switchReferral(adminPage, site, true);
});

test.afterEach(async ({ adminPage, site }) => {
  await switchReferral(adminPage, site, false);
  await site.sql("delete from site_settings");
});

/** Opens a separate browser for another person, because friends on the referrer's device wait for a review. */
async function openOwnBrowser(browser: Browser, site: ServerProcess, name: string): Promise<Page> {
  const context = await browser.newContext({ ...calm.contextOptions, baseURL: site.url, userAgent: name });
  return context.newPage();
}

/** Signs up with the dialog and confirms with the link of the message. */
async function signUp(page: Page, firstname: string, path: string, mails: ReceivedMail[]): Promise<void> {
  const email = `${firstname.toLowerCase()}@exemple.fr`;
  await openDialog(page, path);
  await fillUser(page, { firstname, name: "Martin", email });
  await sendButton(page).click();
  await expectThanks(page);
  const linkOf = () =>
    mails
      .filter(({ recipient }) => recipient === email)
      .flatMap(({ text }) => text.replaceAll("=\r\n", "").match(/\/confirmation\/[\w-]+/) ?? [])[0];
  await expect.poll(linkOf).toBeTruthy();
  await page.goto(linkOf() ?? "");
  await page.getByRole("button", { name: /^Confirmer mon adresse( seulement)?$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Adresse confirmée");
}

const main = (page: Page) => page.getByRole("main");
const ownLink = (page: Page) => main(page).getByRole("link", { name: /\?ami=[0-9a-z]{10}$/ });

test("a person's link brings a friend, whom the personal page counts and the back office names", {
  tag: "@mobile",
}, async ({ adminPage, site, browser }) => {
  const mailbox = await startMailbox();
  try {
    await saveSettings(adminPage, site, sendingTo(mailbox.port));
    const zoe = await openOwnBrowser(browser, site, "Zoé");
    await signUp(zoe, "Zoe", "/", mailbox.mails);
    await zoe.getByRole("link", { name: "Suivre ma demande et inviter mes amies" }).click();
    await expect(zoe).toHaveURL(/\/ma-place\/[\w-]{68}$/);
    for (const text of ["en attente", "adresse est confirmée", "Aucune amie confirmée, sur 3.", sentence])
      await expect(main(zoe)).toContainText(text);
    const link = (await ownLink(zoe).getAttribute("href")) ?? "";
    for (const [name, start] of [
      ["WhatsApp", "https://wa.me/"],
      ["Messages", "sms:"],
      ["E-mail", "mailto:"],
    ] as const) {
      const href = await main(zoe).getByRole("link", { name, exact: true }).getAttribute("href");
      expect(href).toContain(start);
      expect(decodeURIComponent(href ?? "")).toContain(link);
    }
    await zoe.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await zoe.getByRole("button", { name: "Copier le lien" }).click();
    await expect(main(zoe).getByRole("status")).toHaveText("Lien copié");
    expect(await zoe.evaluate(() => navigator.clipboard.readText())).toBe(link);

    const ana = await openOwnBrowser(browser, site, "Ana");
    await signUp(ana, "Ana", link, mailbox.mails);
    await zoe.reload();
    await expect(main(zoe)).toContainText("1 amie confirmée, sur 3.");
    await expect(main(zoe)).not.toContainText("Ana");
    await Promise.all([zoe, ana].map((page) => page.context().close()));

    await adminPage.goto("/admin/dashboard/stats?tab=referrals");
    const row = adminPage.getByRole("row", { name: /^Zoe Martin/ });
    await expect(row.getByRole("cell").first()).toContainText("1");
    await adminPage.getByRole("button", { name: "Amies de Zoe Martin" }).click();
    await expect(adminPage.getByRole("row", { name: /^Ana Martin/ })).toContainText("Compte");
  } finally {
    await mailbox.stop();
    await saveSettings(adminPage, site);
  }
});

/** Opens the personal page of a confirmed person by the link of 'Mes données'. */
async function openPlace(page: Page, site: ServerProcess): Promise<void> {
  const { hash } = await storeReader(site);
  await page.goto(await myDataPath(site, hash));
  await page.getByRole("link", { name: "Suivre ma demande et inviter mes amies" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ma place" })).toBeVisible();
}

test("axe finds no barrier on the personal page, and larger or wider text cuts no content off", {
  tag: "@mobile",
}, async ({ adminPage: page, site, expectAccessible }) => {
  await openPlace(page, site);
  await expect(page.getByRole("button", { name: "Copier le lien" })).toBeVisible();
  await page.getByText("Changer de lien").press("Enter");
  await expectAccessible(page);
  for (const style of textStyles) {
    await addStyle(page, style);
    expect(await page.evaluate(cutParts), style).toEqual([]);
  }
  await addStyle(page, "");
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await page.evaluate(cutParts)).toEqual([]);
});

/** Renews the link in two steps, after which the previous link brings no more friends. */
async function renewLink(page: Page): Promise<void> {
  const renew = page.getByRole("button", { name: "Recevoir un nouveau lien" });
  await expect(renew).toBeHidden();
  await page.getByText("Changer de lien").press("Enter");
  await renew.press("Enter");
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript the personal page shows and renews the link without a copy button, and the link leads to the form", {
    tag: "@mobile",
  }, async ({ adminPage: page, site }) => {
    await openPlace(page, site);
    await expect(main(page).getByRole("link", { name: "WhatsApp" })).toBeVisible();
    for (const name of ["Copier le lien", "Partager autrement"])
      await expect(main(page).getByText(name)).toBeHidden();
    const before = (await ownLink(page).getAttribute("href")) ?? "";
    await renewLink(page);
    await expect(page).toHaveURL(/\?fait=too_soon$/);
    await site.sql("update referral_codes set created_at = now() - interval '1 hour'");
    await renewLink(page);
    await expect(page).toHaveURL(/\?fait=renewed$/);
    const link = (await ownLink(page).getAttribute("href")) ?? "";
    expect(link).not.toBe(before);
    await ownLink(page).click();
    await page.getByRole("link", { name: "I want to sign up" }).first().click();
    await expect(page.locator("input[name=source]")).toHaveValue(new RegExp(link.slice(-10)));
  });
});
