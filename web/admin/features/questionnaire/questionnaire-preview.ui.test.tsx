import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { press } from "#test/support/ui/press.ts";
import { question } from "#test/support/ui/questionnaire-fake.ts";
import { button, openQuestionnaire } from "#test/support/ui/questionnaire-screen.ts";
import { fakeSite } from "#test/support/ui/site-fake.ts";

const dialog = () => page.getByRole("dialog", { name: "Aperçu du formulaire" });
const field = (name: string | RegExp) => dialog().getByLabelText(name);

async function openPreview() {
  const admin = await openQuestionnaire([
    question("Question des personnes"),
    question("Question des marques", { targetType: "brand" }),
    question("Question cachée", { targetType: "both", active: false }),
    question("Vos styles", {
      fieldType: "checkbox",
      options: ["Chic", "Sport"],
      targetType: "both",
      required: false,
    }),
  ]);
  admin.api.answer(fakeSite().answers);
  await press(button("Aperçu"), "{Enter}");
  await expect.element(field(/^Question des personnes/)).toBeVisible();
  return admin;
}

test("the preview asks each audience its active questions, as the site does", async () => {
  await openPreview();
  const styles = dialog().getByRole("group", {
    name: /^Vos styles \(facultatif, plusieurs réponses possibles\)/,
  });
  await expect.element(styles.getByLabelText("Sport")).toBeVisible();
  await expect.element(field(/^Question cachée/)).not.toBeInTheDocument();
  await dialog().getByRole("radio", { name: "Pour ma marque" }).click({ force: true });
  await expect.element(field(/^Question des marques/)).toBeVisible();
  await expect.element(field(/^Question des personnes/)).not.toBeInTheDocument();
  await expect.element(field(/^Site web/)).toBeVisible();
  await button("Personnes", dialog()).click();
  await expect.element(field(/^Question des marques/)).not.toBeInTheDocument();
  await expect.element(dialog().getByRole("radio", { name: "Pour moi" })).toBeChecked();
});

test("the preview validates like the site and sends no request", async () => {
  const { api } = await openPreview();
  const send = button("Envoyer ma demande", dialog());
  await press(send, "{Enter}");
  await expect.element(field(/^Prénom/)).toHaveFocus();
  await expect.element(dialog().getByText("Ce champ est requis").first()).toBeVisible();
  const calls = api.calls.length;
  await userEvent.keyboard("Zoé");
  await field(/^Nom/).fill("Lefèvre");
  await field(/^Adresse e-mail/).fill("zoe@exemple.example");
  await field(/^Question des personnes/).fill("Oui");
  await press(send, "{Enter}");
  await expect.element(dialog().getByText(/rien n’a été envoyé\.$/)).toBeVisible();
  expect(api.calls.slice(calls)).toEqual([]);
});
