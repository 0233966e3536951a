import { expect } from "vitest";
import { page } from "vitest/browser";
import type { FakeAnswers } from "./fake-api.ts";
import { openAdmin } from "./open-admin.tsx";

export const campaignsPath = "/admin/dashboard/email-sender";

/** Parts of the form of a bulk message. */
const messageForm = page.getByRole("form", { name: "E-mail à envoyer" });
export const subject = page.getByRole("textbox", { name: "Objet", exact: true });
export const editor = page.getByRole("textbox", { name: "Contenu", exact: true });
/** "Envoyer à 5 destinataires", "Programmer l’envoi", "Envoi en cours...". */
export const sendButton = messageForm.getByRole("button", { name: /^(Envoyer|Envoi|Programmer)/ });
export const sendQuestion = page.getByRole("dialog", { name: "Envoyer cet e-mail ?" });
/** The live panel of a send. */
export const progress = page.getByRole("region", { name: "Progression de l’envoi" });

export async function openNewMessage(answers: FakeAnswers) {
  const opened = await openAdmin(`${campaignsPath}/new`, answers);
  await expect.element(editor).toBeVisible();
  return opened;
}

export async function fillMessage({ title = "La bêta ouvre", text = "Bonjour à vous" } = {}) {
  await subject.fill(title);
  await editor.fill(text);
}
