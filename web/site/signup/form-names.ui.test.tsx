import { expect, test } from "vitest";
import { openSignUpDialog } from "#test/support/ui/open-site.tsx";
import { fakeSignUpForm, siteQuestions } from "#test/support/ui/sign-up-form-fake.ts";

// A screen reader identifies the fields of this form by role and name only.

test("the sign-up dialog names each field, and says which ones are required", async () => {
  const { dialog } = await openSignUpDialog(fakeSignUpForm(siteQuestions).answers);
  await expect.element(dialog).toHaveAccessibleName("Join the beta");
  const form = dialog.getByRole("form", { name: "Inscription à la bêta" });
  const audience = form.getByRole("group", { name: "Type d’inscription" });
  for (const name of ["Pour moi", "Pour ma marque"]) {
    await expect.element(audience.getByRole("radio", { name })).toBeInTheDocument();
  }
  for (const name of ["Prénom", "Nom", "Adresse e-mail", "Votre ville", "Votre style en une phrase"]) {
    await expect.element(form.getByRole("textbox", { name })).toBeRequired();
  }
  await expect
    .element(form.getByRole("textbox", { name: "Un second e-mail (facultatif)" }))
    .not.toBeRequired();
  await expect.element(form.getByRole("combobox", { name: "Votre saison" })).toBeRequired();
  await expect.element(form.getByRole("radiogroup", { name: "Votre rythme" })).toBeRequired();
  await expect
    .element(form.getByRole("group", { name: "Vos matières (une ou plusieurs réponses)" }))
    .toBeInTheDocument();
  await expect
    .element(form.getByRole("checkbox", { name: /^J'accepte de recevoir par e-mail les actualités/ }))
    .not.toBeRequired();
  await expect
    .element(form.getByRole("button", { name: "Envoyer ma demande" }))
    .toHaveAccessibleDescription(/^En envoyant ma demande, j'accepte les conditions/);
});
