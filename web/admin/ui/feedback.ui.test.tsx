import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeQuestionnaire } from "#test/support/ui/questionnaire-fake.ts";
import { fakeSignups, signups } from "#test/support/ui/signups-fake.ts";

const alert = page.getByRole("alert");
/** An error page of a proxy, which is not an answer of our API. */
const strange = () => new Response("<h1>Bad gateway</h1>", { status: 502 });
const said = () =>
  refuse(503, { code: "unavailable", message: "Le service est momentanément indisponible." });

test("a list of sign-ups that cannot be read says so, and is read again on demand", async () => {
  const { answers } = fakeSignups(signups(1));
  const { api } = await openAdmin("/admin/dashboard/signups", {
    ...answers,
    "GET /api/admin/signups/:audience": () => refuse(500, { code: "internal", message: "Une erreur." }),
  });
  await expect.element(alert).toMatchTextContent("Erreur: Erreur lors de la récupération des inscriptions");
  api.answer(answers);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect.element(page.getByText("n000@exemple.fr")).toBeVisible();
});

test("a failed deletion shows the API's message, else the screen's own", async () => {
  const [stored] = signups(1);
  const { answers } = fakeSignups(stored ? [stored] : []);
  const { api } = await openAdmin(`/admin/dashboard/signups?signup=${stored?.id}`, {
    ...answers,
    "DELETE /api/admin/signups/:audience/:id": strange,
  });
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click();
  const confirm = page
    .getByRole("dialog", { name: "Supprimer cette inscription ?" })
    .getByRole("button", { name: "Supprimer" });
  await confirm.click();
  await expect.element(alert).toHaveTextContent("Erreur lors de la suppression de l'inscription");
  api.answer({ "DELETE /api/admin/signups/:audience/:id": said });
  await confirm.click();
  await expect.element(alert).toHaveTextContent("Le service est momentanément indisponible.");
});

test("a failed save of a question shows the error and keeps the form", async () => {
  await openAdmin("/admin/dashboard/questionnaire", {
    ...fakeQuestionnaire("Votre ville ?").answers,
    "POST /api/admin/questions": strange,
  });
  await page.getByRole("button", { name: "Ajouter" }).click();
  const wording = page.getByRole("textbox", { name: "Question" });
  await wording.fill("Quelle matière ?");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect
    .element(alert)
    .toHaveTextContent("Une erreur est survenue lors de l'enregistrement de la question.");
  await expect.element(wording).toHaveValue("Quelle matière ?");
});
