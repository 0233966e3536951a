import type { Page } from "@playwright/test";
import {
  button,
  emptyMail,
  frameNotice,
  saveSettings,
  sendingTo,
  startMailbox,
} from "./admin-email-support.ts";
import { calm } from "./admin-support.ts";
import { expect, superAdmin, test } from "./fixtures.ts";

test.use(calm);

const recipient = (page: Page) => page.getByRole("combobox", { name: "E-mail du destinataire" });
const subject = (page: Page) => page.getByRole("textbox", { name: "Sujet" });
const content = (page: Page) => page.getByRole("textbox", { name: "Contenu" });

async function write(page: Page, to: string): Promise<void> {
  await recipient(page).fill(to);
  await subject(page).fill("Bonjour");
  await content(page).fill("Ligne 1\n<b>pas du HTML</b>");
}

test.afterEach(async ({ adminPage: page, site }) => {
  await emptyMail(site);
  await saveSettings(page, site);
});

test("a single message is simulated and logged, then really sent, or fails with the server's words", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(frameNotice);
  allowConsole(/status of 5\d\d/); // the refused recipient
  const mailbox = await startMailbox();
  try {
    await emptyMail(site);
    await saveSettings(page, site);
    await page.goto("/admin/dashboard/single-email");
    await page.getByText("Texte simple", { exact: true }).click();
    await write(page, "zoe@exemple.fr");
    await button(page, "Envoyer l’e-mail").click();
    await expect(page.getByText(/^MODE SIMULATION: L'email à zoe@exemple.fr .* n'a PAS été/)).toBeVisible();
    await expect(recipient(page)).toHaveValue("");
    expect(mailbox.mails).toEqual([]);
    await page.goto("/admin/dashboard/emails?tab=log");
    await button(page, "Contenu de l’e-mail à zoe@exemple.fr").click();
    await expect(page.frameLocator("iframe").getByText("<b>pas du HTML</b>")).toBeVisible();

    await saveSettings(page, site, sendingTo(mailbox.port));
    await page.goto("/admin/dashboard/single-email");
    await write(page, "zoe@exemple.fr");
    await button(page, "M’envoyer un test").click();
    await expect.poll(() => mailbox.mails.map((mail) => mail.recipient)).toEqual([superAdmin.email]);
    await button(page, "Envoyer l’e-mail").click();
    await expect(page.getByText("L'email a été envoyé avec succès à zoe@exemple.fr.")).toBeVisible();
    expect(mailbox.mails.map((mail) => mail.recipient)).toEqual([superAdmin.email, "zoe@exemple.fr"]);
    await expect(recipient(page)).toHaveValue("");

    await write(page, "refus@exemple.fr");
    await button(page, "Envoyer l’e-mail").click();
    await expect(page.getByRole("alert").filter({ hasText: "Boîte inconnue" })).toBeVisible();
    await expect(recipient(page)).toHaveValue("refus@exemple.fr");
  } finally {
    await mailbox.stop();
  }
});

// Not a component test, because React's strict mode creates every editor twice there.
test("opening a screen creates its editor once", async ({ adminPage: page }) => {
  await page.addInitScript(() => {
    const made = new Set<Element>();
    Object.assign(globalThis, { made });
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (name === "contenteditable") made.add(this);
      setAttribute.call(this, name, value);
    };
  });
  await page.goto("/admin/dashboard/help");
  await page.getByRole("navigation").getByRole("link", { name: "E-mail individuel" }).click();
  await content(page).fill("Bonjour");
  await expect(content(page)).toHaveText("Bonjour");
  expect(await page.evaluate(() => (globalThis as unknown as { made: Set<Element> }).made.size)).toBe(1);
});
