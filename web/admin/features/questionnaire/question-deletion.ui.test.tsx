import { notifications } from "@mantine/notifications";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { press } from "#test/support/ui/press.ts";
import { question } from "#test/support/ui/questionnaire-fake.ts";
import { button, openQuestionnaire, row, shown } from "#test/support/ui/questionnaire-screen.ts";

const dialog = () => page.getByRole("dialog", { name: "Supprimer cette question ?" });
const takeBack = (text: string) => button(`Annuler la suppression : ${text}`);
const gone = "Question supprimée.";

test("a deletion of a question with answers asks first and says how many are lost", async () => {
  const { fake } = await openQuestionnaire([question("Alpha", { given: ["oui"] }), "Bravo"]);
  await press(button("Supprimer : Alpha"), "{Enter}");
  await expect
    .element(dialog())
    .toMatchTextContent(
      "Toutes les réponses liées seront perdues : 1 réponse. Vous pourrez annuler pendant 30 secondes",
    );
  await button("Annuler", dialog()).click();
  await expect.element(button("Supprimer : Alpha")).toHaveFocus();
  expect(fake.order()).toEqual(["Alpha", "Bravo"]);
});

test("a deleted question is restored at its place, with its answers and the focus", async () => {
  const { fake } = await openQuestionnaire(["Alpha", question("Bravo", { given: ["oui"] }), "Charlie"]);
  await press(button("Supprimer : Bravo"), "{Enter}");
  await button("Supprimer", dialog()).click();
  await expect.poll(shown).toEqual(["Alpha", gone, "Charlie"]);
  await expect.element(takeBack("Bravo")).toHaveFocus();
  await expect.element(takeBack("Bravo")).toMatchTextContent(/Annuler \(\d+ s\)/);
  await expect.element(page.getByText(/Vous pouvez annuler pendant 30 secondes\.$/)).toBeInTheDocument();
  expect(fake.order()).toEqual(["Alpha", "Charlie"]);

  await userEvent.keyboard("{Enter}");
  await expect.element(row("Bravo")).toMatchTextContent("1 réponse");
  await expect.element(button("Modifier : Bravo")).toHaveFocus();
  expect(fake.order()).toEqual(["Alpha", "Bravo", "Charlie"]);
});

test("a notice says that a question was restored switched off and without its condition", async () => {
  onTestFinished(() => notifications.clean());
  const fabric = question("Matière", { fieldType: "radio", options: ["Lin", "Soie"] });
  const rules = [{ questionId: fabric.id, op: "is" as const, value: "Lin" }];
  const { fake } = await openQuestionnaire([
    fabric,
    question("Entretien", { showIf: { match: "all", rules } }),
  ]);
  await press(button("Supprimer : Entretien"), "{Enter}");
  await button("Supprimer", dialog()).click();
  await expect.element(takeBack("Entretien")).toHaveFocus();
  fake.saveElsewhere("Matière", { options: ["Soie"] });
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Modifier : Entretien")).toHaveFocus();
  await expect
    .element(page.getByText(/est rétablie avec ses réponses, mais désactivée et sans sa condition/))
    .toBeVisible();
  expect(fake.find("Entretien")).toMatchObject({ active: false, showIf: null });
});

test.each([-5, 5])(
  "a deletion can be undone for 30 s when the server's clock is %i minutes ahead of the browser's",
  async (minutes) => {
    const { fake } = await openQuestionnaire(["Alpha", "Bravo"]);
    fake.setClockAhead(minutes * 60_000);
    await press(button("Supprimer : Alpha"), "{Enter}");
    await button("Supprimer", dialog()).click();
    await expect.element(takeBack("Alpha")).toMatchTextContent(/Annuler \((30|2\d) s\)/);
    await press(button("Prolonger le délai pour annuler : Alpha"), "{Enter}");
    await expect.element(page.getByText(/^Délai prolongé.: Alpha$/)).toBeInTheDocument();
    await press(takeBack("Alpha"), "{Enter}");
    await expect.poll(fake.order).toEqual(["Alpha", "Bravo"]);
  },
);

test("a question without answers is deleted after its confirmation, too", async () => {
  await openQuestionnaire(["Alpha", "Bravo"]);
  await press(button("Supprimer : Alpha"), "{Enter}");
  await expect.element(dialog()).toMatchTextContent("Toutes les réponses liées seront perdues");
  await expect.poll(shown).toEqual(["Alpha", "Bravo"]);
  await button("Supprimer", dialog()).click();
  await expect.poll(shown).toEqual([gone, "Bravo"]);
  await expect.element(takeBack("Alpha")).toHaveFocus();
});

test("an undo that comes too late shows the reason and focuses the next question", async () => {
  const { fake } = await openQuestionnaire(["Alpha", "Bravo"]);
  await press(button("Supprimer : Alpha"), "{Enter}");
  await button("Supprimer", dialog()).click();
  await expect.element(takeBack("Alpha")).toHaveFocus();
  fake.endDeletions();
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent("Cette question ne peut plus être rétablie");
  await expect.poll(shown).toEqual(["Bravo"]);
  await expect.element(row("Bravo")).toHaveFocus();
});

test("the notice of a deleted question disappears after 30 s and passes its focus to the next question", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  await openQuestionnaire(["Alpha", "Bravo"]);
  await press(button("Supprimer : Alpha"), "{Enter}");
  await button("Supprimer", dialog()).click();
  await expect.element(takeBack("Alpha")).toHaveFocus();
  vi.advanceTimersByTime(20_000);
  // Each attempt of an assertion also advances the clock: the remaining 10 s are enough for a slow machine.
  await expect.element(takeBack("Alpha")).toMatchTextContent(/Annuler \((10|\d) s\)/);
  vi.advanceTimersByTime(10_000);
  await expect.poll(shown).toEqual(["Bravo"]);
  await expect.element(row("Bravo")).toHaveFocus();
});

test("extending the time to restore a question keeps the focus, and extensions are counted per question", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const { fake } = await openQuestionnaire(["Alpha", "Bravo", "Charlie"]);
  const extend = (text: string) => button(`Prolonger le délai pour annuler : ${text}`);
  for (const text of ["Alpha", "Bravo"]) {
    await press(button(`Supprimer : ${text}`), "{Enter}");
    await button("Supprimer", dialog()).click();
    await expect.element(takeBack(text)).toHaveFocus();
  }
  vi.advanceTimersByTime(20_000);
  await press(extend("Alpha"), "{Enter}");
  await expect.element(page.getByText(/^Délai prolongé.: Alpha$/)).toBeInTheDocument();
  await expect.element(takeBack("Alpha")).toMatchTextContent(/Annuler \((30|2\d) s\)/);
  await expect.element(extend("Alpha")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/^Délai prolongé 2 fois.: Alpha$/)).toBeInTheDocument();
  await press(extend("Bravo"), "{Enter}");
  await expect.element(page.getByText(/^Délai prolongé.: Bravo$/)).toBeInTheDocument();
  vi.advanceTimersByTime(20_000);
  await press(takeBack("Alpha"), "{Enter}");
  await expect.poll(fake.order).toEqual(["Alpha", "Charlie"]);
});

test("a deletion that was extended just before its time ended can be undone again", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const { api, fake } = await openQuestionnaire(["Alpha", "Bravo"]);
  const path = "POST /api/admin/questions/:id/restoration/extension";
  const { promise, resolve } = Promise.withResolvers<void>();
  api.answer({
    [path]: async (request) => {
      const extended = fake.answers[path]?.(request);
      await promise;
      return extended;
    },
  });
  await press(button("Supprimer : Alpha"), "{Enter}");
  await button("Supprimer", dialog()).click();
  await expect.element(takeBack("Alpha")).toHaveFocus();
  vi.advanceTimersByTime(20_000);
  await press(button("Prolonger le délai pour annuler : Alpha"), "{Enter}");
  await expect.poll(() => api.calls.at(-1)).toMatch(/extension$/);
  vi.advanceTimersByTime(11_000);
  await expect.poll(shown).toEqual(["Bravo"]);
  resolve();
  await expect.poll(shown).toEqual([gone, "Bravo"]);
  await press(takeBack("Alpha"), "{Enter}");
  await expect.poll(fake.order).toEqual(["Alpha", "Bravo"]);
});

test("a late extension of the undo time says so, and the focus does not fall to the body when the time ends", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const { fake } = await openQuestionnaire(["Alpha", "Bravo"]);
  const extend = button("Prolonger le délai pour annuler : Alpha");
  await press(button("Supprimer : Alpha"), "{Enter}");
  await button("Supprimer", dialog()).click();
  await expect.element(takeBack("Alpha")).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(extend).toHaveFocus();
  fake.endDeletions();
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("alert"))
    .toMatchTextContent("Cette question ne peut plus être rétablie");
  await expect.poll(shown).toEqual(["Bravo"]);
  await expect.element(row("Bravo")).toHaveFocus();
});
