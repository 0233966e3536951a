import { globSync, readFileSync } from "node:fs";
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

const sources = globSync("{contract,server,web,test}/**/*.{test,spec}.{ts,tsx}", { cwd: root }).map((file) =>
  readFileSync(resolve(root, file), "utf8"),
);

/** The numbers of rules in comments directly above a test or an entry of its table: "// registre: 12, 30". */
const tagged = sources
  .flatMap((source) => [
    ...source.matchAll(/\/\/ registre: ([\d, ]+)\n\s*(?:(?:it|test)(?:\.each)?[(<]|\[)/g),
  ])
  .flatMap(([, numbers = ""]) => numbers.split(", "));

/** The rows of the table: number, rule, how many tests carry the number. */
const rules = [...text.matchAll(/^\| (\d+) \| (.+) \| (\d+) \|$/gm)].map(([, number, rule, tests]) => ({
  number,
  rule,
  tests: Number(tests),
}));

test("each number above a test is a rule of the register, and each rule has a test", () => {
  const numbers = rules.map(({ number }) => number);
  expect(new Set(tagged)).toEqual(new Set(numbers));
  expect(new Set(numbers).size).toBe(rules.length);
  expect(tagged.length).toBeGreaterThan(100);
});

test("no file with a test of a rule of the register skips a group or a table of tests", () => {
  const skipping = sources.filter(
    (source) => source.includes("// registre: ") && /\b(?:describe\.skip|skip\.each)\b/.test(source),
  );
  expect(skipping).toEqual([]);
});

test.each(rules)("$tests tests name rule $number: $rule", ({ number, tests }) => {
  expect(tagged.filter((tag) => tag === number)).toHaveLength(tests);
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
])("the register states the period that the software uses: %s", (period) => {
  expect(text.replaceAll("\u00a0", " ")).toContain(period);
});
