import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Overview } from "#contract/stats.schema.ts";
import { quietDashboard, withDashboard } from "#test/support/ui/dashboard-fake.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { toDoRow } from "#test/support/ui/first-run-fake.ts";
import { openAdmin, plainAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const path = "/admin/dashboard";
const region = (name: string | RegExp) => page.getByRole("main").getByRole("region", { name, exact: true });
const link = (name: string | RegExp) => page.getByRole("main").getByRole("link", { name, exact: true });

const openDashboard = (shown: Partial<Overview> = {}, answers: FakeAnswers = {}, admin = superAdmin) =>
  openAdmin(path, withDashboard({ ...quietDashboard, ...answers }, shown), admin);

const waiting = [
  { firstname: "Basile", name: "Ancien", audience: "user" as const },
  { firstname: "Zoé", name: "Atelier Nord", audience: "brand" as const },
].map((signup, index) => ({
  ...signup,
  id: `00000000-0000-4000-8000-00000000000${index}`,
  createdAt: "2026-11-20T08:00:00.000Z",
}));

test.each([
  ["a super admin", superAdmin],
  ["another admin", plainAdmin],
])("the dashboard opens with one call for %s, also for the line of the first steps", async (_, admin) => {
  const { api } = await openDashboard(
    {},
    {},
    { ...admin, preferences: { ...admin.preferences, firstStepsLeft: false } },
  );
  await expect.element(region("Protection contre les robots")).toBeVisible();
  await expect.element(region("Envois")).toMatchTextContent("Aucun envoi pour le moment.");
  expect(api.calls.filter((call) => call !== "GET /api/admin/me")).toEqual(["GET /api/admin/dashboard"]);
});

test("the counters lead to the lists of users and brands by status", async () => {
  await openDashboard({
    users: { total: 1200, pending: 2, approved: 1, invited: 1, redeemed: 0 },
    brands: { total: 3, pending: 0, approved: 2, invited: 0, redeemed: 0 },
  });
  await expect.element(region("Utilisateurs")).toMatchTextContent(/1\s200/);
  await expect.element(link("2 en attente")).toHaveAttribute("href", `${path}/signups?status=pending`);
  await expect.element(link("1 approuvé")).toHaveAttribute("href", `${path}/signups?status=approved`);
  await expect.element(link("1 invité, 0 entré")).toHaveAttribute("href", `${path}/signups?invitation=any`);
  await expect.element(link("0 en attente")).toHaveAttribute("href", `${path}/brands?status=pending`);
  await expect
    .element(link("2 approuvés (marques)"))
    .toHaveAttribute("href", `${path}/brands?status=approved`);
  await expect.element(region("Questions")).toMatchTextContent("3");
  await expect.element(region("Réponses")).toMatchTextContent("1");
  await expect.element(link("Voir les statistiques détaillées")).toHaveAttribute("href", `${path}/stats`);
});

test("sign-ups to decide on are links to their details, in the order of the server", async () => {
  await openDashboard({ waiting });
  const rows = region("À décider").getByRole("listitem");
  await expect.element(rows.nth(0)).toMatchTextContent(/^Basile Ancien.*Utilisateur/);
  await expect.element(rows.nth(1)).toMatchTextContent(/Atelier Nord.*Marque/);
  await expect
    .element(link("Basile Ancien"))
    .toHaveAttribute("href", `${path}/signups?status=pending&order=asc&signup=${waiting[0]?.id}`);
});

test("without sign-ups the list of decisions leads to the public form", async () => {
  const none = { total: 0, pending: 0, approved: 0, invited: 0, redeemed: 0 };
  await openDashboard({ users: none, brands: none });
  await expect.element(region("À décider")).toMatchTextContent("Aucune inscription n’attend de décision.");
  await expect.element(link(/^Voir le formulaire d’inscription/)).toHaveAttribute("href", "/inscription");
});

test.each([
  ["a super admin", superAdmin, true],
  ["another admin", plainAdmin, false],
])("the welcome text names the tasks of %s and has no links", async (_, admin, managesAdmins) => {
  await openDashboard({}, {}, admin);
  await expect.element(page.getByText(admin.email).first()).toBeVisible();
  const welcome = region(/^Bienvenue/);
  await expect.element(welcome).toMatchTextContent("modifier le questionnaire");
  expect(welcome.element().textContent?.includes("gérer les administrateurs")).toBe(managesAdmins);
  expect(welcome.getByRole("link").elements()).toEqual([]);
});

test("the dashboard shows decisions first, then figures, then what is left to do, then notices", async () => {
  await openDashboard(
    {},
    {
      "GET /api/admin/to-do": () => ({
        rows: [
          toDoRow({ key: "notice", level: "notice", sentence: "La sauvegarde automatique a échoué" }),
          toDoRow({ key: "https", level: "opening", sentence: "Donner au site une adresse en https" }),
        ],
      }),
    },
  );
  await expect.element(region("Avis")).toBeVisible();
  const titles = page.getByRole("main").getByRole("heading", { level: 2 }).elements();
  const shown = titles.map(({ textContent }) => textContent);
  const order = ["À décider", "Utilisateurs", "Ce qui reste à faire", "Avis", "Protection contre les robots"];
  expect(shown.filter((title) => order.includes(title ?? ""))).toEqual(order);
});

test("counters that cannot be read stay at zero and are loaded again, while other parts load their own data", async () => {
  // The dashboard reports its failure on the console, because a browser has no other log.
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { api } = await openAdmin(path, {
    ...quietDashboard,
    "GET /api/admin/dashboard": () => refuse(500, { code: "internal", message: "" }),
  });
  const alert = page.getByRole("alert");
  await expect.element(region("Envois")).toMatchTextContent("Aucun envoi pour le moment.");
  await expect.element(alert).toMatchTextContent("Les compteurs n’ont pas pu être chargés.");
  expect(log).toHaveBeenCalledWith("failed to load the dashboard", expect.anything());
  await expect.element(region("Questions")).toMatchTextContent("0");
  api.answer(quietDashboard);
  await alert.getByRole("button", { name: "Réessayer" }).click();
  await expect.element(region("Questions")).toMatchTextContent("3");
  await expect.element(alert).not.toBeInTheDocument();
});
