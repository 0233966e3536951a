import type { Page } from "@playwright/test";
import { createAccount, enter } from "./admin-accounts.ts";
import {
  emptyMail,
  type ReceivedMail,
  saveSettings,
  sendingTo,
  startMailbox,
} from "./admin-email-support.ts";
import { calm, expectAccessibleInBothThemes, storeReaders, storeSignups } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";

test.use(calm);

const person = (name: string) => ({ name, email: `${name}@exemple.fr`, status: "approved" });

async function openBulk(page: Page): Promise<void> {
  await page.goto("/admin/dashboard/email-sender/new");
  await expect(page.getByRole("textbox", { name: "Contenu" })).toBeVisible();
}

async function writeAndSend(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Objet", exact: true }).fill("La bêta ouvre");
  await page.getByRole("textbox", { name: "Contenu" }).fill("Bonjour à vous");
  await page
    .getByRole("form", { name: "E-mail à envoyer" })
    .getByRole("button", { name: /^Envoyer à/ })
    .click();
  await page
    .getByRole("dialog", { name: "Envoyer cet e-mail ?" })
    .getByRole("button", { name: /^Envoyer à/ })
    .click();
}

/** A message's text as it is read: transfer encodings undone. */
function readable({ text }: ReceivedMail): string {
  const whole = text.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`);
  return whole.replace(/(?:%[0-9A-F]{2})+/g, (bytes) => decodeURIComponent(bytes));
}

function linkIn(mail: ReceivedMail, path: string): string {
  return new RegExp(`http[^\\s"<>)]*/${path}/[\\w.-]+`).exec(readable(mail))?.[0] ?? "no such link";
}

test.beforeEach(async ({ adminPage: page, site }) => {
  await emptyMail(site);
  await site.sql("delete from suppressions");
  await saveSettings(page, site);
});

test("news go to who agreed and stayed, a message of service to all, for a reason", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const mailbox = await startMailbox();
  try {
    await storeReaders(site, "user", [person("accord"), person("partie")]);
    await storeSignups(site, "user", [person("sans-accord")]);
    await site.sql(
      "insert into suppressions (email_hash, scope, reason, source) values (address_hash('partie@exemple.fr'), 'news', 'unsubscribed', 'test')",
    );
    await saveSettings(page, site, sendingTo(mailbox.port));
    await openBulk(page);
    await expect(
      page.getByText("3 inscrits, 1 destinataire : 1 sans consentement, 1 désinscrit"),
    ).toBeVisible();
    await writeAndSend(page);
    await expect(page.getByText("Emails envoyés avec succès: 1. Échecs: 0.")).toBeVisible();
    expect(mailbox.mails.map(({ recipient }) => recipient)).toEqual(["accord@exemple.fr"]);
    expect(mailbox.mails[0]?.text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);

    await openBulk(page);
    await page.getByRole("radio", { name: /^Message de service/ }).check();
    await expectAccessibleInBothThemes(page, expectAccessible);
    await page.getByRole("textbox", { name: "Objet", exact: true }).fill("La bêta ouvre");
    await page.getByRole("textbox", { name: "Contenu" }).fill("Bonjour à vous");
    const send = page
      .getByRole("form", { name: "E-mail à envoyer" })
      .getByRole("button", { name: /^Envoyer à 3/ });
    await send.click();
    await expect(page.getByText("Indiquez la raison de ce message de service")).toBeVisible();
    await page.getByRole("textbox", { name: "Raison de ce message" }).fill("Les places sont prêtes");
    await writeAndSend(page);
    await expect(page.getByText("Emails envoyés avec succès: 3. Échecs: 0.")).toBeVisible();
    const [entry] = await site.sql<{ details: object }>(
      "select details from journal_entries where action = 'campaign.created' order by id desc limit 1",
    );
    expect(entry?.details).toMatchObject({ kind: "service", reason: "Les places sont prêtes" });
  } finally {
    await mailbox.stop();
  }
});

test("a message of service is for super administrators, and the screen says so", async ({ page, site }) => {
  await enter(page, site, await createAccount(site));
  await openBulk(page);
  await expect(page.getByRole("radio", { name: /^Message de service/ })).toBeDisabled();
  await expect(page.getByText("seul un super administrateur peut l’envoyer")).toBeVisible();
});

test("from the form to the last message: agree, confirm, read, leave", async ({ adminPage: page, site }) => {
  const mailbox = await startMailbox();
  const received = (recipient: string) => mailbox.mails.filter((mail) => mail.recipient === recipient);
  const email = "lea@exemple.fr";
  try {
    await saveSettings(page, site, sendingTo(mailbox.port));
    const questionnaire = await page.request.get("/api/questionnaire?audience=user");
    const items = (await questionnaire.json()).items as {
      id: string;
      fieldType: string;
      options: string[] | null;
    }[];
    const answers = items.map(({ id, fieldType, options }) => {
      const first = options?.[0] ?? "réponse";
      if (fieldType === "email") return [id, email];
      return [id, fieldType === "checkbox" ? [first] : first];
    });
    const signedUp = await page.request.post("/api/signups/user", {
      headers: { origin: site.url },
      data: {
        ...{ firstname: "Léa", name: "Martin", email, newsConsent: true },
        responses: Object.fromEntries(answers),
      },
    });
    expect(signedUp.status(), await signedUp.text()).toBe(201);
    await expect.poll(() => received(email).length).toBe(1);
    const [confirmation] = received(email);
    expect(readable(confirmation as ReceivedMail)).toContain("Confirmer mon adresse");

    const visitor = await page.context().browser()?.newPage();
    if (!visitor) throw new Error("no browser");
    await visitor.goto(linkIn(confirmation as ReceivedMail, "confirmation"));
    await visitor.getByRole("button", { name: "Confirmer mon adresse" }).click();
    await expect(visitor.getByRole("heading", { level: 1, name: "Adresse confirmée" })).toBeVisible();
    await site.sql("update beta_signups set status = 'approved'");

    await openBulk(page);
    await expect(page.getByText("1 inscrit, 1 destinataire", { exact: false })).toBeVisible();
    await writeAndSend(page);
    await expect.poll(() => received(email).length).toBe(2);
    const news = received(email)[1] as ReceivedMail;
    expect(readable(news)).toContain("Vous recevez ce message car vous l'avez accepté le");
    await visitor.goto(linkIn(news, "desinscription"));
    await visitor.getByRole("button", { name: "Me désinscrire" }).click();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("C'est fait");
    await visitor.close();

    await openBulk(page);
    await expect(page.getByText("0 destinataire", { exact: true })).toBeVisible();
    await expect(page.getByText("1 désinscrit", { exact: false })).toBeVisible();
  } finally {
    await mailbox.stop();
  }
});
