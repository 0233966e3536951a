import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { BackupRun, Backups } from "#contract/backup.schema.ts";
import { everyScreen } from "#test/support/ui/every-screen-fake.ts";
import { openAdmin } from "#test/support/ui/open-admin.tsx";

const path = "/admin/dashboard/state";
const section = page.getByRole("region", { name: "Sauvegardes" });
const runs = section.getByRole("list", { name: "Dernières sauvegardes" }).getByRole("listitem");

const failedRun: BackupRun = {
  id: "00000000-0000-4000-8000-000000000002",
  kind: "scheduled",
  startedAt: "2026-01-31T02:00:00.000Z",
  finishedAt: null,
  file: null,
  bytes: null,
  rows: null,
  verifiedAt: null,
  error: "No space left on device",
};
const goodRun: BackupRun = {
  ...failedRun,
  id: "00000000-0000-4000-8000-000000000001",
  startedAt: "2026-01-30T02:00:00.000Z",
  finishedAt: "2026-01-30T02:01:00.000Z",
  file: "tenue-20260130-020000.tenue",
  bytes: 12_345_678,
  rows: 52_000,
  verifiedAt: "2026-01-30T02:02:00.000Z",
  error: null,
};

function backups(changes: Partial<Backups> = {}): Backups {
  const settings = { scheduled: true, hour: 3, keepDays: 7, keepWeeks: 4, maxAgeDays: 35, version: 1 };
  return { settings, runs: [failedRun, goodRun], place: "folder", encrypted: false, ...changes };
}

test("the last backups are listed with their outcome and their destination", async () => {
  await openAdmin(path, { ...everyScreen, "GET /api/admin/backups": () => backups() });
  await expect.element(runs).toHaveLength(2);
  await expect.element(runs.first()).toMatchTextContent(/Échec.*No space left on device/);
  await expect.element(runs.last()).toMatchTextContent(/restaurée à l’essai.*tenue-20260130-020000\.tenue/);
  await expect.element(section).toMatchTextContent("BACKUP_DIR");
});

test("backup settings refuse 400 days and save what is in range", async () => {
  let saved = backups().settings;
  await openAdmin(path, {
    ...everyScreen,
    "GET /api/admin/backups": () => backups({ settings: saved }),
    "PUT /api/admin/backups/settings": ({ json }) => {
      saved = { ...json, version: json.version + 1 };
      return saved;
    },
  });
  const days = section.getByLabelText("Jours gardés");
  const save = section.getByRole("button", { name: "Enregistrer" });
  await days.fill("400");
  await save.click();
  await expect.element(section.getByText("Indiquez un nombre entier de 1 à 366")).toBeVisible();
  await days.fill("14");
  await section.getByRole("checkbox", { name: "Sauvegarder chaque nuit" }).click();
  await save.click();
  await expect.element(page.getByText("Enregistré.")).toBeVisible();
  expect(saved).toEqual({
    scheduled: false,
    hour: 3,
    keepDays: 14,
    keepWeeks: 4,
    maxAgeDays: 35,
    version: 2,
  });
});

test("leaving 'État' with unsaved backup settings asks first", async () => {
  const { address } = await openAdmin(path, { ...everyScreen, "GET /api/admin/backups": () => backups() });
  await section.getByLabelText("Jours gardés").fill("30");
  await page.getByRole("link", { name: "Journal", exact: true }).first().click();
  const asked = page.getByRole("dialog", { name: "Quitter sans enregistrer ?" });
  await asked.getByRole("button", { name: "Continuer à modifier" }).click();
  await expect.element(section.getByLabelText("Jours gardés")).toHaveValue("30");
  expect(address()).toBe(path);
});
