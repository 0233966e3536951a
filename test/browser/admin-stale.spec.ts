import { arrange, button, open, stored } from "./admin-questionnaire-support.ts";
import { expect, test } from "./fixtures.ts";

// Other specs share the worker's server, and a required question would stop their sign-ups.
test.afterEach(({ site }) => arrange(site));

test("when two tabs edit one question, the later save compares both versions and keeps the changes of both", async ({
  adminPage: page,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await arrange(site, "Votre style ?");
  const other = await page.context().newPage();
  const forms = [];
  for (const tab of [page, other]) {
    await open(tab);
    await button(tab, "Modifier : Votre style ?").click();
    forms.push(tab.getByRole("form", { name: "Modifier la question" }));
  }
  const [form, otherForm] = forms as [(typeof forms)[0], (typeof forms)[0]];
  await otherForm.getByRole("textbox", { name: "Question" }).fill("Leur version");
  await otherForm.getByRole("combobox", { name: "Cible" }).selectOption("both");
  await button(otherForm, "Enregistrer").click();
  await expect(otherForm).toBeHidden();

  await form.getByRole("textbox", { name: "Question" }).fill("Ma version");
  await button(form, "Enregistrer").click();
  const dialog = page.getByRole("dialog", { name: "Modifié entre-temps" });
  await expect(dialog).toContainText("Vous avez enregistré une autre version entre-temps");
  await expect(dialog.getByRole("region", { name: "Question", exact: true })).toContainText("Leur version");
  await button(dialog, "Enregistrer ma version").click();
  await expect(form).toBeHidden();
  expect(await stored(site)).toMatchObject([{ question: "Ma version", target_type: "both" }]);
});
