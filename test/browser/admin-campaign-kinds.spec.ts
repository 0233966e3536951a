import type { Page } from "@playwright/test";
import {
  emptyMail,
  type ReceivedMail,
  saveSettings,
  sendingTo,
  startMailbox,
} from "./admin-email-support.ts";
import { calm } from "./admin-support.ts";
import { expect, test } from "./fixtures.ts";
import { agedToken } from "./site-support.ts";

test.use(calm);

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

/** The decoded text of a message, without transfer encodings. */
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

test("news reach a visitor who agreed on the form and confirmed, until they unsubscribe by the link in the message", async ({
  adminPage: page,
  site,
}) => {
  const mailbox = await startMailbox();
  const received = (recipient: string) => mailbox.mails.filter((mail) => mail.recipient === recipient);
  const email = "lea@exemple.fr";
  try {
    await saveSettings(page, site, sendingTo(mailbox.port));
    const questionnaire = await page.request.get("/api/questionnaire?audience=user");
    const { items, token } = (await questionnaire.json()) as {
      items: { id: string; fieldType: string; options: string[] | null }[];
      token: string;
    };
    const answers = items.map(({ id, fieldType, options }) => {
      const first = options?.[0] ?? "réponse";
      if (fieldType === "email") return [id, email];
      return [id, fieldType === "checkbox" ? [first] : first];
    });
    const signedUp = await page.request.post("/api/signups/user", {
      headers: { origin: site.url },
      data: {
        firstname: "Léa",
        name: "Martin",
        email,
        newsConsent: true,
        token: agedToken(token, "user"),
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
    await visitor.getByRole("button", { name: "Confirmer mon adresse et recevoir les actualités" }).click();
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
