import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeCampaigns, reached } from "#test/support/ui/campaigns-fake.ts";
import {
  campaignsPath,
  fillMessage,
  openNewMessage,
  sendButton,
  sendQuestion,
} from "#test/support/ui/campaigns-page.ts";
import { fakeMail, template } from "#test/support/ui/mail-fake.ts";
import { openAdmin, plainAdmin } from "#test/support/ui/open-admin.tsx";

/** Counts 3 approved users, 1 pending user and 2 approved brands. */
function recipients({ recipientType, statusFilter }: Record<string, string>) {
  if (statusFilter === "rejected") return reached(0);
  if (statusFilter === "pending") return reached(1);
  return reached(recipientType === "user" ? 3 : 5);
}

test("the send button counts the recipients of the chosen filters", async () => {
  await openNewMessage(fakeCampaigns([], { recipients }).answers);
  await expect.element(sendButton).toMatchTextContent("Envoyer à 5 destinataires");
  await page.getByLabelText("Type de destinataires").selectOptions("user");
  await expect.element(sendButton).toMatchTextContent("Envoyer à 3 destinataires");
  await page.getByLabelText("Statut").selectOptions("pending");
  await expect.element(sendButton).toMatchTextContent("Envoyer à 1 destinataire");
});

test("a message without a recipient cannot be sent", async () => {
  await openNewMessage(fakeCampaigns([], { recipients }).answers);
  await page.getByLabelText("Statut").selectOptions("rejected");
  await expect
    .element(page.getByText("Aucun destinataire ne correspond à vos critères de filtre"))
    .toBeVisible();
  await expect.element(sendButton).toBeDisabled();
});

test("the recipient panel says why some sign-ups receive no news", async () => {
  const counted = { ...reached(1), total: 3, withoutConsent: 1, unsubscribed: 1 };
  await openNewMessage(fakeCampaigns([], { recipients: () => counted }).answers);
  const sentence = "3 inscrits, 1 destinataire : 1 sans consentement, 1 désinscrit";
  await expect.element(page.getByText(sentence)).toBeVisible();
});

test("a phone folds the recipient filters behind a button", async () => {
  await page.viewport(390, 844);
  await openNewMessage(fakeCampaigns().answers);
  const type = page.getByLabelText("Type de destinataires");
  await expect.element(type).not.toBeVisible();
  await page.getByRole("button", { name: "Filtres" }).click();
  await expect.element(type).toBeVisible();
});

test("at 360 px the buttons of a new message are one column of equal widths", async () => {
  await page.viewport(360, 740);
  await openNewMessage(fakeCampaigns().answers);
  const others = ["Aperçu de l'email", "M’envoyer un test", "Vérifier"].map((name) =>
    page.getByRole("button", { name, exact: true }),
  );
  const boxes = [...others, sendButton].map((one) => one.element().getBoundingClientRect());
  expect(new Set(boxes.map(({ left, width }) => `${left} ${width}`)).size).toBe(1);
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(4);
});

test("a service message counts its own recipients and requires a reason", async () => {
  const byKind = ({ kind }: Record<string, string>) => reached(kind === "service" ? 3 : 1);
  const { answers, rows } = fakeCampaigns([], { recipients: byKind });
  await openNewMessage(answers);
  await fillMessage();
  await page.getByRole("radio", { name: "Message de service" }).click();
  await expect.element(sendButton).toMatchTextContent("Envoyer à 3 destinataires");
  await sendButton.click();
  await expect.element(page.getByText("Indiquez la raison de ce message de service")).toBeVisible();
  await page.getByRole("textbox", { name: "Raison de ce message" }).fill("Les places sont prêtes");
  await sendButton.click();
  await expect.element(sendQuestion).toMatchTextContent("Message de service : Les places sont prêtes");
  expect(rows).toMatchObject([{ kind: "service", reason: "Les places sont prêtes" }]);
});

test("a request to confirm counts the imported people of every status", async () => {
  const unconfirmed = ({ kind, statusFilter }: Record<string, string>) =>
    reached(kind === "confirmation" && statusFilter === "all" ? 4 : 0);
  const { answers, rows } = fakeCampaigns([], { recipients: unconfirmed });
  await openNewMessage(answers);
  await fillMessage();
  await page.getByRole("radio", { name: "Demande de confirmation" }).click();
  await expect.element(sendButton).toMatchTextContent("Envoyer à 4 destinataires");
  await sendButton.click();
  await expect.element(sendQuestion).toMatchTextContent("Demande de confirmation");
  expect(rows).toMatchObject([{ kind: "confirmation", statusFilter: "all" }]);
});

test("a plain administrator cannot choose a service message", async () => {
  await openAdmin(`${campaignsPath}/new`, { ...fakeMail().answers, ...fakeCampaigns().answers }, plainAdmin);
  await expect.element(page.getByRole("radio", { name: "Message de service" })).toBeDisabled();
  await expect
    .element(page.getByText(/un super administrateur l’envoie, ou permet un modèle à tous/))
    .toBeVisible();
});

test("a plain administrator sends an allowed template as a service message, with the template's reason", async () => {
  const allowed = template(1, { name: "Bienvenue", serviceReason: "Votre place est prête" });
  const { answers, rows } = fakeCampaigns();
  await openAdmin(
    `${campaignsPath}/new`,
    { ...fakeMail({ templates: [allowed] }).answers, ...answers },
    plainAdmin,
  );
  await expect.element(page.getByText(/sans le modifier, le modèle «.Bienvenue.»/)).toBeVisible();
  await page.getByRole("button", { name: "Partir d’un modèle" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Bienvenue/ })
    .click();
  await page.getByRole("radio", { name: "Message de service" }).click();
  await expect
    .element(page.getByRole("textbox", { name: "Raison de ce message" }))
    .toHaveValue("Votre place est prête");
  await expect.poll(() => rows).toMatchObject([{ kind: "service", reason: "Votre place est prête" }]);
});

const instagram = {
  id: "10000000-0000-4000-8000-000000000001",
  name: "Venues d’Instagram",
  audience: "user" as const,
  conditions: {
    match: "all" as const,
    groups: [
      { match: "all" as const, rules: [{ field: "source" as const, op: "is" as const, value: "instagram" }] },
    ],
  },
  sentence: "Utilisateurs venus d’instagram",
  missing: null,
  version: 4,
};

test("a message for a segment counts the recipients, names the segment and starts with the confirmed version", async () => {
  const bySegment = ({ segment }: Record<string, string>) => reached(segment === instagram.id ? 2 : 5);
  const { answers, rows } = fakeCampaigns([], { recipients: bySegment, segments: [instagram] });
  const starts: unknown[] = [];
  await openNewMessage({
    ...answers,
    "POST /api/admin/campaigns/:id/start": (request) => {
      starts.push(request.json);
      return answers["POST /api/admin/campaigns/:id/start"]?.(request);
    },
  });
  await fillMessage();
  await page.getByLabelText("Segment").selectOptions("Venues d’Instagram");
  await expect.element(page.getByText("Utilisateurs venus d’instagram")).toBeVisible();
  await expect.element(sendButton).toMatchTextContent("Envoyer à 2 destinataires");
  await sendButton.click();
  await expect.element(sendQuestion).toMatchTextContent(/du segment «.Venues d’Instagram.»/);
  await sendQuestion.getByRole("button", { name: "Envoyer à 2 destinataires" }).click();
  await expect.poll(() => starts).toMatchObject([{ segmentVersion: 4 }]);
  expect(rows).toMatchObject([{ segmentId: instagram.id }]);
});

test("the link of a segment begins a message to all people of the segment", async () => {
  const { answers } = fakeCampaigns([], { segments: [instagram] });
  await openAdmin(`${campaignsPath}/new?segment=${instagram.id}`, { ...fakeMail().answers, ...answers });
  await expect.element(page.getByLabelText("Segment")).toHaveValue(instagram.id);
  await expect.element(page.getByLabelText("Statut")).toHaveValue("all");
});

test("a deleted segment stays chosen and has no recipient", async () => {
  const { answers } = fakeCampaigns([], { recipients: ({ segment }) => reached(segment ? 0 : 5) });
  await openAdmin(`${campaignsPath}/new?segment=${instagram.id}`, { ...fakeMail().answers, ...answers });
  await expect.element(page.getByRole("option", { name: "Segment supprimé" })).toBeInTheDocument();
  await expect.element(sendButton).toBeDisabled();
});
