import type { Page, Request } from "@playwright/test";
import type { ServerProcess } from "#test/support/server-process.ts";
import { calm, expectAccessibleInBothThemes, storeSignups, uniqueWord } from "./admin-support.ts";
import { expect, superAdmin, test } from "./fixtures.ts";

test.use(calm);

const menuGroups = {
  Accueil: ["Dashboard"],
  Inscriptions: ["Inscriptions utilisateurs", "Inscriptions marques", "Statistiques", "Données personnelles"],
  "E-mails": ["E-mails en masse", "E-mail individuel", "Réglages e-mail", "Adresses bloquées"],
  Produit: ["Questionnaire", "Site"],
  Réglages: ["Administrateurs", "État", "Journal", "Mon compte", "Aide"],
};

test("the menu leads to every screen in named groups, says who is here and opens the site in a new tab", async ({
  adminPage: page,
  isMobile,
}) => {
  await page.goto("/admin/dashboard/signups");
  const menu = page.getByRole("navigation", { name: "Menu d’administration" });
  if (isMobile) await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await expect(menu.getByRole("list")).toHaveCount(Object.keys(menuGroups).length);
  for (const [name, entries] of Object.entries(menuGroups)) {
    await expect(menu.getByRole("list", { name, exact: true }).getByRole("listitem")).toHaveText(entries);
  }
  await expect(page.getByText(superAdmin.email).filter({ visible: true })).toHaveCount(1);
  await expect(page.getByText("Super Admin", { exact: true }).filter({ visible: true })).toHaveCount(1);
  const site = menu.getByRole("link", { name: "Voir le site" });
  await expect(site).toHaveAttribute("target", "_blank");
  await expect(site).toHaveAttribute("rel", "noopener");
});

test("on a small screen the menu closes when the screen changes, and the focus goes to the new heading", async ({
  adminPage: page,
  isMobile,
}) => {
  await page.goto("/admin/dashboard/signups");
  const menu = page.getByRole("navigation", { name: "Menu d’administration" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  if (isMobile) {
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  }
  await menu.getByRole("link", { name: "Inscriptions marques" }).click();
  await expect(page).toHaveURL(/\/brands$/);
  await expect(page.getByRole("heading", { level: 1, name: "Inscriptions Marques" })).toBeFocused();
  await expect(page).toHaveTitle(/^Inscriptions marques · /);
  if (isMobile) await expect(menu).toBeHidden();
});

/** Asked by the frame of every screen, and of a list once it stands. */
const askedOtherwise = /\/(me|arrivals)(\?|$)/;

/** What a page asks the server for, and when it has done so. */
function watchCalls(page: Page, site: ServerProcess) {
  const asked = new Set<string>();
  const underWay = new Set<Request>();
  let changedAt = 0;
  const note = (change: (request: Request) => void) => (request: Request) => {
    if (!new URL(request.url()).pathname.startsWith("/api/")) return;
    change(request);
    changedAt = performance.now();
  };
  page.on(
    "request",
    note((request) => {
      const url = new URL(request.url());
      url.searchParams.delete("until");
      asked.add(url.href.slice(site.url.length));
      underWay.add(request);
    }),
  );
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(
      end as "requestfinished",
      note((request) => void underWay.delete(request)),
    );
  const isQuiet = () => underWay.size === 0 && performance.now() - changedAt > 400;
  return { asked, ended: () => expect.poll(isQuiet, { intervals: [50] }).toBe(true) };
}

test("a screen is asked for as soon as somebody reaches for its link, and for nothing new once it is chosen", {
  tag: "@once",
}, async ({ adminPage: page, site }) => {
  test.setTimeout(180_000);
  const { asked, ended } = watchCalls(page, site);
  const menu = page.getByRole("navigation", { name: "Menu d’administration" });
  const late: string[] = [];
  for (const name of Object.values(menuGroups).flat()) {
    asked.clear();
    await page.mouse.move(0, 0);
    await page.goto(name === "Aide" ? "/admin/dashboard/account" : "/admin/dashboard/help");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await ended();
    const before = asked.size;
    await menu.getByRole("link", { name, exact: true }).hover();
    await expect.poll(() => asked.size, name).toBeGreaterThan(before);
    await ended();
    const ahead = new Set(asked);
    await menu.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await ended();
    const after = [...asked].filter((url) => !ahead.has(url) && !askedOtherwise.test(url));
    late.push(...after.map((url) => `${name}: ${url}`));
  }
  expect(late).toEqual([]);
});

test("what could not be asked for ahead is asked for again by the screen, without a word", {
  tag: "@once",
}, async ({ adminPage: page, allowConsole }) => {
  allowConsole(/500/);
  await page.goto("/admin/dashboard/help");
  const link = page.getByRole("navigation", { name: "Menu d’administration" }).getByRole("link", {
    name: "Questionnaire",
  });
  await page.route("**/api/admin/questions", (route) => route.fulfill({ status: 500 }), { times: 1 });
  const refused = page.waitForResponse("**/api/admin/questions");
  await link.focus();
  expect((await refused).status()).toBe(500);
  await link.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Éditeur de Questionnaire" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Ajouter", exact: true })).toBeVisible();
  await expect(page.getByText("Chargement…")).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a session that has ended is no news for somebody who only points at a link", { tag: "@once" }, async ({
  adminPage: page,
  allowConsole,
}) => {
  allowConsole(/401/);
  await page.goto("/admin/dashboard/help");
  await page.route(/\/api\/admin\/journal/, (route) => route.fulfill({ status: 401, json: {} }));
  const refused = page.waitForResponse(/\/api\/admin\/journal/);
  const link = page.getByRole("navigation", { name: "Menu d’administration" }).getByRole("link");
  await link.filter({ hasText: "Journal" }).hover();
  expect((await refused).status()).toBe(401);
  // The login would have been asked for by now.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect(page).toHaveURL(/\/help$/);
  await page.unrouteAll();
  await link.filter({ hasText: "Journal" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Journal" })).toBeFocused();
  await expect(page.getByRole("table")).toBeVisible();
});

test("the command palette reaches screens and sign-ups by keyboard alone", async ({
  adminPage: page,
  site,
  expectAccessible,
}) => {
  const word = uniqueWord();
  await storeSignups(site, "user", [{ firstname: "Inès", name: word, email: `${word}@exemple.fr` }]);
  await storeSignups(site, "brand", [
    { firstname: "Léa", name: `Maison ${word}`, email: `${word}@marque.fr` },
  ]);
  await page.goto("/admin/dashboard/brands");
  await expect(page.getByRole("heading", { level: 1, name: "Inscriptions Marques" })).toBeVisible();
  await expect(page.getByText(`Maison ${word}`)).toBeVisible();

  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Rechercher un écran ou une inscription" });
  await expect(field).toBeFocused();
  await expectAccessibleInBothThemes(page, expectAccessible);
  const groups = page.getByRole("listbox").getByRole("group");
  await expect(groups).toHaveCount(Object.keys(menuGroups).length + 2);
  await expect(groups.first()).toHaveAccessibleName("Liste des inscriptions");
  await expect(page.getByRole("group", { name: "E-mails", exact: true }).getByRole("option")).toHaveText(
    menuGroups["E-mails"],
  );
  await expect(page.getByRole("group", { name: "Actions" }).getByRole("option")).toHaveText([
    /Voir les raccourcis.*touche \?/,
    /Nouvel envoi.*touche N/,
  ]);
  await field.fill("smtp");
  await expect(page.getByRole("option")).toHaveText(["Réglages e-mail"]);
  await field.fill("utilisateurs inscr");
  await expect(page.getByRole("option", { selected: true })).toContainText("Inscriptions utilisateurs");
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Inscriptions à la bêta" })).toBeVisible();

  await page.keyboard.press("Control+k");
  await field.fill(word);
  await expect(page.getByRole("option")).toHaveCount(2);
  await field.press("ArrowDown");
  await expect(page.getByRole("option", { selected: true })).toContainText(`Maison ${word}`);
  await field.press("ArrowUp");
  await field.press("Enter");
  await expect(page.getByRole("dialog", { name: `Inès ${word}` })).toContainText(`${word}@exemple.fr`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
});

test("the theme follows the system until it is chosen, and the choice stays", async ({ adminPage: page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/admin/dashboard/signups");
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "light");
  await page.getByRole("button", { name: "Passer au thème sombre" }).click();
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await expect(page.getByRole("button", { name: "Passer au thème clair" })).toBeVisible();
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("an unknown path under /admin leads to the dashboard", async ({ adminPage: page }) => {
  for (const path of ["/admin/inconnu", "/admin/dashboard/inconnu/encore"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/admin\/dashboard$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("the first key leads past the menu into the content", async ({ adminPage: page }) => {
  await page.goto("/admin/dashboard/signups");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Aller au contenu" });
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test("a screen that cannot be loaded says so and shows the way back", async ({
  adminPage: page,
  allowConsole,
  expectAccessible,
}) => {
  allowConsole(/.*/);
  await page.route(/brand-signups-screen/, (route) => route.abort());
  await page.goto("/admin/dashboard/brands");
  await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.getByRole("link", { name: "Revenir au tableau de bord" }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
});
