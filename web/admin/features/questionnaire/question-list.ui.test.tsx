import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { press } from "#test/support/ui/press.ts";
import { question } from "#test/support/ui/questionnaire-fake.ts";
import {
  addQuestion,
  button,
  newOption,
  openQuestionnaire,
  option,
  questionnairePath,
  row,
  shown,
} from "#test/support/ui/questionnaire-screen.ts";

const toggle = (text: string) => page.getByRole("switch", { name: `Active : ${text}` });

test("an empty questionnaire says so", async () => {
  await openQuestionnaire([]);
  await expect.element(page.getByText("Aucune question pour le moment")).toBeVisible();
});

test("a question without answers is dimmed when it is switched off, and switches without a dialog", async () => {
  const { fake } = await openQuestionnaire(["Alpha", "Bravo"]);
  await press(toggle("Alpha"), " ");
  await expect.element(row("Alpha")).toHaveAttribute("data-inactive", "true");
  await expect.element(row("Alpha")).toMatchTextContent("Inactive");
  await expect.poll(() => fake.find("Alpha").active).toBe(false);
  await userEvent.keyboard(" ");
  await expect.element(row("Alpha")).toHaveAttribute("data-inactive", "false");
  await expect.poll(() => fake.find("Alpha").active).toBe(true);
});

test("switching off a question that has answers asks first and states their number", async () => {
  const { fake } = await openQuestionnaire([question("Alpha", { given: ["Lin", "Laine"] })]);
  const dialog = page.getByRole("dialog", { name: "Désactiver cette question ?" });
  await press(toggle("Alpha"), " ");
  await expect
    .element(dialog)
    .toMatchTextContent(
      "2 réponses restent visibles dans les inscriptions ; la question n’est plus posée et quitte les statistiques.",
    );
  await button("Annuler", dialog).click();
  await expect.element(toggle("Alpha")).toHaveFocus();
  await expect.element(toggle("Alpha")).toBeChecked();
  expect(fake.find("Alpha").active).toBe(true);

  await userEvent.keyboard(" ");
  await button("Désactiver", dialog).click();
  await expect.element(toggle("Alpha")).toHaveFocus();
  await expect.element(toggle("Alpha")).not.toBeChecked();
  expect(fake.find("Alpha").active).toBe(false);
});

test("a refused switch of a question shows the reason and the current list", async () => {
  const { fake } = await openQuestionnaire(["Alpha", "Bravo"]);
  await expect.poll(shown).toEqual(["Alpha", "Bravo"]);
  fake.removeElsewhere("Alpha");
  await press(toggle("Alpha"), " ");
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent("Erreur lors de la modification du statut : Cette question n’existe plus.");
  await expect.poll(shown).toEqual(["Bravo"]);
});

const audiences = () =>
  [
    ["Pour vous", "user"],
    ["Pour les marques", "brand"],
    ["Pour tous", "both"],
    ["Encore vous", "user"],
  ].map(([text = "", targetType]) => question(text, { targetType: targetType as "user" | "brand" | "both" }));

test("the audience filter is kept in the address and counts the questions that it shows", async () => {
  const { address, router } = await openQuestionnaire(audiences());
  await expect.poll(() => shown().length).toBe(4);
  await press(button("Utilisateurs"), "{Enter}");
  await expect.element(page.getByText("Affichage de 2 question(s) sur 4 au total")).toBeVisible();
  await expect.poll(address).toBe(`${questionnairePath}?audience=user`);
  await press(button("Les deux"), "{Enter}");
  await expect.element(page.getByText("Affichage de 1 question(s) sur 4 au total")).toBeVisible();
  await router.navigate(-1);
  await expect.poll(shown).toEqual(["Pour vous", "Encore vous"]);
});

test("an address with an audience shows only its questions, and 'Tous' shows all questions", async () => {
  await openQuestionnaire(audiences(), `${questionnairePath}?audience=brand`);
  await expect.poll(shown).toEqual(["Pour les marques"]);
  await press(button("Tous"), "{Enter}");
  await expect.poll(() => shown().length).toBe(4);
});

test("moving a question in a filtered list swaps shown neighbours and leaves hidden questions in place", async () => {
  const { fake } = await openQuestionnaire(audiences(), `${questionnairePath}?audience=user`);
  await press(button("Monter : Encore vous"), "{Enter}");
  await expect.poll(shown).toEqual(["Encore vous", "Pour vous"]);
  await expect.poll(fake.order).toEqual(["Encore vous", "Pour les marques", "Pour tous", "Pour vous"]);
});

test("a question moves down by its button, which keeps the focus until the question is the last one", async () => {
  const { fake } = await openQuestionnaire(["Alpha", "Bravo", "Charlie"]);
  await expect.element(button("Monter : Alpha")).toBeDisabled();
  await expect.element(button("Descendre : Charlie")).toBeDisabled();
  await press(button("Descendre : Alpha"), "{Enter}");
  await expect.poll(shown).toEqual(["Bravo", "Alpha", "Charlie"]);
  await expect.element(button("Descendre : Alpha")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(shown).toEqual(["Bravo", "Charlie", "Alpha"]);
  await expect.element(button("Monter : Alpha")).toHaveFocus();
  await expect.element(page.getByText("Alpha, position 3 sur 3")).toBeInTheDocument();
  await expect.poll(fake.order).toEqual(["Bravo", "Charlie", "Alpha"]);
});

test("a question moves by Alt and arrows from any of its controls, which keeps the focus", async () => {
  const { fake } = await openQuestionnaire(["Alpha", "Bravo"]);
  await press(button("Modifier : Bravo"), "{Alt>}{ArrowUp}{/Alt}");
  await expect.poll(shown).toEqual(["Bravo", "Alpha"]);
  await expect.element(button("Modifier : Bravo")).toHaveFocus();
  await expect.element(page.getByText("Bravo, position 1 sur 2")).toBeInTheDocument();
  await expect.poll(fake.order).toEqual(["Bravo", "Alpha"]);
});

test("a refused move of a question shows the reason and the current order", async () => {
  const { fake } = await openQuestionnaire(["Alpha", "Bravo"]);
  await expect.poll(shown).toEqual(["Alpha", "Bravo"]);
  fake.reverseElsewhere();
  await press(button("Monter : Bravo"), "{Enter}");
  await expect.element(page.getByRole("alert")).toMatchTextContent("Erreur lors de la réorganisation :");
  await expect.poll(shown).toEqual(["Bravo", "Alpha"]);
});

test("the arrows and the handle of a question name the keys that move it", async () => {
  await openQuestionnaire(["Alpha", "Bravo"]);
  const down = button("Descendre : Alpha");
  await press(button("Modifier : Alpha"), "{Shift>}{Tab}{/Shift}");
  await expect.element(down).toHaveFocus();
  await expect.element(down).toHaveAttribute("aria-keyshortcuts", "Alt+ArrowDown");
  const tooltip = page.getByRole("tooltip");
  await expect.element(tooltip).toHaveTextContent("Descendre (Alt + ↓)");
  // The tooltip belongs to the focused control: a pointer over another row does not close it.
  await row("Bravo").hover();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect.element(tooltip).toHaveTextContent("Descendre (Alt + ↓)");
  await expect.element(row("Alpha").getByTitle("Glisser pour déplacer, ou Alt + ↑ et ↓")).toBeVisible();
});

test("the arrows of an option name the keys that move it", async () => {
  await openQuestionnaire([]);
  const form = await addQuestion("Choix unique");
  await press(newOption(form), "Lin{Enter}Soie{Enter}");
  await press(option(form, 2), "{Tab}");
  await expect.element(button("Monter : Soie", form)).toHaveFocus();
  await expect.element(page.getByRole("tooltip")).toHaveTextContent("Monter (Alt + ↑)");
});
