import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { EmailLogEntry } from "#contract/email.schema.ts";
import { campaignId, fakeCampaigns, sentCampaign } from "#test/support/ui/campaigns-fake.ts";
import { campaignsPath, subject } from "#test/support/ui/campaigns-page.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { press } from "#test/support/ui/press.ts";

const at = "2026-01-31T12:00:00.000Z";
const path = `${campaignsPath}/${campaignId(1)}`;

const entry = (index: number, changes: Partial<EmailLogEntry> = {}): EmailLogEntry => ({
  id: campaignId(100 + index),
  recipientEmail: `p${index}@exemple.fr`,
  recipientName: null,
  subject: "La bêta ouvre",
  status: "sent",
  emailType: "bulk",
  errorMessage: null,
  attempts: 1,
  nextAttemptAt: null,
  waitsForMailbox: false,
  sentAt: at,
  createdAt: at,
  ...changes,
});

const log = [entry(1), entry(2), entry(3), entry(4, { status: "failed", errorMessage: "Boîte inconnue" })];

/** A send of 4 messages, of which one failed. */
function endedSend() {
  const { answers, rows } = fakeCampaigns([
    sentCampaign(1, "completed", { total: 4, sent: 3, failed: 1, finishedAt: at }),
  ]);
  const more: FakeAnswers = {
    "GET /api/admin/campaigns/:id/figures": () => ({
      step: "hour",
      points: [{ at, sent: 3, failed: 1, bounced: 0, unsubscribed: 0, complained: 0 }],
    }),
    "GET /api/admin/email/log": ({ query }) => {
      const { status } = query as { status: string };
      return { items: log.filter((row) => status === "all" || row.status === status), next: null };
    },
  };
  return { answers: { ...answers, ...more }, rows };
}

test("the page of an ended send has the subject as its heading and says that it shows the result", async () => {
  await openAdmin(path, endedSend().answers);
  await expect.element(page.getByRole("heading", { level: 1, name: "La bêta ouvre" })).toBeVisible();
  await expect
    .element(page.getByText(/^Résultat de l’envoi en masse du \d+ \S+ 20\d\d à \d\d:\d\d\.$/))
    .toBeVisible();
  await expect.poll(() => document.title).toMatch("La bêta ouvre · ");
});

test("the figures of a send are in the chart's name, in the announcement of each key and in a table", async () => {
  await openAdmin(path, endedSend().answers);
  const panel = page.getByRole("region", { name: "Au fil du temps" });
  await expect.element(panel.getByRole("img", { name: /envoyés 3, échecs 1/ })).toBeVisible();
  await press(panel.getByRole("application", { name: "Au fil du temps" }), "{ArrowRight}");
  await expect.element(panel.getByRole("status")).toMatchTextContent(/: Envoyés 3, Échecs 1$/);
  await panel.getByText("Voir les chiffres heure par heure").click();
  const table = panel.getByRole("table", { name: "Chiffres de l’envoi, heure par heure" });
  await expect.element(table.getByRole("row").last()).toMatchTextContent(/31000$/);
});

test("the log of a send is filtered by outcome", async () => {
  await openAdmin(path, endedSend().answers);
  const entries = page.getByRole("list", { name: "E-mails de cet envoi" }).getByRole("listitem");
  await expect.element(entries).toHaveLength(4);
  await page.getByRole("button", { name: "Échecs" }).click();
  await expect.element(entries).toHaveLength(1);
  await expect.element(entries).toMatchTextContent("Boîte inconnue");
});

test("a duplicated send opens as a draft with the same subject", async () => {
  const { answers, rows } = endedSend();
  const { address } = await openAdmin(path, answers);
  await page.getByRole("button", { name: "Dupliquer" }).click();
  await expect.element(subject).toHaveValue("La bêta ouvre");
  await expect.poll(address).toBe(`${campaignsPath}/new?draft=${rows[0]?.id}`);
});

test("the dialog of a resend without recipients says that there are none", async () => {
  await openAdmin(path, endedSend().answers);
  await page.getByRole("button", { name: "Renvoyer à ceux qui ne l’ont pas reçu" }).click();
  const question = page.getByRole("dialog", { name: "Renvoyer à ceux qui ne l’ont pas reçu ?" });
  await question.getByRole("button", { name: "Renvoyer", exact: true }).click();
  await expect.element(question.getByRole("alert")).toMatchTextContent("Il n’y a personne");
});

test("a sent message that cannot be loaded is reported, and can be loaded again", async () => {
  const { answers } = endedSend();
  const { api } = await openAdmin(path, answers);
  await expect.element(page.getByRole("heading", { level: 1, name: "La bêta ouvre" })).toBeVisible();
  const fault = () => refuse(400, { code: "invalid_request", message: "Illisible." });
  api.answer({ "GET /api/admin/campaigns/:id": fault });
  await page.getByText("Voir le message").click();
  const panel = page.getByRole("region", { name: "Message envoyé" });
  await expect.element(panel.getByRole("alert")).toMatchTextContent("Illisible.");
  await expect.element(panel.getByRole("status")).not.toBeInTheDocument();
  api.answer({
    ...answers,
    "POST /api/admin/email/preview": ({ json }) => ({
      subject: json.subject,
      html: json.content,
      size: json.content.length,
      recipient: "Zoé",
      unknownVariables: [],
      warnings: [],
    }),
  });
  await panel.getByRole("button", { name: "Réessayer" }).click();
  await expect.element(panel.getByTitle(/^Aperçu/)).toBeVisible();
});
