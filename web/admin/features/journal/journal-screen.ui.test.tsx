import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { fakeJournal, journalEntries, journalEntry } from "#test/support/ui/journal-fake.ts";
import { openAdmin, plainAdmin } from "#test/support/ui/open-admin.tsx";

const path = "/admin/dashboard/journal";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const table = page.getByRole("table", { name: /^Entrées du journal/ });
const rows = table.getByRole("rowgroup").nth(1).getByRole("row");
const filters = page.getByRole("form", { name: "Filtrer le journal" });
const actor = filters.getByRole("textbox", { name: "Auteur" });
const action = filters.getByRole("combobox", { name: "Action" });

const openJournal = (answers: FakeAnswers, query = "") => openAdmin(`${path}${query}`, answers);

const twoActions = [
  journalEntry(2, { action: "signup.rejected" }),
  journalEntry(1, { actor: "leo@tenue.example" }),
];

test("a journal entry shows its time, author, action, details and a link to its subject", async () => {
  await openJournal(fakeJournal([journalEntry(5)]).answers);
  await expect.element(table.getByRole("time")).toHaveTextContent("13/10/2026 12:05");
  await expect.element(rows).toMatchTextContent("claire@tenue.example");
  await expect.element(rows.getByRole("rowheader")).toHaveTextContent("Inscription approuvée");
  await expect.element(rows).toMatchTextContent("Public : marques");
  await expect
    .element(rows.getByRole("link", { name: "Voir l’inscription" }))
    .toHaveAttribute("href", `/admin/dashboard/brands?signup=${journalEntry(5).subject}`);
});

test("the journal shows Paris time in every browser, and names the zone once if clocks differ", async () => {
  class MontrealFormat extends Intl.DateTimeFormat {
    constructor(locales?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) {
      super(locales, { timeZone: "America/Montreal", ...options });
    }
  }
  const spy = vi.spyOn(Intl, "DateTimeFormat").mockImplementation(MontrealFormat);
  await openJournal(fakeJournal([journalEntry(5)]).answers);
  await expect.element(table.getByRole("time")).toHaveTextContent("13/10/2026 12:05");
  await expect.element(page.getByText("Dates et heures de Paris")).toBeVisible();
  spy.mockRestore();
});

test("the journal entry of a deletion has no link", async () => {
  await openJournal(fakeJournal([journalEntry(1, { action: "signup.deleted" })]).answers);
  await expect.element(rows).toMatchTextContent("Inscription supprimée");
  expect(rows.getByRole("link").elements()).toEqual([]);
});

test("Enter filters the journal by author, without surrounding spaces, and keeps the filter in the address", async () => {
  const { answers, queries } = fakeJournal(twoActions);
  const { address } = await openJournal(answers);
  await actor.fill(" LEO@tenue.example ");
  await userEvent.keyboard("{Enter}");
  await expect.element(rows).toMatchTextContent("leo@tenue.example");
  expect(queries.at(-1)).toEqual({ actor: "LEO@tenue.example" });
  await expect.poll(address).toBe(`${path}?actor=LEO%40tenue.example`);
});

test("the keyboard chooses an action by its first letters, and the back button clears that filter", async () => {
  const { address, router } = await openJournal(fakeJournal(twoActions).answers);
  await action.fill("Inscription rej");
  await expect.element(page.getByRole("option", { name: "Inscription rejetée" })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(action).toHaveValue("Inscription rejetée");
  await button("Filtrer").click();
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await expect.element(rows).toMatchTextContent("Inscription rejetée");
  await expect.poll(address).toBe(`${path}?action=signup.rejected`);
  await router.navigate(-1);
  await expect.poll(() => rows.elements()).toHaveLength(2);
  await expect.element(action).toHaveValue("");
});

test("filters in the journal's address fill the form and go to the server", async () => {
  const { answers, queries } = fakeJournal(twoActions);
  await openJournal(answers, "?action=signup.rejected&from=2026-10-12&to=2026-10-13");
  await expect.element(action).toHaveValue("Inscription rejetée");
  await expect.element(filters.getByLabelText("Du", { exact: true })).toHaveValue("2026-10-12");
  await expect.element(filters.getByLabelText("Au", { exact: true })).toHaveValue("2026-10-13");
  await expect
    .poll(() => queries)
    .toEqual([{ action: "signup.rejected", from: "2026-10-12", to: "2026-10-13" }]);
});

test("the days chosen in the journal go to the server and the address", async () => {
  const { answers, queries } = fakeJournal(twoActions);
  const { address } = await openJournal(answers);
  await filters.getByLabelText("Du", { exact: true }).fill("2026-10-12");
  await filters.getByLabelText("Au", { exact: true }).fill("2026-10-13");
  await button("Filtrer").click();
  await expect.poll(() => queries.at(-1)).toEqual({ from: "2026-10-12", to: "2026-10-13" });
  await expect.poll(address).toBe(`${path}?from=2026-10-12&to=2026-10-13`);
});

test("journal filters that match no entry can be cleared", async () => {
  const { address } = await openJournal(fakeJournal(twoActions).answers, "?actor=zoe@tenue.example");
  await expect.element(page.getByText("Aucune entrée ne correspond")).toBeVisible();
  await button("Effacer les filtres").click();
  await expect.poll(() => rows.elements()).toHaveLength(2);
  await expect.element(actor).toHaveValue("");
  await expect.poll(address).toBe(path);
});

test("an empty journal explains its content and links to the sign-ups", async () => {
  await openJournal(fakeJournal([]).answers);
  await expect.element(page.getByText("Le journal est encore vide")).toBeVisible();
  await expect
    .element(page.getByRole("main").getByRole("link", { name: "Voir les inscriptions" }))
    .toHaveAttribute("href", "/admin/dashboard/signups");
});

test("'Afficher plus' adds older journal entries until there are no more", async () => {
  const { answers, queries } = fakeJournal(journalEntries(60));
  await openJournal(answers);
  await expect.poll(() => rows.elements()).toHaveLength(50);
  await expect.element(rows.nth(0)).toMatchTextContent("13:00");
  const more = button("Afficher plus");
  more.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => rows.elements()).toHaveLength(60);
  await expect.element(rows.nth(59)).toMatchTextContent("12:01");
  await expect.element(more).not.toBeInTheDocument();
  expect(queries).toEqual([{}, { before: "11" }]);
});

test("a journal that cannot be read is reported and read again", async () => {
  const { api } = await openJournal({
    "GET /api/admin/journal": () => refuse(500, { code: "internal", message: "Une erreur est survenue." }),
  });
  await expect.element(page.getByRole("alert")).toMatchTextContent("Une erreur est survenue.");
  api.answer(fakeJournal(twoActions).answers);
  await button("Réessayer").click();
  await expect.poll(() => rows.elements()).toHaveLength(2);
});

test("a plain admin cannot open the journal and has no link to it", async () => {
  const { api } = await openAdmin(path, {}, plainAdmin);
  await expect.element(page.getByRole("heading", { level: 1, name: "Accès refusé" })).toBeVisible();
  await expect
    .element(page.getByRole("main"))
    .toMatchTextContent("Vous n'avez pas les droits pour accéder à cette page");
  expect(page.getByRole("link", { name: "Journal", includeHidden: true }).elements()).toEqual([]);
  expect(api.calls).not.toContain("GET /api/admin/journal");
});
