import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin, plainAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const menu = () => page.getByRole("navigation", { name: "Menu d’administration" });
const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const account = "/admin/dashboard/account";

/** Reads the menu's entries by the name of their group. */
function menuEntries() {
  const lists = menu().getByRole("list").elements();
  const textOf = (item: Element) => item.textContent;
  return Object.fromEntries(
    lists.map((list) => [list.getAttribute("aria-label"), [...list.children].map(textOf)]),
  );
}

test("the menu lists thirteen entries in named groups", async () => {
  await openAdmin(account, everyScreen);
  await expect.element(menu()).toBeVisible();
  expect(menuEntries()).toEqual({
    Accueil: ["Dashboard"],
    Inscriptions: [
      "Inscriptions utilisateurs",
      "Inscriptions marques",
      "Vagues",
      "Statistiques",
      "Données personnelles",
    ],
    "E-mails": ["E-mails en masse", "E-mail individuel", "Réglages e-mail"],
    Produit: ["Questionnaire", "Site"],
    Réglages: ["Administrateurs", "Connexions", "Serveur"],
  });
});

test("the menu leaves out the screens of super admins for other administrators", async () => {
  await openAdmin(account, everyScreen, plainAdmin);
  await expect.element(menu()).toBeVisible();
  expect(menuEntries()).toMatchObject({ Produit: ["Questionnaire"] });
  expect(Object.keys(menuEntries())).not.toContain("Réglages");
  await expect.element(menu().getByText("Réglages", { exact: true })).not.toBeInTheDocument();
});

test("'Serveur' opens 'État', which leads to 'Journal' and back", async () => {
  const { address } = await openAdmin(account, everyScreen);
  const entry = menu().getByRole("link", { name: "Serveur" });
  await expect.element(entry).not.toHaveAttribute("aria-current");
  await entry.click();
  await expect.element(heading("État")).toBeVisible();
  const shared = page.getByRole("navigation", { name: "Serveur" });
  await shared.getByRole("link", { name: "Journal" }).click();
  await expect.element(heading("Journal")).toHaveFocus();
  await expect.poll(address).toBe("/admin/dashboard/journal");
  await expect.element(entry).toHaveAttribute("aria-current", "page");
  await expect.element(shared.getByRole("link", { name: "Journal" })).toHaveAttribute("aria-current", "page");
});

test("the admin's address in the header opens the account, and the question mark opens the help", async () => {
  await openAdmin("/admin/dashboard/help", everyScreen);
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: /^Mon compte/ }).click();
  await expect.element(heading("Mon compte")).toBeVisible();
  await header.getByRole("link", { name: "Aide" }).click();
  await expect.element(heading("Aide")).toHaveFocus();
});

test.each(["site", "users", "state", "journal"])(
  "the screen '%s' refuses an administrator who is no super admin",
  async (path) => {
    const { api } = await openAdmin(`/admin/dashboard/${path}`, everyScreen, plainAdmin);
    await expect.element(heading("Accès refusé")).toBeVisible();
    await expect
      .element(page.getByRole("main").getByText("Vous n'avez pas les droits pour accéder à cette page"))
      .toBeVisible();
    expect(api.calls.filter((call) => call !== "GET /api/admin/me")).toEqual([]);
  },
);

test("the menu opens the site in a new tab that has no access to the back office's tab", async () => {
  await openAdmin(account, everyScreen);
  const site = menu().getByRole("link", { name: /^Voir le site/ });
  await expect.element(site).toHaveAttribute("target", "_blank");
  await expect.element(site).toHaveAttribute("rel", "noopener");
});

test.each([1440, 390])(
  "at %i px the admin's address is shown once, on a phone in the open menu",
  async (width) => {
    await page.viewport(width, 844);
    await openAdmin(account, everyScreen);
    await expect.element(heading("Mon compte")).toBeVisible();
    if (width < 960) await page.getByRole("button", { name: "Ouvrir le menu" }).click();
    const shell = page.getByRole("banner").or(menu());
    const shown = (text: string) =>
      shell
        .getByText(text, { exact: false })
        .elements()
        .filter((element) => element.checkVisibility());
    await expect.poll(() => shown(superAdmin.email).length).toBe(1);
    await expect.poll(() => shown("Super Admin").length).toBe(1);
  },
);

describe("on a phone", () => {
  test("the menu closes when another screen opens, and the screen's heading takes the focus", async () => {
    await page.viewport(390, 844);
    await openAdmin(account, everyScreen);
    await expect.element(heading("Mon compte")).toBeVisible();
    await expect.element(menu()).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Ouvrir le menu" }).click();
    await menu().getByRole("link", { name: "Inscriptions marques" }).click();
    await expect.element(heading("Inscriptions Marques")).toHaveFocus();
    await expect.element(menu()).not.toBeInTheDocument();
    expect(document.title).toMatch(/^Inscriptions marques · /);
  });

  test("the menu's entries follow its button in the tab order, and Escape closes the menu and focuses its button", async () => {
    await page.viewport(390, 844);
    await openAdmin(account, everyScreen);
    await expect.element(heading("Mon compte")).toBeVisible();
    const opener = page.getByRole("button", { name: "Ouvrir le menu" });
    opener.element().focus();
    await userEvent.keyboard("{Enter}{Tab}");
    await expect.element(menu().getByRole("link", { name: "Dashboard" })).toHaveFocus();
    await expect
      .element(page.getByRole("button", { name: "Fermer le menu" }))
      .toHaveAttribute("aria-expanded", "true");
    scrollTo({ top: 400, behavior: "instant" });
    const { top, bottom } = menu().element().getBoundingClientRect();
    const header = page.getByRole("banner").element().getBoundingClientRect();
    expect([Math.round(top), Math.round(bottom)]).toEqual([Math.round(header.bottom), innerHeight]);
    await userEvent.keyboard("{Escape}");
    await expect.element(opener).toHaveFocus();
    await expect.element(opener).toHaveAttribute("aria-expanded", "false");
    await expect.element(menu()).not.toBeInTheDocument();
  });

  test.each([390, 1440])(
    "'Aller au contenu' scrolls the content below the header at %i px",
    async (width) => {
      await page.viewport(width, 500);
      await openAdmin(account, everyScreen);
      await expect.element(heading("Mon compte")).toBeVisible();
      scrollTo({ top: 900, behavior: "instant" });
      page.getByRole("link", { name: "Aller au contenu" }).element().focus();
      await userEvent.keyboard("{Enter}");
      await expect.element(page.getByRole("main")).toHaveFocus();
      const header = page.getByRole("banner").element().getBoundingClientRect();
      const title = heading("Mon compte").element();
      await expect.poll(() => title.getBoundingClientRect().top).toBeGreaterThan(header.bottom);
      expect(title.getBoundingClientRect().bottom).toBeLessThan(innerHeight);
    },
  );

  test("on a phone the menu leads to the account, and the header leads to the help", async () => {
    await page.viewport(360, 740);
    await openAdmin("/admin/dashboard/help", everyScreen);
    await page.getByRole("button", { name: "Ouvrir le menu" }).click();
    await menu()
      .getByRole("link", { name: /^Mon compte/ })
      .click();
    await expect.element(heading("Mon compte")).toHaveFocus();
    await page.getByRole("banner").getByRole("link", { name: "Aide" }).click();
    await expect.element(heading("Aide")).toHaveFocus();
  });

  test.each([360, 800])(
    "at %i px the menu opens in view of a scrolled page, and Escape closes it",
    async (width) => {
      await page.viewport(width, 740);
      await openAdmin(account, everyScreen);
      await expect.element(heading("Mon compte")).toBeVisible();
      page.getByRole("main").element().setAttribute("style", "min-height: 4000px");
      window.scrollTo(0, 1_500);
      await page.getByRole("button", { name: "Ouvrir le menu" }).click();
      await expect.element(menu().getByRole("link", { name: "Dashboard" })).toBeInViewport({ ratio: 1 });
      expect(window.scrollY).toBe(1_500);
      await userEvent.keyboard("{Escape}");
      await expect.element(menu()).not.toBeInTheDocument();
      const burger = page.getByRole("button", { name: "Ouvrir le menu" });
      await expect.element(burger).toHaveAttribute("aria-expanded", "false");
      await expect.element(burger).toHaveFocus();
    },
  );

  test("a touch beside the menu closes it", async () => {
    await page.viewport(800, 740);
    await openAdmin(account, everyScreen);
    await page.getByRole("button", { name: "Ouvrir le menu" }).click();
    await page.elementLocator(document.body).click({ position: { x: 700, y: 400 } });
    await expect.element(menu()).not.toBeInTheDocument();
  });

  test.each([360, 800])("at %i px dialogs open in view of a scrolled page", async (width) => {
    await page.viewport(width, 740);
    await openAdmin(account, everyScreen);
    await expect.element(heading("Mon compte")).toBeVisible();
    page.getByRole("main").element().setAttribute("style", "min-height: 4000px");
    window.scrollTo(0, 1_500);
    await page.getByRole("button", { name: /^Rechercher/ }).click();
    await expect.element(page.getByRole("dialog").getByRole("combobox")).toBeInViewport({ ratio: 1 });
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await userEvent.keyboard("?");
    const keys = page.getByRole("dialog", { name: "Raccourcis clavier" });
    await expect.element(keys.getByRole("button", { name: "Fermer" })).toBeInViewport({ ratio: 1 });
  });
});

test("the first link of the page skips the menu and leads to the content", async () => {
  await openAdmin(account, everyScreen);
  await expect.element(heading("Mon compte")).toBeVisible();
  const first = document.querySelector<HTMLElement>("a, button");
  expect(first).toHaveTextContent("Aller au contenu");
  first?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("main")).toHaveFocus();
});

test.each(["/admin/inconnu", "/admin/dashboard/inconnu/encore"])(
  "the unknown path %s leads to the dashboard",
  async (path) => {
    const { address } = await openAdmin(path, everyScreen);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(address).toBe("/admin/dashboard");
  },
);

test("the back office keeps the chosen theme when it opens again", async () => {
  const root = document.documentElement;
  await openAdmin(account, everyScreen);
  await page.getByRole("button", { name: "Passer au thème sombre" }).click();
  expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
  await openAdmin(account, everyScreen);
  await expect.element(page.getByRole("button", { name: "Passer au thème clair" }).first()).toBeVisible();
  expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("'?' shows the keys on every screen", async () => {
  await openAdmin(account, everyScreen);
  await expect.element(heading("Mon compte")).toBeVisible();
  await userEvent.keyboard("?");
  const keys = page.getByRole("dialog", { name: "Raccourcis clavier" });
  await expect.element(keys.getByText(/Annuler la dernière décision/).first()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(keys).not.toBeInTheDocument();
});

test("a sign-out that the server refuses says so", async () => {
  await openAdmin(account, {
    ...everyScreen,
    "POST /api/auth/sign-out": () => refuse(503, { code: "unavailable", message: "" }),
  });
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("La déconnexion a échoué");
});

const signOut = "POST /api/auth/sign-out";
const signedOut = () => refuse(401, { code: "unauthenticated", message: "Connectez-vous." });
const loginAnswers: FakeAnswers = {
  "GET /api/setup": () => ({ required: false }),
  "GET /api/auth/get-session": () => null,
};

const company = page.getByRole("textbox", { name: "Société" });

/** Opens a screen with an unsaved change. */
async function openChanged(answers: FakeAnswers) {
  const opened = await openAdmin("/admin/dashboard/site", { ...everyScreen, ...loginAnswers, ...answers });
  await company.fill("Maison Tenue");
  return opened;
}
const leaveQuestion = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });

test("'Déconnexion' asks before unsaved changes are lost, and keeps the session until the answer", async () => {
  const { api, address } = await openChanged({ [signOut]: () => ({ status: true }) });
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await leaveQuestion.getByRole("button", { name: "Continuer à modifier" }).click();
  await expect.element(company).toHaveValue("Maison Tenue");
  expect(api.calls).not.toContain(signOut);
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await leaveQuestion.getByRole("button", { name: "Quitter sans enregistrer" }).click();
  await expect.poll(address).toBe("/admin");
  expect(api.calls).toContain(signOut);
});

test("a session that the server ended leads to the login without a question about unsaved changes", async () => {
  const { address } = await openChanged({ "PUT /api/admin/site": signedOut });
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  await expect.poll(address).toBe("/admin");
});
