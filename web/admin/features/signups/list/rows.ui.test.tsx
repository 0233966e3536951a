import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { linesOf } from "#test/support/ui/lines.ts";
import { openAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";
import { choiceQuestion, fakeSignups, holdEach, idOf, signup } from "#test/support/ui/signups-fake.ts";
import { expectRows, nameOf, openList, rowOf, wholeList } from "#test/support/ui/signups-page.ts";

const brandList = "/admin/dashboard/brands";
const button = (name: string) => page.getByRole("button", { name });

test("one tooltip names the action of a row's button and its key, also by focus, and Escape hides it", async () => {
  await openList(2);
  const tooltip = page.getByRole("tooltip");
  await button(`Approuver ${nameOf(0)}`).hover();
  await expect.element(tooltip).toHaveTextContent("Approuver (A)");
  await button(`Rejeter ${nameOf(1)}`).hover();
  await expect.element(tooltip).toHaveTextContent("Rejeter (R)");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect.element(tooltip).not.toBeInTheDocument();
  await userEvent.keyboard("j{Tab}{Tab}");
  await expect.element(tooltip).toHaveTextContent("Approuver (A)");
  await userEvent.keyboard("{Escape}");
  await expect.element(tooltip).not.toBeInTheDocument();
});

// registre: 53
test("the tooltip of a row's button stays while the pointer is on it", async () => {
  await openList(2);
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  const tooltip = page.getByRole("tooltip");
  await button(`Approuver ${nameOf(1)}`).hover();
  await expect.element(tooltip).toHaveTextContent("Approuver (A)");
  await tooltip.hover();
  await vi.advanceTimersByTimeAsync(300);
  await expect.element(tooltip).toHaveTextContent("Approuver (A)");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect.element(tooltip).not.toBeInTheDocument();
});

test("a brand's row has its name as header and its contact under it", async () => {
  const { answers } = fakeSignups([signup(0, { firstname: "Ana", name: "Maison Brune" })]);
  await openAdmin(brandList, answers);
  await expect.element(page.getByRole("table", { name: "Inscriptions Marques" })).toBeVisible();
  await expect.element(page.getByRole("rowheader")).toBeVisible();
  expect(page.getByRole("rowheader").element().textContent).toContain("Maison BruneAna, n000@exemple.fr");
});

test("at 360 px a brand's card breaks neither an address that fits on a line nor a badge", async () => {
  await page.viewport(360, 740);
  const email = "nora-maison-exemple@exemple.test";
  const brand = signup(0, {
    firstname: "Nora",
    name: "Maison Exemple",
    email,
    website: "https://maison.test",
  });
  await openAdmin(
    brandList,
    fakeSignups([{ ...brand, duplicateOf: idOf(1), disposableEmail: true }]).answers,
  );
  const card = page.getByRole("listitem").filter({ hasText: "Maison Exemple" });
  await expect.element(card).toBeVisible();
  for (const words of [email, "maison.test", "En attente", "Adresse confirmée", "Adresse jetable", "Doublon"])
    expect(linesOf(words, card.element()), words).toContain(1);
  const { left, right } = card.element().getBoundingClientRect();
  for (const badge of card.element().querySelectorAll("[data-pills] > *")) {
    expect(badge.getBoundingClientRect().left).toBeGreaterThanOrEqual(left);
    expect(badge.getBoundingClientRect().right).toBeLessThanOrEqual(right);
  }
});

test.each([360, 1440])("at %i px one line directly below the filters counts the rows", async (width) => {
  await page.viewport(width, 740);
  await openAdmin(wholeList, fakeSignups([signup(0), signup(1)]).answers);
  const count = page.getByText("2 inscriptions, 2 à décider", { exact: true });
  await expect.element(count).toBeVisible();
  const counts = page.getByText(/\d inscriptions/).elements();
  expect(counts.filter((text) => !text.matches(".visually-hidden"))).toHaveLength(1);
  const filters = button("Vues").element().getBoundingClientRect();
  expect(count.element().getBoundingClientRect().top - filters.bottom).toBeLessThan(40);
});

const statuses = { pending: "En attente", approved: "Approuvé", rejected: "Rejeté" };

test.each(Object.entries(statuses))(
  "the status '%s' has the same colour in the list, on a phone's card and in the dialog",
  async (status, words) => {
    const { answers } = fakeSignups([signup(0, { status: status as keyof typeof statuses })]);
    const { router } = await openAdmin(wholeList, answers);
    const drawn = async (scope: Pick<typeof page, "getByText">) => {
      const badge = scope.getByText(words, { exact: true });
      await expect.element(badge).toBeVisible();
      const { color, backgroundColor } = getComputedStyle(badge.element());
      return [color, backgroundColor];
    };
    const inList = await drawn(rowOf(0));
    await page.viewport(360, 740);
    expect(await drawn(page.getByRole("listitem").filter({ hasText: nameOf(0) }))).toEqual(inList);
    await router.navigate(`${wholeList}?signup=${idOf(0)}`);
    expect(await drawn(page.getByRole("dialog"))).toEqual(inList);
  },
);

test("'Serré' makes rows lower and is stored as a preference", async () => {
  const { answers } = fakeSignups([signup(0)]);
  const { api } = await openAdmin(wholeList, answers);
  const stored: unknown[] = [];
  api.answer({
    "PATCH /api/admin/me/preferences": ({ json }) => {
      stored.push(json);
      return { ...superAdmin.preferences, density: "compact" as const };
    },
  });
  await expect.element(rowOf(0)).toBeVisible();
  const height = () => rowOf(0).element().getBoundingClientRect().height;
  const airy = height();
  await button("Affichage").click();
  await page.getByText("Serré").click();
  await expect.poll(height).toBeLessThan(airy);
  await expect.poll(() => stored).toEqual([{ density: "compact" }]);
});

test("a brand's website is a link in a new tab without protocol and www; a script is text", async () => {
  const script = 'javascript:alert("x")';
  const websites = ["https://www.maison.fr/", script];
  const brands = websites.map((website, index) => signup(index, { website }));
  await openAdmin(brandList, fakeSignups(brands).answers);
  const link = page.getByRole("link", { name: "maison.fr (nouvel onglet)", exact: true });
  await expect.element(link).toHaveAttribute("target", "_blank");
  await expect.element(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect.element(page.getByText(script)).toBeVisible();
  expect(document.querySelector('a[href^="javascript"]')).toBeNull();
});

const fabrics = choiceQuestion(idOf(900), "Vos matières ?", ["Lin", "Laine"]);
const answered = (index: number, value: string[]) =>
  signup(index, {
    answers: [{ questionId: fabrics.id, question: fabrics.question, fieldType: "checkbox", value }],
  });

test("an answer becomes a column, and a column that is switched off leaves the list", async () => {
  await openAdmin(wholeList, fakeSignups([answered(0, ["Lin", "Laine"])], [fabrics]).answers);
  await expect.element(rowOf(0).getByText("En attente")).toBeVisible();
  await button("Affichage").click();
  await page.getByRole("checkbox", { name: fabrics.question }).click();
  await page.getByRole("checkbox", { name: "Statut" }).click();
  await expect.element(rowOf(0).getByText("Lin, Laine")).toBeVisible();
  await expect.element(rowOf(0).getByText("En attente")).not.toBeInTheDocument();
});

test("a filter by answer, saved as a view, is opened and deleted from the menu 'Vues'", async () => {
  const stored = [answered(0, ["Lin", "Laine"]), answered(1, ["Laine"])];
  const { answers } = fakeSignups(stored, [fabrics]);
  const { api, router, address } = await openAdmin(wholeList, answers);
  await page.getByRole("combobox", { name: "Filtrer par réponse" }).click();
  await page.getByRole("option", { name: "Lin", exact: true }).click();
  await expectRows(["N000"]);
  const filtered = address();
  expect(filtered).toContain("answer=");

  await button("Vues").click();
  await page.getByRole("textbox", { name: /^Enregistrer ce qui est affiché/ }).fill("Le lin");
  await button("Enregistrer").click();
  await expect.element(page.getByText("Vue enregistrée")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await router.navigate(wholeList);
  await expectRows(["N000", "N001"]);

  await button("Vues").click();
  await page.getByRole("link", { name: "Le lin" }).click();
  await expectRows(["N000"]);
  await expect.poll(address).toBe(filtered);
  await button("Vues").click();
  const deleting = holdEach(answers["DELETE /api/admin/views/:audience/:id"]);
  api.answer({ "DELETE /api/admin/views/:audience/:id": deleting.fake });
  await button("Supprimer la vue Le lin").click();
  await expect.element(button("Supprimer la vue Le lin")).toHaveAttribute("aria-disabled", "true");
  await expect.element(button("Supprimer la vue Le lin")).toHaveFocus();
  deleting.waiting[0]?.();
  await expect.element(page.getByRole("link", { name: "Le lin" })).not.toBeInTheDocument();
});

test.each([null, undefined, ""])(
  "a sign-up with the status %j is pending in the list and can be decided",
  async (status) => {
    const { answers } = fakeSignups([signup(0, { status: status as never })]);
    const { api } = await openAdmin(wholeList, answers);
    await expect.element(rowOf(0).getByText("En attente", { exact: true })).toBeVisible();
    await expect.element(button(`Rejeter ${nameOf(0)}`)).toBeVisible();
    api.answer({
      "PATCH /api/admin/signups/:audience/:id": () => ({ ...signup(0), status: "approved", undoMs: 30_000 }),
    });
    await button(`Approuver ${nameOf(0)}`).click();
    await expect.poll(() => api.calls.filter((call) => call.startsWith("PATCH"))).toHaveLength(1);
  },
);

test("a dialog of a sign-up without status offers both decisions", async () => {
  const { answers } = fakeSignups([signup(0, { status: null as never })]);
  await openAdmin(`${wholeList}?signup=${idOf(0)}`, answers);
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("En attente", { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Approuver" })).toBeEnabled();
  await expect.element(dialog.getByRole("button", { name: "Rejeter" })).toBeEnabled();
});
