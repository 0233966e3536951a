import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { held, refuse } from "#test/support/ui/fake-api.ts";
import { fakeMail, givenTemplates, person, template } from "#test/support/ui/mail-fake.ts";
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
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const address = "/admin/dashboard/emails?tab=templates";
const own = template(1, { name: "Ouverture" });
const list = page.getByRole("list", { name: "Modèles" });
const inList = (name: RegExp) => list.getByRole("button", { name });
const form = (name: string) => page.getByRole("form", { name });

async function openTemplate(chosen = own, mail = fakeMail({ templates: [...givenTemplates, own] })) {
  const opened = await openAdmin(`${address}&template=${chosen.id}`, mail.answers);
  await expect.element(form(chosen.name)).toBeVisible();
  return { ...mail, ...opened };
}

test("a template needs a subject and a content", async () => {
  const { state } = await openTemplate();
  await field("Objet").fill("");
  await htmlSwitch.click();
  await htmlSource.fill(" ");
  await button("Enregistrer").click();
  await expect.element(page.getByText("L'objet est requis")).toBeVisible();
  await expect.element(page.getByText("Le contenu est requis")).toBeVisible();
  expect(state.templates).toContain(own);
});

test("the template editor points out unknown variables while the admin types", async () => {
  await openTemplate();
  await field("Objet").fill("Pour {{prenom}} {{firstName}}");
  await expect
    .element(page.getByText(/Variable inconnue, qui restera vide/))
    .toMatchTextContent("{{prenom}}");
});

test("the preview of a template fills in a sample person, then the chosen one, and reports an unknown address", async () => {
  const people = [person("Éloïse", "Brun", "eloise@exemple.fr")];
  const content = "<p>Bonjour {{firstName}} {{name}}</p>";
  const chosen = template(1, { name: "Ouverture", content });
  await openTemplate(chosen, fakeMail({ templates: [chosen], people }));
  await button("Aperçu").click();
  await expect.poll(mailFrame).toEqual({ html: "<p>Bonjour Camille Durand</p>", sandbox: "" });
  const choice = dialog("Aperçu du modèle").getByRole("combobox");
  await choice.fill("élo");
  await expect.element(page.getByRole("option", { name: /Éloïse/ })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(mailFrame).toMatchObject({ html: "<p>Bonjour Éloïse Brun</p>" });
  await choice.fill("personne@exemple.fr");
  await expect.element(page.getByText(/Aucune inscription n’a cette adresse/)).toBeVisible();
});

test("templates that cannot be loaded or saved say so", async () => {
  const fault = () => refuse(500, { code: "internal", message: "" });
  const mail = fakeMail();
  const { api } = await openAdmin(address, { ...mail.answers, "GET /api/admin/email/templates": fault });
  await expect.element(page.getByText(/Erreur lors du chargement des données/)).toBeVisible();
  api.answer({ ...mail.answers, "PUT /api/admin/email/templates/:id": fault });
  await button("Réessayer").click();
  await inList(/Inscription approuvée/).click();
  await button("Enregistrer").click();
  await expect.element(page.getByText("Erreur lors de l'enregistrement du modèle")).toBeVisible();
});

test("a new template needs a name and opens with a greeting", async () => {
  const { answers } = fakeMail();
  await openAdmin(address, answers);
  await expect.element(page.getByText("Aucun modèle sélectionné")).toBeVisible();
  await button("Nouveau modèle").click();
  await inDialog("Nouveau modèle", "Créer le modèle").click();
  await expect.element(page.getByText("Le nom du modèle est requis")).toBeVisible();
  await dialog("Nouveau modèle").getByRole("textbox").fill("La bêta ouvre");
  await inDialog("Nouveau modèle", "Créer le modèle").click();
  await expect.element(form("La bêta ouvre")).toBeVisible();
  await expect.element(editor).toMatchTextContent("Bonjour {{firstName}},");
  // No event sends an added template automatically, so it has no switch.
  await expect.element(page.getByRole("switch", { name: "Actif" })).not.toBeInTheDocument();
});

test("an added template is deleted after a confirmation, and the focus goes to 'Nouveau modèle'", async () => {
  const { state } = await openTemplate();
  await button("Supprimer").click();
  await inDialog("Supprimer ce modèle ?", "Garder le modèle").click();
  expect(state.templates).toContain(own);
  await button("Supprimer").click();
  await inDialog("Supprimer ce modèle ?", "Supprimer le modèle").click();
  await expect.element(inList(/Ouverture/)).not.toBeInTheDocument();
  await expect.element(page.getByText("Aucun modèle sélectionné")).toBeVisible();
  await expect.element(button("Nouveau modèle")).toHaveFocus();
  expect(state.templates).toEqual(givenTemplates);
});

test("a predefined template can be switched off, and cannot be renamed or deleted", async () => {
  const [approved = own] = givenTemplates;
  const { state } = await openTemplate(approved);
  await expect.element(button("Supprimer")).not.toBeInTheDocument();
  await expect.element(field("Nom du modèle")).not.toBeInTheDocument();
  await page.getByRole("switch", { name: "Actif" }).click();
  await button("Enregistrer").click();
  await expect.element(inList(/Inscription approuvée/)).toMatchTextContent("Inactif");
  expect(state.templates[0]).toMatchObject({ isActive: false, version: 2 });
});

test("the history of a template shows an older text, which can become the newest version", async () => {
  const second = { ...own, content: "<p>Second texte</p>", version: 2 };
  const mail = fakeMail({ templates: [second] });
  const [present] = mail.state.versions.get(own.id) ?? [];
  if (!present) throw new Error("The template has no version.");
  const first = { ...present, content: own.content, version: 1 };
  mail.state.versions.set(own.id, [{ ...present, savedBy: "ines@tenue.example" }, first]);
  const { state } = await openTemplate(second, mail);
  await button("Historique").click();
  const history = dialog("Historique de « Ouverture »");
  const versions = history.getByRole("list", { name: "Versions" }).getByRole("button");
  await expect.element(versions.first()).toMatchTextContent(/\(actuelle\)ines@tenue\.example/);
  await expect.element(history.getByRole("button", { name: "Revenir à cette version" })).toBeDisabled();
  await versions.nth(1).click();
  await expect.poll(mailFrame).toMatchObject({ html: "<p>Bonjour Camille</p>" });
  await history.getByRole("button", { name: "Revenir à cette version" }).click();
  await expect.element(editor).toHaveTextContent("Bonjour {{firstName}}");
  await expect.poll(() => state.templates.at(-1)).toMatchObject({ content: own.content, version: 3 });
  expect(state.versions.get(own.id)).toHaveLength(3);
});

test("unsaved changes of a template survive a reload and can be discarded", async () => {
  const mail = fakeMail({ templates: [own] });
  await openTemplate(own, mail);
  await editor.fill("Pas encore enregistré");
  await leavePage();
  await openTemplate(own, mail);
  await expect.element(editor).toHaveTextContent("Pas encore enregistré");
  await expect
    .element(page.getByText("Vos dernières modifications ne sont pas enregistrées : les voici."))
    .toBeVisible();
  await button("Les abandonner").click();
  await expect.element(editor).toHaveTextContent("Bonjour {{firstName}}");
});

test("text that is typed while a template is being saved stays unsaved, and survives a reload", async () => {
  const { api, state, answers } = await openTemplate();
  const saved = { ...own, subject: "Un", version: own.version + 1 };
  const saving = held(() => saved);
  api.answer({ "PUT /api/admin/email/templates/:id": saving.fake });
  await field("Objet").fill("Un");
  await button("Enregistrer").click();
  await field("Objet").fill("Un, puis deux");
  state.templates = [saved];
  saving.letGo();
  await expect.element(page.getByText(/^Modèle enregistré/)).toBeVisible();
  await expect.element(field("Objet")).toHaveValue("Un, puis deux");
  await leavePage();
  await openAdmin(`${address}&template=${own.id}`, answers);
  await expect.element(page.getByText(/ne sont pas enregistrées/)).toBeVisible();
  await expect.element(field("Objet")).toHaveValue("Un, puis deux");
});

test("a template with unsaved changes asks before another one is opened, then discards the changes", async () => {
  await openTemplate();
  await editor.fill("Pas encore enregistré");
  await inList(/Inscription refusée/).click();
  await inDialog("Quitter sans enregistrer ?", "Continuer à modifier").click();
  await expect.element(editor).toHaveTextContent("Pas encore enregistré");
  await inList(/Inscription refusée/).click();
  await inDialog("Quitter sans enregistrer ?", "Quitter sans enregistrer").click();
  await expect.element(form("Inscription refusée")).toBeVisible();
  await inList(/Ouverture/).click();
  await expect.element(editor).toHaveTextContent("Bonjour {{firstName}}");
});

test("a template that another administrator deleted stays open with its unsaved text", async () => {
  const { state } = await openTemplate();
  await editor.fill("Pas encore enregistré");
  state.templates = givenTemplates;
  await button("Actualiser").click();
  await expect.element(inList(/Ouverture/)).not.toBeInTheDocument();
  await expect.element(editor).toHaveTextContent("Pas encore enregistré");
  await button("Enregistrer").click();
  await expect.element(page.getByText(/Ce modèle n’existe pas/)).toBeVisible();
});

test("the test message of a template contains the editor's current text, saved or not", async () => {
  const { state } = await openTemplate();
  await field("Objet").fill("Un essai");
  await editor.fill("Pas encore enregistré");
  await button("M’envoyer un test").click();
  await expect.element(page.getByText("E-mail de test envoyé à ines@tenue.example.")).toBeVisible();
  expect(state.tests).toEqual([
    { subject: "Un essai", content: "<p>Pas encore enregistré</p>", purpose: "service" },
  ]);
  expect(state.templates).toContain(own);
});

test("preview, history and test message of the sign-up template have the confirmation button", async () => {
  const signup = template(903, { event: "signup", name: "Inscription reçue" });
  const { api, answers, state } = await openTemplate(signup, fakeMail({ templates: [signup] }));
  const previewed: unknown[] = [];
  api.answer({
    "POST /api/admin/email/preview": (request) => {
      previewed.push(request.json.purpose);
      return answers["POST /api/admin/email/preview"]?.(request);
    },
  });
  await button("M’envoyer un test").click();
  await expect.poll(() => state.tests).toMatchObject([{ purpose: "signup" }]);
  await button("Aperçu").click();
  await expect.poll(() => previewed).toEqual(["signup"]);
  await userEvent.keyboard("{Escape}");
  await button("Historique").click();
  await expect
    .element(dialog("Historique de « Inscription reçue »").getByText(/^Pour camille/))
    .toBeVisible();
  expect(new Set(previewed)).toEqual(new Set(["signup"]));
});

test("a super administrator allows a template as a service message, with a reason", async () => {
  const { state } = await openTemplate();
  await button("Permettre à tous de l’envoyer").click();
  const title = "Permettre ce message de service ?";
  await inDialog(title, "Permettre").click();
  await expect.element(dialog(title)).toMatchTextContent("Indiquez la raison de ce message de service");
  await dialog(title).getByRole("textbox", { name: "Raison" }).fill("Votre place est prête");
  await inDialog(title, "Permettre").click();
  await expect.element(page.getByText(/Raison.: Votre place est prête/)).toBeVisible();
  await expect.element(button("Retirer cette permission")).toBeVisible();
  expect(state.templates.find(({ id }) => id === own.id)?.serviceReason).toBe("Votre place est prête");
});
