import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import type { FakeAnswers } from "#test/support/ui/fake-api.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";
import { fakeSignups, signup } from "#test/support/ui/signups-fake.ts";

const ines = signup(0, { firstname: "Inès", name: "Lin", email: "ines@exemple.fr" });
const maison = signup(1, { firstname: "Inès", name: "Maison Lin", email: "ines@marque.fr" });
const users = fakeSignups([ines]).answers;
const brands = fakeSignups([maison]).answers;
const answers: FakeAnswers = {
  ...everyScreen,
  ...users,
  "GET /api/admin/signups/:audience": (request) =>
    (request.param.audience === "user" ? users : brands)["GET /api/admin/signups/:audience"]?.(request),
};
const field = () => page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" });
const options = () => page.getByRole("option");

/** Opens the list of brands and the palette above it. */
async function openPalette() {
  const admin = await openAdmin("/admin/dashboard/brands", answers);
  await expect.element(page.getByRole("main").getByText("ines@marque.fr")).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
  return admin;
}

test("the palette offers the commands of the current screen first, then every screen by group, then actions", async () => {
  await openPalette();
  const groups = page.getByRole("listbox").getByRole("group");
  const names = groups.elements().map((group) => group.getAttribute("aria-label"));
  expect(names).toEqual([
    ...["Liste des inscriptions", "Accueil", "Inscriptions", "E-mails", "Produit", "Réglages", "Actions"],
  ]);
  const textsOf = (name: string) =>
    page
      .getByRole("group", { name, exact: true })
      .getByRole("option")
      .elements()
      .map((option) => option.textContent);
  expect(textsOf("E-mails")).toEqual([...["E-mails en masse", "E-mail individuel", "Réglages e-mail"]]);
  expect(textsOf("Actions")).toEqual([
    expect.stringMatching(/Voir les raccourcis.*touche \?/),
    expect.stringMatching(/Nouvel envoi.*touche N/),
  ]);
});

test("the palette marks 'Dashboard' as English and shows its French meaning beside it", async () => {
  await openPalette();
  await field().fill("dashboard");
  const option = options().first();
  await expect.element(option.getByText("Dashboard", { exact: true })).toHaveAttribute("lang", "en");
  await expect.element(option.getByText("Tableau de bord")).toBeVisible();
});

test.each(["smtp", "adresses bloquées"])(
  "the palette finds a screen by '%s', which is not in its name",
  async (words) => {
    await openPalette();
    await field().fill(words);
    await expect.element(options().first()).toHaveTextContent("Réglages e-mail");
  },
);

test("Enter opens the screen that the palette found by two parts of its name", async () => {
  const { address } = await openPalette();
  await field().fill("utilisateurs inscr");
  await expect
    .element(page.getByRole("option", { selected: true }))
    .toHaveTextContent("Inscriptions utilisateurs");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { level: 1, name: "Inscriptions à la bêta" })).toBeVisible();
  await expect.poll(address).toBe("/admin/dashboard/signups");
});

test("the palette finds sign-ups of both audiences, and Enter opens the sign-up chosen by arrow keys", async () => {
  const { address } = await openPalette();
  await field().fill("ines@");
  await expect.poll(() => options().elements().length).toBe(2);
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(options().last()).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect.element(page.getByRole("dialog", { name: "Inès Lin" })).toBeVisible();
  await expect.poll(address).toBe(`/admin/dashboard/signups?signup=${ines.id}`);
});

test("Escape closes the palette and returns the focus", async () => {
  await openAdmin("/admin/dashboard/account", everyScreen);
  const search = page.getByRole("button", { name: /^Rechercher/ });
  await search.click();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(search).toHaveFocus();
});
