import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { EmailSettings } from "#contract/email.schema.ts";
import { held, refuse } from "#test/support/ui/fake-api.ts";
import { linesOf } from "#test/support/ui/lines.ts";
import { fakeMail } from "#test/support/ui/mail-fake.ts";
import { button, dialog, field, inDialog } from "#test/support/ui/mail-page.ts";
import { openAdmin, plainAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const address = "/admin/dashboard/emails";

async function openSettings(settings: Partial<EmailSettings> = {}, admin = superAdmin) {
  const mail = fakeMail({ settings });
  const { api } = await openAdmin(address, mail.answers, admin);
  await expect.element(button("Enregistrer")).toBeVisible();
  return { ...mail, api };
}

/** A server error without an API message. */
const fault = () => refuse(500, { code: "internal", message: "" });

test("the settings refuse a missing name, a wrong address and a wrong port, and focus the first of them", async () => {
  await openSettings();
  await field("Nom de l’expéditeur").fill("");
  await field("E-mail de l’expéditeur").fill("nulle part");
  await field("Port SMTP").fill("70000");
  await button("Enregistrer").click();
  await expect.element(page.getByText("Le nom de l’expéditeur est requis")).toBeVisible();
  await expect.element(page.getByText(/^Adresse email invalide/)).toBeVisible();
  await expect.element(page.getByText("Le port doit être un nombre de 1 à 65535")).toBeVisible();
  await expect.element(field("Nom de l’expéditeur")).toHaveFocus();
});

test("a sender that was never saved is an empty field with an example, and a save requires it", async () => {
  const { api } = await openSettings({ senderEmail: "contact@tenue.example" });
  const sender = field("E-mail de l’expéditeur");
  await expect.element(sender).toHaveValue("");
  await expect.element(sender).toHaveAttribute("placeholder", "bonjour@exemple.fr");
  await expect.element(sender).toHaveAccessibleDescription("À compléter");
  await expect.element(button("Envoyer un e-mail de test")).toBeDisabled();
  await button("Enregistrer").click();
  await expect.element(page.getByText("L’e-mail de l’expéditeur est requis")).toBeVisible();
  expect(api.calls.filter((call) => call.startsWith("PUT"))).toEqual([]);
  await sender.fill("bonjour@maison-tenue.fr");
  await button("Enregistrer").click();
  await expect.element(page.getByText("Paramètres enregistrés avec succès")).toBeVisible();
  await expect.element(button("Envoyer un e-mail de test")).toBeEnabled();
});

test("a plain admin can save other settings while the sender is missing, and the stored sender stays unchanged", async () => {
  const { api } = await openSettings({ senderEmail: "contact@tenue.example" }, plainAdmin);
  await expect.element(field("E-mail de l’expéditeur")).toHaveValue("");
  await field("Nom de l’expéditeur").fill("Tenue, la bêta");
  await button("Enregistrer").click();
  await expect.element(page.getByText("Paramètres enregistrés avec succès")).toBeVisible();
  expect(api.calls.filter((call) => call.startsWith("PUT"))).toHaveLength(1);
});

test("the banner of the simulation goes when the simulation is switched off and saved", async () => {
  await openSettings();
  const banner = page.getByText("Mode simulation activé");
  await expect.element(banner).toBeVisible();
  await page.getByRole("switch", { name: "Mode simulation" }).click();
  await button("Enregistrer").click();
  await expect.element(page.getByText("Paramètres enregistrés avec succès")).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
});

test("a stored password is never shown and can be replaced or removed", async () => {
  const stored = { smtpHost: "smtp.tenue.example", smtpPasswordStored: true };
  const { state } = await openSettings(stored);
  await expect.element(page.getByText("Enregistré, chiffré, jamais affiché.")).toBeVisible();
  await button("Remplacer : Mot de passe SMTP").click();
  await field("Mot de passe SMTP").fill("Velours");
  await button("Enregistrer").click();
  await expect.element(button("Retirer : Mot de passe SMTP")).toBeVisible();
  expect(state.saved.at(-1)).toMatchObject({ smtpPassword: "Velours" });
  expect(document.body.innerHTML).not.toContain("Velours");

  await button("Retirer : Mot de passe SMTP").click();
  await expect.element(page.getByText("Sera retiré à l’enregistrement.")).toBeVisible();
  await button("Enregistrer").click();
  await expect.element(field("Mot de passe SMTP")).toHaveValue("");
  expect(state.saved.at(-1)).toMatchObject({ smtpPassword: "" });
});

test("a changed mail server asks for its password again", async () => {
  await openSettings({ smtpHost: "smtp.tenue.example", smtpPasswordStored: true });
  await field("Serveur SMTP").fill("autre.tenue.example");
  const loss = "Serveur, port ou identifiant changent : saisissez à nouveau le mot de passe.";
  await expect.element(page.getByText(loss)).toBeVisible();
});

test("a provider shows its own fields and a description", async () => {
  await openSettings();
  const provider = (name: RegExp) =>
    page.getByRole("radiogroup", { name: "Fournisseur" }).getByRole("radio", { name });
  await expect.element(provider(/Serveur SMTP/)).toBeChecked();
  await provider(/Le service SendGrid envoie les e-mails/).click();
  await expect.element(field("Clé SendGrid")).toBeVisible();
  await expect.element(field("Serveur SMTP")).not.toBeInTheDocument();
  await provider(/Script PHP/).click();
  await expect.element(page.getByText(/Aucun script PHP n’est configuré/)).toBeVisible();
  await expect.element(field("Clé SendGrid")).not.toBeInTheDocument();
});

test("a plain administrator sees the transport and cannot change it", async () => {
  await openSettings({}, plainAdmin);
  await expect.element(page.getByText(/Seul un super administrateur peut modifier la façon/)).toBeVisible();
  await expect.element(field("Serveur SMTP")).toHaveAttribute("readonly");
  await expect.element(page.getByRole("switch", { name: "Mode simulation" })).toBeDisabled();
  await expect.element(button("Envoyer un vrai e-mail à moi")).not.toBeInTheDocument();
});

test("a super administrator sends themselves a real e-mail, in simulation too", async () => {
  const { api } = await openSettings({ simulationMode: true });
  const message = "Un vrai e-mail est parti à ines@tenue.example.";
  api.answer({ "POST /api/admin/email/test/real": () => ({ ok: true, message }) });
  await expect.element(page.getByText(/même en mode simulation/)).toBeVisible();
  await button("Envoyer un vrai e-mail à moi").click();
  await expect.element(page.getByText(message)).toBeVisible();
});

test("the connection is shown as untested, then with the result that the server reports", async () => {
  const { api } = await openSettings();
  await expect.element(page.getByText("La connexion n'a pas encore été testée")).toBeVisible();
  api.answer({ "POST /api/admin/email/settings/test": () => ({ ok: true, message: "Connexion réussie." }) });
  await button("Tester la connexion").click();
  await expect.element(page.getByText("Connexion réussie.")).toBeVisible();
  const message = "Échec de la connexion: Identifiants refusés";
  api.answer({ "POST /api/admin/email/settings/test": () => ({ ok: false, message }) });
  await button("Tester la connexion").click();
  await expect.element(page.getByText(message)).toBeVisible();
});

test("the button of a connection test keeps the focus while the test runs, and a double click starts one test", async () => {
  const { api } = await openSettings();
  const test = held(() => ({ ok: true, message: "Connexion réussie." }));
  api.answer({ "POST /api/admin/email/settings/test": test.fake });
  await button("Tester la connexion").dblClick();
  await expect.element(page.getByText("Test de la connexion en cours…")).toBeVisible();
  await expect.element(button("Envoyer un vrai e-mail à moi")).toBeDisabled();
  await expect.element(button("Tester la connexion")).toHaveFocus();
  test.letGo();
  await expect.element(page.getByText("Connexion réussie.")).toBeVisible();
  await expect.element(button("Tester la connexion")).toHaveFocus();
  expect(api.calls.filter((call) => call.startsWith("POST"))).toEqual([
    "POST /api/admin/email/settings/test",
  ]);
});

test("the connection test of 'Automatique' lists every provider and names the broken one", async () => {
  const { api } = await openSettings({ preferredProvider: "auto" });
  api.answer({
    "POST /api/admin/email/settings/test": () => ({
      ok: false,
      message: "Échec de la connexion: SendGrid : clé refusée",
      providers: [
        { provider: "smtp", ok: true, message: "" },
        { provider: "sendgrid", ok: false, message: "clé refusée" },
      ],
    }),
  });
  await button("Tester la connexion").click();
  const tried = page.getByRole("list", { name: "Moyens d’envoi essayés" });
  await expect.element(tried.getByText("Serveur SMTP : connexion réussie")).toBeVisible();
  await expect.element(tried.getByText("SendGrid : échec de la connexion")).toBeVisible();
});

test("mail settings that cannot be loaded say so and are read again on demand", async () => {
  const mail = fakeMail();
  const { api } = await openAdmin(address, { ...mail.answers, "GET /api/admin/email/settings": fault });
  await expect.element(page.getByText(/Erreur lors du chargement des données/)).toBeVisible();
  api.answer(mail.answers);
  await button("Réessayer").click();
  await expect.element(field("Nom de l’expéditeur")).toHaveValue("Tenue");
});

test("a failure to save, test or process has its own sentence", async () => {
  const { api } = await openSettings();
  api.answer({
    "PUT /api/admin/email/settings": fault,
    "POST /api/admin/email/settings/test": fault,
    "POST /api/admin/email/test": fault,
    "POST /api/admin/email/log/process": fault,
  });
  for (const [action, sentence] of [
    ["Enregistrer", "Erreur lors de l'enregistrement des paramètres"],
    ["Tester la connexion", "Échec de la connexion: Une erreur inattendue est survenue"],
    ["Envoyer un e-mail de test", "Échec de l'envoi: Une erreur inattendue est survenue"],
    ["Traiter emails en attente", "Une erreur est survenue lors du traitement des emails en attente."],
  ] as const) {
    await button(action).click();
    await expect.element(page.getByText(sentence)).toBeVisible();
  }
});

test("the server's message follows the sentence of mail settings that were not saved", async () => {
  const { api } = await openSettings();
  const message = "La clé DKIM n’est plus publiée.";
  api.answer({ "PUT /api/admin/email/settings": () => refuse(409, { code: "conflict", message }) });
  await button("Enregistrer").click();
  await expect
    .element(page.getByText(`Erreur lors de l'enregistrement des paramètres\u00a0: ${message}`))
    .toBeVisible();
});

test("unsaved mail settings ask before another tab discards them", async () => {
  await openSettings();
  await field("Nom de l’expéditeur").fill("Tenue en cours");
  await page.getByRole("tab", { name: "Historique" }).click();
  await inDialog("Quitter sans enregistrer ?", "Continuer à modifier").click();
  await expect.element(field("Nom de l’expéditeur")).toHaveValue("Tenue en cours");
  await page.getByRole("tab", { name: "Historique" }).click();
  await inDialog("Quitter sans enregistrer ?", "Quitter sans enregistrer").click();
  await expect.element(page.getByText("Aucun e-mail pour le moment")).toBeVisible();
  await expect.element(dialog("Quitter sans enregistrer ?")).not.toBeInTheDocument();
});

test("the bounce mailbox is saved with its password and then tested", async () => {
  const { api, state } = await openSettings();
  await field("Adresse des retours").fill("rebonds@tenue.example");
  await field("Serveur IMAP").fill("imap.tenue.example");
  await field("Identifiant IMAP").fill("rebonds");
  await field("Mot de passe IMAP").fill("velours");
  await button("Enregistrer").click();
  const mailbox = page.getByRole("region", { name: "Boîte des retours" });
  await expect.element(mailbox).toMatchTextContent("Elle n’a pas encore été lue.");
  expect(state.saved).toMatchObject([{ bounceEmail: "rebonds@tenue.example", imapPassword: "velours" }]);
  expect(document.body.innerHTML).not.toContain("velours");
  const message = "Le serveur refuse la connexion.";
  api.answer({ "POST /api/admin/email/bounce-mailbox/test": () => ({ ok: false, message }) });
  await mailbox.getByRole("button", { name: "Tester la boîte" }).click();
  await expect.element(mailbox.getByRole("status")).toHaveTextContent(message);
});

test("newly saved settings clear the verdict on the former bounce mailbox and read its state again", async () => {
  const { api } = await openSettings({
    bounceEmail: "rebonds@tenue.example",
    imapHost: "imap.tenue.example",
    imapPort: 993,
    imapUsername: "rebonds",
    imapPasswordStored: true,
  });
  const mailbox = page.getByRole("region", { name: "Boîte des retours" });
  const message = "Le serveur refuse la connexion.";
  api.answer({
    "POST /api/admin/email/bounce-mailbox/test": () => ({ ok: false, message }),
    "GET /api/admin/email/bounce-mailbox": () => ({
      lastReadAt: "2026-02-01T10:00:00.000Z",
      nextReadAt: null,
      failures: 0,
      failingSince: null,
      error: null,
    }),
  });
  await mailbox.getByRole("button", { name: "Tester la boîte" }).click();
  await expect.element(mailbox.getByRole("status")).toHaveTextContent(message);
  await field("Nom de l’expéditeur").fill("Tenue neuve");
  await button("Enregistrer").click();
  await expect.element(mailbox.getByRole("status")).toBeEmptyDOMElement();
  await expect.element(mailbox).toMatchTextContent("Lue le 01/02/2026");
});

test("only the numbers that have no empty value are announced as required", async () => {
  await openSettings();
  await page.getByText("Rythme d’envoi (avancé)").click();
  const isRequired = (name: string) => field(name).element().getAttribute("aria-required") === "true";
  await expect.element(field("Maximum par jour")).toBeVisible();
  expect(
    [
      "Pause entre deux e-mails (ms)",
      "Envois simultanés",
      "Maximum par heure",
      "Maximum par jour",
      "Confirmations par heure",
    ].map(isRequired),
  ).toEqual([true, true, false, false, true]);
});

test("the banner of the simulation never breaks 'e-mail' at its hyphen, at any width of a phone", async () => {
  await openSettings();
  const banner = page.getByRole("status").filter({ hasText: "Mode simulation activé" });
  await expect.element(banner).toBeVisible();
  for (let width = 320; width <= 420; width += 5) {
    await page.viewport(width, 740);
    expect(linesOf("e-mail", banner.element()), `${width} px`).toEqual([1, 1]);
  }
});
