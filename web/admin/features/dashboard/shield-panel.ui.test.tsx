import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { ShieldReport } from "#contract/shield.schema.ts";
import { quietDashboard, shieldReport, withDashboard } from "#test/support/ui/dashboard-fake.ts";
import { type FakeAnswers, refuse } from "#test/support/ui/fake-api.ts";
import { openAdmin, plainAdmin, superAdmin } from "#test/support/ui/open-admin.tsx";

const panel = page.getByRole("region", { name: "Protection contre les robots" });
const state = panel.getByRole("status");
const threshold = panel.getByText(/au-delà de 30 inscriptions ou de 60 envois par minute\./);
const setting = panel.getByRole("group", { name: "Réglage de la protection" });

const openPanel = (report: Partial<ShieldReport>, answers: FakeAnswers = {}, admin = superAdmin) =>
  openAdmin(
    "/admin/dashboard",
    withDashboard({ ...quietDashboard, "GET /api/admin/shield": () => shieldReport(report), ...answers }),
    admin,
  );

test.each([
  ["calm", "Calme", "Rien n’est demandé aux visiteurs."],
  ["raised", "Renforcée", "fait un court calcul avant l’envoi"],
  ["attack", "Attaque", "fait un calcul de quelques secondes avant l’envoi"],
] as const)("the state '%s' of the defence is named and explained", async (key, label, asks) => {
  await openPanel({ state: key, measured: key });
  await expect.element(state).toMatchTextContent(label);
  await expect.element(panel).toMatchTextContent(asks);
  await expect.element(panel).toMatchTextContent("Aucun envoi durant la dernière minute.");
  await expect.element(threshold).not.toBeVisible();
  await panel.getByText("Détails techniques").click();
  await expect.element(threshold).toBeVisible();
  await expect.element(setting.getByRole("button", { pressed: true })).toHaveTextContent("Automatique");
});

test("a super admin sets the protection by hand and returns it to automatic", async () => {
  const forced: (string | null)[] = [];
  await openPanel(
    {},
    {
      "PUT /api/admin/shield": ({ json }) => {
        forced.push(json.forced);
        return shieldReport({ forced: json.forced, state: json.forced ?? "calm" });
      },
    },
  );
  await setting.getByRole("button", { name: "Attaque" }).click();
  await expect.element(state).toMatchTextContent("Attaque");
  await expect
    .element(panel)
    .toMatchTextContent("L’état est réglé à la main ; les chiffres seuls donneraient « Calme ».");
  await expect.element(setting.getByRole("button", { pressed: true })).toHaveTextContent("Attaque");
  await setting.getByRole("button", { name: "Automatique" }).click();
  await expect.element(state).toMatchTextContent("Calme");
  expect(forced).toEqual(["attack", null]);
});

test("a setting of the protection that cannot be saved is reported and reverted", async () => {
  await openPanel({}, { "PUT /api/admin/shield": () => refuse(500, { code: "internal", message: "" }) });
  await setting.getByRole("button", { name: "Attaque" }).click();
  await expect.element(panel.getByRole("alert")).toMatchTextContent("Le réglage n’a pas pu être enregistré.");
  await expect.element(setting.getByRole("button", { pressed: true })).toHaveTextContent("Automatique");
});

test("state and counts of the protection are read again every five seconds", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { api } = await openPanel({});
  await expect.element(state).toMatchTextContent("Calme");
  api.answer({
    "GET /api/admin/shield": () =>
      shieldReport({
        state: "raised",
        perMinute: { sent: 71, accepted: 40, refused: 31 },
        refusedBy: { rate: 20, token: 11, proof: 0, robot: 0 },
      }),
  });
  vi.advanceTimersByTime(5_000);
  await expect.element(state).toMatchTextContent("Renforcée");
  const figures = [...panel.element().querySelectorAll("dl > div")].map(({ textContent }) => textContent);
  expect(figures).toEqual([
    "Envois71",
    "Inscriptions40",
    "Envois refusés31",
    "Trop d’envois d’un même réseau20",
    "Formulaire non reconnu11",
    "Calcul manquant0",
    "Champ piège rempli0",
  ]);
});

test("an admin who is no super admin sees the protection and cannot set it", async () => {
  await openPanel({}, {}, plainAdmin);
  await expect.element(state).toMatchTextContent("Calme");
  await expect
    .element(panel)
    .toMatchTextContent("Seul un super administrateur peut régler cette protection à la main.");
  expect(panel.getByRole("button").elements()).toEqual([]);
});

test("a server without limits on sign-ups says that its protection is off", async () => {
  await openPanel({ enabled: false });
  await expect
    .element(panel)
    .toMatchTextContent("La protection est désactivée sur ce serveur : SIGNUP_LIMIT_PER_MINUTE y vaut 0.");
  expect(panel.getByRole("button").elements()).toEqual([]);
});
