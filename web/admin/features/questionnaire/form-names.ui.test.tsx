import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeQuestionnaire } from "#test/support/ui/questionnaire-fake.ts";

// A screen reader identifies the fields of this form by role and name only.

test("the question form names each field, and says which one is required", async () => {
  await openAdmin("/admin/dashboard/questionnaire", fakeQuestionnaire("Votre ville ?").answers);
  await page.getByRole("button", { name: "Ajouter" }).click();
  const form = page.getByRole("form", { name: "Nouvelle question" });
  await expect.element(form.getByRole("textbox", { name: "Question" })).toBeRequired();
  for (const name of ["Type de champ", "Cible"]) {
    await expect.element(form.getByRole("combobox", { name })).toBeInTheDocument();
  }
  for (const name of ["Réponse obligatoire", "Question active"]) {
    await expect.element(form.getByRole("checkbox", { name })).toBeChecked();
  }
});
