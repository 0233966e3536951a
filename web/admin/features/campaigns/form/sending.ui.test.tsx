import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { CampaignDetail } from "#contract/campaigns.schema.ts";
import { fakeCampaigns, sentCampaign } from "#test/support/ui/campaigns-fake.ts";
import {
  campaignsPath,
  editor,
  fillMessage,
  openNewMessage,
  progress,
  sendButton,
  sendQuestion,
  subject,
} from "#test/support/ui/campaigns-page.ts";
import { refuse } from "#test/support/ui/fake-api.ts";

const confirmSend = sendQuestion.getByRole("button", { name: "Envoyer à 5 destinataires" });

/** Reports an unknown variable as an error, and a subject in capitals as a warning. */
function checks({ subject, content }: CampaignDetail) {
  const unknown = content.includes("{{prenom}}");
  const text = unknown ? "Une variable est inconnue" : "Les variables sont connues";
  return [
    { key: "variables" as const, verdict: unknown ? ("error" as const) : ("ok" as const), text, details: [] },
    ...(subject === subject.toUpperCase()
      ? [
          {
            key: "subject" as const,
            verdict: "warn" as const,
            text: "L’objet est tout en majuscules",
            details: [],
          },
        ]
      : []),
  ];
}

test("a message without subject and content is refused, and the subject takes the focus", async () => {
  await openNewMessage(fakeCampaigns().answers);
  await sendButton.click();
  await expect.element(page.getByText("L'objet est requis")).toBeVisible();
  await expect.element(page.getByText("Le contenu est requis")).toBeVisible();
  await expect.element(subject).toHaveFocus();
});

test("'Vérifier' lists what the server found in the message", async () => {
  await openNewMessage(fakeCampaigns([], { checks }).answers);
  await fillMessage({ title: "LA GRANDE OUVERTURE", text: "Bonjour {{prenom}}" });
  await page.getByRole("button", { name: "Vérifier" }).click();
  const list = page.getByRole("region", { name: "Avant l’envoi" });
  await expect.element(list).toMatchTextContent("Une variable est inconnue");
  await expect.element(list).toMatchTextContent("L’objet est tout en majuscules");
});

test("an error in the checks disables sending until it is corrected", async () => {
  await openNewMessage(fakeCampaigns([], { checks }).answers);
  await fillMessage({ text: "Bonjour {{prenom}}" });
  await sendButton.click();
  await expect.element(sendQuestion).toMatchTextContent("Une variable est inconnue");
  await expect.element(confirmSend).toBeDisabled();
  await sendQuestion.getByRole("button", { name: "Revenir au message" }).click();
  await editor.fill("Bonjour {{firstName}}");
  await sendButton.click();
  await expect.element(confirmSend).toBeEnabled();
});

test("a message with warnings can be sent once they are accepted", async () => {
  const { answers, rows } = fakeCampaigns([], { checks });
  await openNewMessage(answers);
  await fillMessage({ title: "LA GRANDE OUVERTURE" });
  await sendButton.click();
  const accept = sendQuestion.getByRole("checkbox");
  await expect.element(accept).toBeVisible();
  await expect.element(confirmSend).toBeDisabled();
  await accept.click();
  await confirmSend.click();
  await expect.element(progress).toMatchTextContent("En cours");
  expect(rows).toMatchObject([{ subject: "LA GRANDE OUVERTURE", status: "running" }]);
});

test("a simulated send is checked like a real one, sums up the simulation and empties the form", async () => {
  const { answers } = fakeCampaigns([], { simulationMode: true });
  const { router } = await openNewMessage(answers);
  await expect.element(page.getByText("Mode simulation activé")).toBeVisible();
  await fillMessage();
  await sendButton.click();
  await expect.element(sendQuestion).toMatchTextContent("Mode simulation : rien ne part");
  await expect.element(sendQuestion).toMatchTextContent("Avant l’envoi");
  await confirmSend.click();
  await expect
    .element(progress)
    .toMatchTextContent("MODE SIMULATION: 5 email(s) ont été marqués comme envoyés");
  await router.navigate(`${campaignsPath}/new`);
  await expect.element(subject).toHaveValue("");
});

test("a send is scheduled in Paris time, and cancelled", async () => {
  const { answers, rows } = fakeCampaigns();
  await openNewMessage(answers);
  await fillMessage();
  await page.getByRole("switch", { name: "Envoyer plus tard" }).click();
  await sendButton.click();
  await expect.element(page.getByText("Indiquez une date et une heure")).toBeVisible();
  const time = page.getByLabelText("Date et heure d’envoi (heure de Paris)");
  await time.fill("2020-01-05T09:00");
  await sendButton.click();
  await expect.element(page.getByText("La date d’envoi est déjà passée.")).toBeVisible();
  await time.fill("2099-01-05T09:00");
  await sendButton.click();
  const question = page.getByRole("dialog", { name: "Programmer cet envoi ?" });
  await question.getByRole("button", { name: "Programmer l’envoi" }).click();
  await expect.element(progress).toMatchTextContent("Départ le 5 janvier 2099");
  expect(rows).toMatchObject([{ scheduledAt: "2099-01-05T08:00:00.000Z" }]);
  await progress.getByRole("button", { name: "Annuler l’envoi" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Annuler l’envoi" }).click();
  await expect.element(progress).toMatchTextContent("Envoi annulé.");
});

test("a send that cannot start says why and keeps the message", async () => {
  const { answers } = fakeCampaigns([], { simulationMode: true });
  const { api } = await openNewMessage({
    ...answers,
    "POST /api/admin/campaigns/:id/start": () => new Response(null, { status: 500 }),
  });
  await fillMessage();
  await sendButton.click();
  await confirmSend.click();
  await expect.element(page.getByText("Échec de l'envoi des emails")).toBeVisible();
  const message = "Impossible de récupérer les paramètres d'email";
  api.answer({ "POST /api/admin/campaigns/:id/start": () => refuse(502, { code: "email_failed", message }) });
  await sendButton.click();
  await confirmSend.click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(subject).toHaveValue("La bêta ouvre");
  await expect.element(editor).toMatchTextContent("Bonjour à vous");
});

test("sending a draft that another tab has started opens that send", async () => {
  const { answers, rows, change } = fakeCampaigns();
  const { address } = await openNewMessage({
    ...answers,
    "POST /api/admin/campaigns/:id/start": (request) => {
      change(request.param.id, { status: "running", total: 5 });
      return answers["POST /api/admin/campaigns/:id/start"]?.(request);
    },
  });
  await fillMessage();
  await sendButton.click();
  await confirmSend.click();
  await expect.element(page.getByText("Cet envoi a déjà été lancé.")).toBeVisible();
  await expect.element(progress).toMatchTextContent("En cours");
  await expect.poll(address).toBe(`${campaignsPath}/${rows[0]?.id}`);
});

test("a new message cannot be sent while another send is under way", async () => {
  await openNewMessage(fakeCampaigns([sentCampaign(1, "running")]).answers);
  await expect.element(sendButton).toMatchTextContent("Envoi en cours...");
  await expect.element(sendButton).toBeDisabled();
});
