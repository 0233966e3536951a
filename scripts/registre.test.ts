import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { attemptLimits } from "#contract/admins.ts";
import { initialRetention, oldestBackupDays } from "#contract/backup.ts";
import { limits } from "#contract/limits.ts";
import { minimumAge, privacyPeriods as periods } from "#contract/privacy.ts";
import { sessionLimits } from "#contract/sessions.ts";
import { formTokenLimits } from "#contract/shield.ts";

const root = resolve(import.meta.dirname, "..");
const text = readFileSync(resolve(root, "docs/registre.md"), "utf8");

/** The tests that the register names: "`path`: title<br>title". A title without a path is in the file named before it. */
const named = text
  .split("\n")
  .flatMap((line) => (line.startsWith("|") ? line.split("|") : []))
  .filter((cell) => /^\s*`[^`]+\.(?:test|spec)\.tsx?`: /.test(cell))
  .flatMap((cell) => {
    let file = "";
    return cell.split("<br>").map((entry) => {
      const [, path, title] = /^\s*`([^`]+)`: (.+)$/.exec(entry) ?? [];
      file = path ?? file;
      return { file, name: (title ?? entry).trim() };
    });
  });

test("the register names tests for what the law asks", () => {
  expect(named.length).toBeGreaterThan(100);
});

test.each(named)("$file holds: $name", ({ file, name }) => {
  const path = resolve(root, file);
  expect(existsSync(path), path).toBe(true);
  expect(readFileSync(path, "utf8")).toContain(name);
});

const minuteMs = 60 * 1000;

test.each([
  `${minimumAge} ans ou plus`,
  `${limits.inactiveYears} an après le dernier acte`,
  `${periods.confirmationDays} jours sans confirmation`,
  `texte ${periods.mailTextDays} jours, destinataire ${periods.mailAddressMonths} mois`,
  `réponses des serveurs de messagerie : ${periods.mailAddressMonths} mois`,
  `journal : ${periods.journalMonths} mois`,
  `la plus récente de chacun des ${initialRetention.keepDays} derniers jours et de chacune des ${initialRetention.keepWeeks} dernières semaines`,
  `avant une mise à jour : ${initialRetention.maxAgeDays} jours`,
  `toutes : ${oldestBackupDays} jours au plus`,
  `empreintes bloquées : ${periods.suppressionYears} ans après le dernier motif`,
  `à côté des sauvegardes) : ${periods.erasureLogDays} jours`,
  `demandes closes : ${periods.requestYears} ans`,
  `${attemptLimits.windowMs / minuteMs} minutes pour les essais`,
  `${formTokenLimits.maxAgeMs / (60 * minuteMs)} heures pour un jeton`,
  `${sessionLimits.idleMs / (60 * minuteMs)} heures sans activité, ${sessionLimits.absoluteMs / (24 * 60 * minuteMs)} jours au plus`,
])("the register's period is the software's: %s", (period) => {
  expect(text.replaceAll("\u00a0", " ")).toContain(period);
});
