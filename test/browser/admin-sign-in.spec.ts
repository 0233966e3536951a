import type { Page } from "@playwright/test";
import { Secret, type TOTP, URI } from "otpauth";
import { readLinkToken, readSetUpCode } from "#test/support/account-links.ts";
import { startServerProcess } from "#test/support/server-process.ts";
import { calm, expectAccessibleInBothThemes, uniqueWord } from "./admin-support.ts";
import { ensureSuperAdmin, expect, superAdmin, test } from "./fixtures.ts";

test.use(calm);

const adminRoutes = [
  "/admin/dashboard",
  "/admin/dashboard/signups",
  "/admin/dashboard/brands",
  "/admin/dashboard/email-sender",
  "/admin/dashboard/single-email",
  "/admin/dashboard/stats",
  "/admin/dashboard/questionnaire",
  "/admin/dashboard/emails",
  "/admin/dashboard/users",
  "/admin/dashboard/journal",
  "/admin/dashboard/account",
];

async function fillLogin(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("textbox", { name: "Mot de passe", exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
}

test("the first admin is made with the address on the server's console, in one go up to the dashboard", async ({
  page,
  expectAccessible,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/400|409/);
  const server = await startServerProcess({ entry: "build" });
  try {
    await page.goto(`${server.url}/admin`);
    await expect(page.getByRole("heading", { name: "Admin space" })).toBeVisible();
    await expect(page.getByText("access reserved to administrators")).toBeVisible();
    await expectAccessibleInBothThemes(page, expectAccessible);
    await page.getByRole("link", { name: "first start? you must configure an admin account" }).click();

    await expect(page.getByRole("heading", { name: "Admin Setup" })).toBeFocused();
    await expect(page.getByText("Créer le premier utilisateur administrateur")).toBeVisible();
    await page.getByRole("button", { name: "Créer Admin" }).click();
    await expect(page.getByText("L'email est requis")).toBeVisible();
    await expect(page.getByText("Saisissez le code affiché sur la console du serveur")).toBeVisible();
    await expectAccessibleInBothThemes(page, expectAccessible);

    const consoleAddress = `${server.url}/admin/setup#code=${readSetUpCode(server)}`;
    expect(server.output()).toContain(consoleAddress);
    await page.goto("about:blank");
    await page.goto(consoleAddress);
    await expect(page.getByRole("heading", { name: "Admin Setup" })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/admin/setup`);
    await expect(page.getByRole("textbox", { name: "Code de mise en service" })).toHaveCount(0);
    await page.getByRole("textbox", { name: "E-mail" }).fill("premiere@tenue.example");
    await page.getByRole("button", { name: "Créer Admin" }).click();

    await expect(page.getByRole("heading", { name: "Choisir un mot de passe" })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Compte" })).toHaveValue("premiere@tenue.example");
    await expect(page.getByRole("link", { name: "Retour à la connexion" })).toHaveAttribute("href", "/admin");
    const link = page.url();
    const password = page.getByRole("textbox", { name: "Mot de passe", exact: true });
    const again = page.getByRole("textbox", { name: "Encore une fois" });
    const save = page.getByRole("button", { name: "Enregistrer le mot de passe" });
    await password.fill("trop court");
    await again.fill("autre chose");
    await save.click();
    await expect(page.getByText("Le mot de passe doit compter au moins 12 caractères")).toBeVisible();
    await expect(password).toBeFocused();
    await expect(page.getByText("Les deux saisies diffèrent")).toBeVisible();
    await expectAccessibleInBothThemes(page, expectAccessible);
    await password.fill("Soie sauvage, 1923");
    await again.fill("Soie sauvage, 1923");
    await save.click();
    await page.getByRole("link", { name: "Se connecter" }).click();

    await expect(page.getByRole("heading", { name: "Admin space" })).toBeVisible();
    await expect(page.getByText("first start?")).toBeHidden();
    await fillLogin(page, { email: "premiere@tenue.example", password: "Soie sauvage, 1923" });
    await expect(page).toHaveURL(`${server.url}/admin/dashboard`);

    await page.goto(link);
    await expect(page.getByRole("alert")).toContainText("Ce lien n’est plus valable");
    await expect(page.getByRole("textbox")).toHaveCount(0);

    await page.goto(`${server.url}/admin/setup`);
    await page.getByRole("textbox", { name: "E-mail" }).fill("seconde@tenue.example");
    await page.getByRole("button", { name: "Créer Admin" }).click();
    await expect(page.getByRole("alert")).toContainText("Un administrateur est déjà configuré");
    await page.getByRole("link", { name: "Retour à la connexion" }).click();
    await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
    // Nothing is asked of a server that is about to end.
    await page.goto("about:blank");
  } finally {
    await server.remove();
  }
});

test("no code is asked for before it is known whether one helps: the server answers", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/409/);
  await ensureSuperAdmin(site);
  const held: (() => void)[] = [];
  await page.route("**/api/setup", async (route) => {
    if (route.request().method() === "GET") await new Promise<void>((letGo) => held.push(letGo));
    await route.continue();
  });
  await page.goto("/admin/setup");
  await page.getByRole("textbox", { name: "E-mail" }).fill("seconde@tenue.example");
  await page.getByRole("button", { name: "Créer Admin" }).click();
  await expect(page.getByRole("alert")).toContainText("Un administrateur est déjà configuré");
  for (const letGo of held) letGo();
});

test("a stranger at the set-up screen is refused in words; the code typed by hand opens it", async ({
  page,
  allowConsole,
  expectAccessible,
}) => {
  test.slow();
  allowConsole(/403/);
  const server = await startServerProcess({ entry: "build" });
  try {
    await page.goto(`${server.url}/admin/setup#code=00000-00000-00000-00000`);
    await page.getByRole("textbox", { name: "E-mail" }).fill("premiere@tenue.example");
    await page.getByRole("button", { name: "Créer Admin" }).click();
    const code = page.getByRole("textbox", { name: "Code de mise en service" });
    await expect(page.getByText("Ce code n’est pas celui du serveur")).toBeVisible();
    await expect(code).toHaveValue("00000-00000-00000-00000");
    await expect(page.getByRole("textbox", { name: "E-mail" })).toHaveValue("premiere@tenue.example");
    await expectAccessibleInBothThemes(page, expectAccessible);
    await code.fill(readSetUpCode(server).replaceAll("-", " ").toLowerCase());
    await code.press("Enter");
    await expect(page.getByRole("heading", { name: "Choisir un mot de passe" })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Compte" })).toHaveValue("premiere@tenue.example");
    await page.goto("about:blank");
  } finally {
    await server.remove();
  }
});

test("a wrong password is refused in words, the right one opens the dashboard, logout closes it", async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/401/);
  await ensureSuperAdmin(site);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(page.getByText("L'email est requis")).toBeVisible();
  await expect(page.getByText("Le mot de passe est requis")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();

  await fillLogin(page, { ...superAdmin, password: "pas le bon mot de passe" });
  await expect(page.getByRole("alert")).toHaveText("E-mail ou mot de passe incorrect");
  await expect(page).toHaveURL(/\/admin$/);

  await fillLogin(page, superAdmin);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.getByRole("button", { name: "Déconnexion" }).click();
  await expect(page.getByRole("heading", { name: "Admin space" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);

  await page.goto("/admin/dashboard/signups");
  await expect(page).toHaveURL(/\/admin$/);
});

test("whoever is signed in already is taken from the login to the dashboard", async ({ adminPage }) => {
  await adminPage.goto("/admin");
  await expect(adminPage).toHaveURL(/\/admin\/dashboard$/);
});

test("a stranger is turned away from every admin route", async ({ page, site, allowConsole }) => {
  allowConsole(/401/);
  await ensureSuperAdmin(site);
  for (const route of adminRoutes) {
    await page.goto(route);
    await expect(page, route).toHaveURL(/\/admin$/);
    await expect(page.getByRole("heading", { name: "Admin space" })).toBeVisible();
  }
});

test("a link that never existed says so before anybody types", async ({ page, allowConsole }) => {
  allowConsole(/400/);
  for (const address of ["/admin/activate", "/admin/activate#token=inconnu"]) {
    await page.goto(address);
    await expect(page.getByRole("alert")).toContainText("Ce lien n’est plus valable");
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Retour à la connexion" })).toBeVisible();
  }
});

test("an invitation and a link for a new password say that they were used before anybody types", async ({
  adminPage,
  page,
  site,
  allowConsole,
}) => {
  allowConsole(/400/);
  const post = async (path: string, data: unknown = {}) => {
    const answer = await adminPage.request.post(path, { data, headers: { origin: site.url } });
    expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  const email = `${uniqueWord()}@tenue.example`;
  const invitation = await post("/api/admin/admins", { email, isSuperAdmin: false });
  const renewal = `/api/admin/admins/${invitation.admin.id}/invitation`;
  for (const issue of [async () => invitation, () => post(renewal)]) {
    const { activationLink } = await issue();
    await page.goto(activationLink);
    await expect(page.getByRole("textbox", { name: "Compte" })).toHaveValue(email);
    const token = readLinkToken(activationLink);
    await post("/api/auth/reset-password", { token, newPassword: "Velours côtelé, 1968" });
    await page.reload();
    await expect(page.getByRole("alert")).toHaveText("Ce lien n’est plus valable. Demandez-en un nouveau.");
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Enregistrer le mot de passe" })).toHaveCount(0);
  }
});

test("an account with two factors asks for the code, and takes a recovery code instead", async ({
  adminPage,
  browser,
  site,
  expectAccessible,
  allowConsole,
}) => {
  const account = { email: `${uniqueWord()}@tenue.example`, password: "Velours côtelé, 1968" };
  const post = async (path: string, data: unknown) => {
    const answer = await adminPage.request.post(path, { data, headers: { origin: site.url } });
    expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return answer.status() === 204 ? {} : await answer.json();
  };
  const { activationLink } = await post("/api/admin/admins", { email: account.email, isSuperAdmin: false });
  const token = readLinkToken(activationLink);
  await post("/api/auth/reset-password", { token, newPassword: account.password });
  await post("/api/auth/sign-in/email", account);
  const started = await post("/api/admin/me/two-factor", { password: account.password });
  const totp = URI.parse(started.totpUri) as TOTP;
  expect(totp.secret).toBeInstanceOf(Secret);
  await post("/api/admin/me/two-factor/confirmation", { code: totp.generate() });

  const context = await browser.newContext({ ...calm.contextOptions, baseURL: site.url });
  const page = await context.newPage();
  allowConsole(/401/);
  await page.goto("/admin");
  await fillLogin(page, account);
  await page.getByRole("textbox", { name: "Code de vérification" }).fill("000000");
  await page.getByRole("button", { name: "Vérifier" }).click();
  await expect(page.getByRole("alert")).toContainText("Ce code est incorrect");
  await expectAccessibleInBothThemes(page, expectAccessible);
  await page.getByRole("button", { name: "Utiliser un code de récupération" }).click();
  await page.getByRole("textbox", { name: "Code de récupération" }).fill(started.recoveryCodes[0]);
  await page.getByRole("button", { name: "Vérifier" }).click();
  await expect(page).toHaveURL(`${site.url}/admin/dashboard`);
  await context.close();
});
