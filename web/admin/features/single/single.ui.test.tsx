import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { draftStoragePrefix } from "#contract/browser-storage.ts";
import type { MailHold } from "#contract/mail-hold.schema.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { held, refuse } from "#test/support/ui/fake-api.ts";
import { fakeMail, givenTemplates, logEntry, person } from "#test/support/ui/mail-fake.ts";
import {
  button,
  dialog,
  editor,
  field,
  htmlSource,
  htmlSwitch,
  inDialog,
  leavePage,
  mailFrame,
} from "#test/support/ui/mail-page.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const recipient = page.getByRole("combobox", { name: "E-mail du destinataire" });
const subject = field("Sujet");
const zoe = person("Zoé", "Lefèvre", "zoe@exemple.fr");
const anne = person("Anne", "Lefèvre", "anne@exemple.fr");

async function openSingle(mail = fakeMail()) {
  const opened = await openAdmin("/admin/dashboard/single-email", mail.answers);
  await expect.element(editor).toBeVisible();
  return { ...mail, ...opened };
}

/** Fills the form. Waits for the facts below the address first, because they move the form down and a click could miss. */
async function write({ to = "zoe@exemple.fr", about = "Bonjour", text = "Un essai" } = {}) {
  await recipient.fill(to);
  await expect.element(page.getByRole("region", { name: "Déjà reçu" })).toBeVisible();
  await subject.fill(about);
  await editor.fill(text);
}

test.each([360, 1440])("at %i px the name of each format fits on one line", async (width) => {
  await page.viewport(width, 740);
  await openSingle();
  const heights = ["Mise en forme", "Texte simple"].map(
    (name) => page.getByText(name, { exact: true }).element().getBoundingClientRect().height,
  );
  expect(heights[0]).toBe(heights[1]);
  expect(heights[0]).toBeLessThan(36);
});

test("the recipient of a single message is completed from the sign-ups by keyboard, and any other address can be typed", async () => {
  await openSingle(fakeMail({ people: [anne, zoe] }));
  await recipient.fill("lefèv");
  await expect.element(page.getByText("2 personnes proposées")).toBeInTheDocument();
  await expect.element(recipient).toHaveAttribute("aria-expanded", "true");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  const second = page.getByRole("option").nth(1);
  await expect.element(recipient).toHaveAttribute("aria-activedescendant", second.element().id);
  await userEvent.keyboard("{Enter}");
  await expect.element(recipient).toHaveValue("zoe@exemple.fr");
  await expect.element(field("Nom du destinataire")).toHaveValue("Zoé Lefèvre");
  await expect.element(recipient).toHaveAttribute("aria-expanded", "false");
  await recipient.fill("personne@exemple.fr");
  await expect.element(recipient).not.toHaveAttribute("aria-activedescendant");
  await expect.element(page.getByRole("option")).not.toBeInTheDocument();
});

test("a single message warns that the recipient is a sample sign-up", async () => {
  await openSingle(fakeMail({ facts: { "zoe@exemple.fr": { sample: true } } }));
  const notice = page.getByText(/Cette adresse est celle d’une inscription d’exemple/);
  await recipient.fill("zoe@exemple.fr");
  await expect.element(notice).toBeVisible();
  await recipient.fill("anne@exemple.fr");
  await expect.element(notice).not.toBeInTheDocument();
});

test("a single message warns that the recipient is blocked, with the reason", async () => {
  const suppressions = [{ reason: "complained", scope: "news" }] as const;
  await openSingle(fakeMail({ facts: { "zoe@exemple.fr": { suppressions: [...suppressions] } } }));
  await recipient.fill("zoe@exemple.fr");
  await expect.element(page.getByText(/Motif\s: plainte pour spam/)).toBeVisible();
});

test("earlier messages to the recipient are listed, and closing an opened one returns the focus", async () => {
  const entry = logEntry(1, { subject: "Un premier mot" });
  const { id, status, sentAt, createdAt } = entry;
  const messages = [{ id, subject: entry.subject, status, sentAt, createdAt }];
  await openSingle(fakeMail({ log: [entry], facts: { "zoe@exemple.fr": { messages } } }));
  await recipient.fill("anne@exemple.fr");
  await expect.element(page.getByText("Aucun e-mail à cette adresse dans l’historique.")).toBeVisible();
  await recipient.fill("zoe@exemple.fr");
  const received = page.getByRole("region", { name: "Déjà reçu" });
  await expect.element(received.getByRole("listitem")).toMatchTextContent(/Un premier mot.*Envoyé/);
  await button("Un premier mot").click();
  await expect.poll(mailFrame).toMatchObject({ html: "<p>Contenu de Un premier mot</p>", sandbox: "" });
  await inDialog("Un premier mot", "Fermer").click();
  await expect.element(button("Un premier mot")).toHaveFocus();
});

test("a template starts a single message and replaces written text only after a confirmation", async () => {
  await openSingle(fakeMail({ templates: givenTemplates }));
  const choice = dialog("Partir d’un modèle");
  await button("Partir d’un modèle").click();
  await choice.getByRole("button", { name: /Inscription approuvée/ }).click();
  await expect.element(subject).toHaveValue("Bienvenue");
  await expect.element(button("Partir d’un modèle")).toHaveFocus();
  await subject.fill("À moi");
  await button("Partir d’un modèle").click();
  await choice.getByRole("button", { name: /Inscription refusée/ }).click();
  await inDialog("Remplacer votre texte ?", "Garder mon texte").click();
  await expect.element(subject).toHaveValue("À moi");
  await choice.getByRole("button", { name: /Inscription refusée/ }).click();
  await inDialog("Remplacer votre texte ?", "Remplacer").click();
  await expect.element(subject).toHaveValue("Pas cette fois");
});

test("a test of a single message goes to its author and keeps the form, and a refusal is shown", async () => {
  const { api, state } = await openSingle();
  await write();
  await button("M’envoyer un test").click();
  await expect.element(page.getByText("E-mail de test envoyé à ines@tenue.example.")).toBeVisible();
  expect(state.tests).toEqual([{ subject: "Bonjour", content: "<p>Un essai</p>", purpose: "service" }]);
  expect(state.singles).toEqual([]);
  await expect.element(editor).toHaveTextContent("Un essai");
  const fields = { subject: "Le sujet est requis" };
  const refusal = () => refuse(400, { code: "invalid_request", message: "Incorrect.", fields });
  api.answer({ "POST /api/admin/email/test-message": refusal });
  await button("M’envoyer un test").click();
  await expect.element(page.getByText("Le sujet est requis")).toBeVisible();
});

test("the preview of a single message shows what the recipient will see, with or without a sign-up", async () => {
  await openSingle(fakeMail({ people: [zoe] }));
  await editor.fill("Bonjour {{firstName}} {{name}}");
  await field("Nom du destinataire").fill("Madame Petit");
  for (const [address, text] of [
    ["zoe@exemple.fr", "Bonjour Zoé Lefèvre"],
    ["petit@exemple.fr", "Bonjour  Madame Petit"],
  ] as const) {
    await recipient.fill(address);
    await button("Aperçu").click();
    await expect.poll(mailFrame).toEqual({ html: `<p>${text}</p>`, sandbox: "" });
    await inDialog("Aperçu de l’e-mail", "Fermer").click();
    await expect.element(dialog("Aperçu de l’e-mail")).not.toBeInTheDocument();
  }
});

const plain = page.getByText("Texte simple", { exact: true });

test("a text without formatting becomes plain text and back without a question", async () => {
  await openSingle();
  await editor.fill("Bonjour");
  await plain.click();
  await expect.element(field("Contenu")).toHaveValue("Bonjour");
  await page.getByText("Mise en forme", { exact: true }).click();
  await expect.element(page.getByRole("toolbar")).toBeVisible();
  await expect.element(editor).toHaveTextContent("Bonjour");
});

test("a change to plain text asks before it removes formatting, and keeps every word", async () => {
  await openSingle();
  await htmlSwitch.click();
  await htmlSource.fill("<h2>Titre</h2><p>Un<br>Deux</p>");
  await plain.click();
  await inDialog("Passer en texte simple ?", "Garder la mise en forme").click();
  await expect.element(htmlSource).toBeVisible();
  await plain.click();
  await inDialog("Passer en texte simple ?", "Passer en texte simple").click();
  await expect.element(field("Contenu")).toHaveValue("Titre\n\nUn\nDeux");
});

test("a single message that is being written survives a reload", async () => {
  await openSingle();
  await write({ text: "Pas encore envoyé" });
  await leavePage();
  await openSingle();
  await expect.element(recipient).toHaveValue("zoe@exemple.fr");
  await expect.element(editor).toHaveTextContent("Pas encore envoyé");
});

test("a single message needs a recipient, a subject and a content, and a whole address", async () => {
  const { state } = await openSingle();
  await button("Envoyer l’e-mail").click();
  for (const sentence of [
    "L'email du destinataire est requis",
    "Le sujet est requis",
    "Le contenu est requis",
  ]) {
    await expect.element(page.getByText(sentence)).toBeVisible();
  }
  await recipient.fill("zoe");
  await button("Envoyer l’e-mail").click();
  await expect.element(page.getByText(/^Adresse email invalide/)).toBeVisible();
  expect(state.singles).toEqual([]);
});

test("the form of a single message is emptied after sending", async () => {
  const { state } = await openSingle();
  await write();
  await button("Envoyer l’e-mail").click();
  await expect.element(page.getByText("L'email a été envoyé avec succès à zoe@exemple.fr.")).toBeVisible();
  await expect.element(recipient).toHaveValue("");
  await expect.element(editor).toHaveTextContent("");
  expect(state.singles).toMatchObject([{ recipientEmail: "zoe@exemple.fr", content: "<p>Un essai</p>" }]);
});

test("text that is typed while a single message is being sent stays, and the rest of the form is emptied", async () => {
  const { api } = await openSingle();
  const sending = held(() => ({ outcome: "sent" as const, message: "Envoyé à Zoé." }));
  api.answer({ "POST /api/admin/email/single": sending.fake });
  await write();
  await button("Envoyer l’e-mail").click();
  await recipient.fill("anne@exemple.fr");
  await editor.fill("Un autre");
  sending.letGo();
  await expect.element(page.getByText("Envoyé à Zoé.")).toBeVisible();
  await expect.element(subject).toHaveValue("");
  await expect.element(recipient).toHaveValue("anne@exemple.fr");
  await expect.element(editor).toHaveTextContent("Un autre");
});

test("a message that was sent after the admin had left the screen is not in the form again", async () => {
  const sending = held(() => ({ outcome: "sent" as const, message: "Envoyé à Zoé." }));
  const mail = fakeMail();
  const answers = { ...everyScreen, ...mail.answers, "POST /api/admin/email/single": sending.fake };
  const { api, router } = await openSingle({ ...mail, answers });
  await write();
  await button("Envoyer l’e-mail").click();
  await expect.poll(() => api.calls).toContain("POST /api/admin/email/single");
  await router.navigate("/admin/dashboard/waves");
  await expect.element(page.getByRole("heading", { level: 1, name: "Vagues" })).toBeVisible();
  sending.letGo();
  const stored = () => sessionStorage.getItem(`${draftStoragePrefix}single-email:${superAdmin.email}`);
  await expect.poll(stored).not.toContain("Un essai");
  await router.navigate("/admin/dashboard/single-email");
  await expect.element(editor).toHaveTextContent("");
  await expect.element(recipient).toHaveValue("");
});

test.each(["sent", "refused"])(
  "a screen that opens again during a send offers no second one, and shows that it was %s",
  async (end) => {
    const sent = { outcome: "sent" as const, message: "Envoyé à Zoé." };
    const refused = () => refuse(502, { code: "email_failed", message: "Le serveur a refusé." });
    const sending = held(() => (end === "sent" ? sent : refused()));
    const mail = fakeMail();
    const answers = { ...everyScreen, ...mail.answers, "POST /api/admin/email/single": sending.fake };
    const { api, router } = await openSingle({ ...mail, answers });
    const sends = () => api.calls.filter((call) => call === "POST /api/admin/email/single");
    await write();
    await button("Envoyer l’e-mail").click();
    await expect.poll(sends).toHaveLength(1);
    await router.navigate("/admin/dashboard/waves");
    await expect.element(page.getByRole("heading", { level: 1, name: "Vagues" })).toBeVisible();
    await router.navigate("/admin/dashboard/single-email");
    await expect.element(recipient).toHaveValue("zoe@exemple.fr");
    await expect.element(button("Envoi en cours...")).toHaveAttribute("aria-disabled", "true");
    await subject.click();
    await userEvent.keyboard("{Enter}");
    sending.letGo();
    await expect
      .element(page.getByText(end === "sent" ? sent.message : "Le serveur a refusé."))
      .toBeVisible();
    await expect.element(recipient).toHaveValue(end === "sent" ? "" : "zoe@exemple.fr");
    await expect.element(editor).toHaveTextContent(end === "sent" ? "" : "Un essai");
    expect(sends()).toHaveLength(1);
    await button("Fermer").click();
    await expect.element(button("Fermer")).not.toBeInTheDocument();
  },
);

test.each([
  ["the API's words", "email_failed", "Échec de l'appel au script PHP: 500"],
  ["its own sentence", "internal", ""],
] as const)(
  "a single message that was not sent is reported in %s, and the form keeps it",
  async (_, code, message) => {
    const { api } = await openSingle();
    api.answer({ "POST /api/admin/email/single": () => refuse(502, { code, message }) });
    await write();
    await button("Envoyer l’e-mail").click();
    const sentence = message || "Une erreur s'est produite lors de l'envoi de l'email";
    await expect.element(page.getByRole("alert")).toHaveTextContent(sentence);
    await expect.element(recipient).toHaveValue("zoe@exemple.fr");
  },
);

test("the screen of a single message says when the mail settings cannot be read", async () => {
  const fault = () => refuse(500, { code: "internal", message: "" });
  const { answers } = fakeMail();
  await openSingle({ ...fakeMail(), answers: { ...answers, "GET /api/admin/email/settings": fault } });
  await expect.element(page.getByText(/Impossible de récupérer les paramètres d'email/)).toBeVisible();
});

test("the end of the hold is confirmed although its banner leaves before the other answers", async () => {
  let hold: MailHold["hold"] = { since: "2026-02-01T10:00:00.000Z", backupMadeAt: null, waiting: 2 };
  const mail = fakeMail();
  const { api } = await openAdmin("/admin/dashboard/single-email", {
    ...mail.answers,
    "GET /api/admin/email/hold": () => ({ hold }),
    "POST /api/admin/email/hold/end": () => {
      hold = null;
      return { hold };
    },
  });
  const title = "Que deviennent les e-mails en attente ?";
  await button("Décider de ce qui attend").click();
  const settings = held(() => mail.state.settings);
  api.answer({ "GET /api/admin/email/settings": settings.fake });
  await inDialog(title, "Annuler ce qui attend").click();
  await expect.element(dialog(title)).not.toBeInTheDocument();
  settings.letGo();
  await expect.element(page.getByText("Ce qui attendait est annulé. Les envois reprennent.")).toBeVisible();
});
