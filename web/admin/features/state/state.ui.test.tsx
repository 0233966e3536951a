import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { StateRow } from "#contract/state.schema.ts";
import { stateKeys, stateLabels } from "#contract/state.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { refuse } from "#test/support/ui/fake-api.ts";
import { toDoRow } from "#test/support/ui/first-run-fake.ts";
import { openAdmin, plainAdmin } from "#test/support/ui/open-admin.tsx";

const path = "/admin/dashboard/state";
const fix = "La dernière sauvegarde a échoué : Disque plein.";
const list = page.getByRole("list", { name: "Résultats de la vérification" });
const backupRow = list.getByRole("listitem").filter({ hasText: stateLabels.backup });

/** A state in which all checks pass, except `wrong`. */
function checkedState(wrong?: StateRow) {
  const good = (key: StateRow["key"]): StateRow => ({ key, verdict: "ok", found: "Rien à signaler." });
  return {
    checkedAt: "2026-01-31T12:00:00.000Z",
    version: "0.2.0",
    rows: stateKeys.map((key) => (key === wrong?.key ? wrong : good(key))),
  };
}

const failedBackup: StateRow = { key: "backup", verdict: "error", found: "Il y a 2 jours.", fix };
const withFailedBackup = () => checkedState(failedBackup);

test("'État' lists every row in order, with the sentence that fixes it, and checks again on request", async () => {
  const { api } = await openAdmin(path, { ...everyScreen, "GET /api/admin/state": withFailedBackup });
  await expect.element(page.getByRole("heading", { level: 2, name: "1 ligne à corriger" })).toBeVisible();
  const headings = list.getByRole("heading", { level: 3 }).elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual(stateKeys.map((key) => stateLabels[key]));
  await expect.element(backupRow).toMatchTextContent(`À corrigerIl y a 2 jours.${fix}`);
  api.answer({ "GET /api/admin/state": () => checkedState() });
  await page.getByRole("button", { name: "Vérifier de nouveau" }).click();
  await expect.element(page.getByRole("heading", { level: 2, name: "Rien à corriger" })).toBeVisible();
});

test("'État' announces no end of a check that failed", async () => {
  const { api } = await openAdmin(path, { ...everyScreen, "GET /api/admin/state": withFailedBackup });
  const said = page.getByText(/^Vérification terminée/);
  await expect.element(said).toBeInTheDocument();
  api.answer({ "GET /api/admin/state": () => refuse(500, { code: "internal", message: "" }) });
  await page.getByRole("button", { name: "Vérifier de nouveau" }).click();
  await expect.element(page.getByRole("alert").filter({ hasText: "n’a pas pu être vérifié" })).toBeVisible();
  expect(said.elements()).toEqual([]);
});

test("plain administrators cannot open the page 'État'", async () => {
  const { "GET /api/admin/state": _refused, ...answers } = everyScreen;
  const { api, router } = await openAdmin("/admin/dashboard", answers, plainAdmin);
  await expect.element(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  expect(page.getByRole("link", { name: "État" }).elements()).toEqual([]);
  await router.navigate(path);
  await expect.element(page.getByRole("heading", { level: 1, name: "Accès refusé" })).toBeVisible();
  expect(api.calls).not.toContain("GET /api/admin/state");
});

test("'État' lists the remaining steps, but not the faults that its rows already explain", async () => {
  await openAdmin(path, {
    ...everyScreen,
    "GET /api/admin/to-do": () => ({
      rows: [
        toDoRow({ level: "fault", sentence: "Sauvegardes" }),
        toDoRow({ level: "opening", sentence: "Donner au site une adresse en https" }),
      ],
    }),
  });
  const toDo = page.getByRole("region", { name: "Ce qui reste à faire" });
  await expect.element(toDo.getByRole("listitem")).toMatchTextContent(/Donner au site une adresse en https/);
});

test("a clock that jumped is confirmed with the time that the dialog shows", async () => {
  const clock: StateRow = {
    key: "clock",
    verdict: "error",
    found: "31 janvier 2026 à 13:00 UTC+1, dernier entretien le 1 janvier 2025 à 13:00 UTC+1.",
    fix: "Rien n’est plus supprimé à échéance.",
    action: "confirm_clock",
  };
  let confirmed: unknown = null;
  await openAdmin(path, {
    ...everyScreen,
    "GET /api/admin/state": () => checkedState(confirmed === null ? clock : undefined),
    "POST /api/admin/state/clock": ({ json }) => {
      confirmed = json;
      return undefined;
    },
  });
  const button = page.getByRole("button", { name: "L’horloge est juste" });
  await list.getByRole("listitem").filter({ hasText: stateLabels.clock }).getByRole("button").click();
  const dialog = page.getByRole("dialog", { name: "L’horloge est-elle juste ?" });
  await expect.element(dialog).toMatchTextContent("Le serveur indique le 31/01/2026 13:00.");
  expect(confirmed).toBeNull();
  await dialog.getByRole("button", { name: "L’horloge est juste" }).click();
  await expect.element(page.getByText("Horloge confirmée. L’entretien reprend.")).toBeVisible();
  expect(confirmed).toEqual({ at: "2026-01-31T12:00:00.000Z" });
  await expect.element(button).not.toBeInTheDocument();
});
