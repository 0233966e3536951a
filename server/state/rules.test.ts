import { describe, expect, test } from "vitest";
import type { StateRow } from "#contract/state.schema.ts";
import { backupRow, databaseRow, dnsRow, mailRow, secretsRow, unreachableRow } from "./data.rules.ts";
import type {
  BackupFacts,
  ClockFacts,
  DatabaseFacts,
  DiskFacts,
  DomainFacts,
  MailFacts,
  ProxyFacts,
} from "./facts.ts";
import {
  clockRow,
  configurationRow,
  diskRow,
  misconfiguredRow,
  proxyRow,
  versionsRow,
} from "./machine.rules.ts";

const hour = 3_600_000;

/** Replaces the no-break spaces that Intl writes. */
const plain = (text: string) => text.replace(/\s/g, " ");

/** The verdict and the fix of a row. */
function outcomeOf({ verdict, found, fix }: StateRow): [string, string | undefined] {
  expect(found).not.toMatch(/undefined|NaN/);
  return [verdict, fix && plain(fix)];
}

/** Tests a row with a table of changes to good facts. */
function judges<Facts>(name: string, good: Facts, row: (facts: Facts) => StateRow, cases: Case<Facts>[]) {
  describe(name, () => {
    test(`${name} is good when nothing is wrong`, () => {
      expect(outcomeOf(row(good))).toEqual(["ok", undefined]);
    });
    test.each(cases)(`${name} with %o is rated %s`, (change, verdict, fix) => {
      const outcome = outcomeOf(row({ ...good, ...change }));
      expect(outcome).toEqual([verdict, fix === null ? undefined : expect.stringContaining(fix)]);
    });
  });
}

type Case<Facts> = [Partial<Facts>, string, string | null];

const database: DatabaseFacts = {
  mode: "embedded",
  version: 180_003,
  bytes: 45e6,
  logBytes: 48e6,
  schema: "current",
  takesWrites: true,
  aheadMs: 0,
};
judges("the database", database, databaseRow, [
  [{ mode: "postgresql", logBytes: null, version: 150_000 }, "ok", null],
  [{ version: 140_012 }, "error", "PostgreSQL 15"],
  [{ schema: "older", takesWrites: false }, "error", "Il manque des migrations"],
  [{ schema: "newer" }, "error", "version plus récente"],
  [{ takesWrites: false }, "error", "refuse les écritures"],
  [{ logBytes: 1.2e9 }, "warn", "ne se vide plus"],
]);

const place: DiskFacts = {
  variable: "DATA_DIR",
  path: "/srv/tenue",
  free: 40e9,
  total: 80e9,
  isWritable: true,
  device: 1,
};
judges("the disk", place, (one) => diskRow([one], 300e6), [
  [{ isWritable: false }, "error", "ne peut pas écrire dans /srv/tenue"],
  [{ free: 200e6 }, "error", "Libérez de la place sur le disque de /srv/tenue"],
  [{ free: 900e6, total: 5e9 }, "warn", "Prévoyez de la place"],
  [{ free: 7e9 }, "warn", "Prévoyez de la place"],
  [{ free: 70e9, total: 2e12 }, "ok", null],
]);

test("the disk row warns without space for a copy of the database", () => {
  expect(outcomeOf(diskRow([place], 25e9))).toEqual(["warn", expect.stringContaining("50 Go libres")]);
});

test("the disk row reports two folders of one disk once, and requires both to be writable", () => {
  const backups: DiskFacts = { ...place, variable: "BACKUP_DIR", path: "/srv/tenue/backups" };
  const diskOf = (second: DiskFacts) => diskRow([place, second], 0);
  expect(diskOf(backups)).toMatchObject({ key: "disk", verdict: "ok" });
  expect(plain(diskOf(backups).found)).toBe("Données : 40 Go libres (50 %).");
  expect(plain(diskOf({ ...backups, device: 2 }).found)).toContain("Sauvegardes : 40 Go libres");
  expect(diskOf({ ...backups, isWritable: false }).fix).toContain("/srv/tenue/backups");
});

test("without local folders the disk row is good", () => {
  expect(outcomeOf(diskRow([], null))).toEqual(["ok", undefined]);
});

const jumped: ClockFacts["upkeep"] = {
  verdict: "ahead",
  at: new Date("2027-12-31T12:00:00Z"),
  lastUpkeep: new Date("2026-11-26T12:00:00Z"),
};
judges("the clock", { databaseAheadMs: -300, isSynchronised: true, upkeep: null } as ClockFacts, clockRow, [
  [{ upkeep: { verdict: "believed", at: new Date(), lastUpkeep: null } }, "ok", null],
  [{ upkeep: jumped }, "error", "confirmez-la sur la page État"],
  [{ upkeep: jumped }, "error", "les envois, vagues et rappels programmés attendent aussi"],
  [
    { upkeep: jumped, databaseAheadMs: null, isSynchronised: null },
    "error",
    "Rien n’est plus supprimé à échéance",
  ],
  [{ databaseAheadMs: -5_000 }, "warn", "NTP"],
  [{ databaseAheadMs: 3_600_000 }, "error", "NTP"],
  [{ isSynchronised: false }, "warn", "timedatectl"],
  [{ isSynchronised: null }, "ok", null],
  [{ databaseAheadMs: null }, "ok", null],
  [{ databaseAheadMs: null, isSynchronised: null }, "unknown", null],
]);

const readable = {
  smtpPassword: false,
  sendgridKey: false,
  dkimKey: false,
  imapPassword: false,
  webhooks: false,
  twoFactors: 0,
  isForeign: false,
};
judges("secrets", readable, secretsRow, [
  [{ twoFactors: 2 }, "error", "AUTH_SECRET_PREVIOUS"],
  [{ dkimKey: true }, "error", "AUTH_SECRET_PREVIOUS"],
  [{ isForeign: true }, "error", "AUTH_SECRET_PREVIOUS"],
]);

test("the row of secrets names the unreadable ones", () => {
  const row = secretsRow({ ...readable, smtpPassword: true, twoFactors: 1 });
  expect(row.found).toBe("Indéchiffrables : le mot de passe SMTP, 1 secret de double authentification.");
});

const mail: MailFacts = {
  providers: ["smtp"],
  isConfigured: true,
  isSimulation: false,
  sent: 1_000,
  failed: 3,
  overdueMs: 60_000,
  isHeld: false,
};
judges("mail", mail, mailRow, [
  [{ isSimulation: true, isConfigured: false, providers: [] }, "warn", "simulation"],
  [{ isConfigured: false }, "error", "Choisissez par où partent"],
  [{ failed: 150 }, "warn", "Trop de messages"],
  [{ sent: 0, failed: 5 }, "error", "Trop de messages"],
  [{ sent: 0, failed: 2 }, "ok", null],
  [{ overdueMs: hour }, "error", "demi-heure"],
  [{ overdueMs: hour, isHeld: true }, "warn", "Depuis une restauration"],
]);

const domain: DomainFacts = {
  domain: "tenue.example",
  verdict: "ok",
  rows: [],
  ageMs: 24 * hour,
  isSimulation: false,
};
judges("the sender's domain", domain, dnsRow, [
  [{ verdict: "unknown" }, "ok", null],
  [{ verdict: "warn" }, "warn", "Corrigez ce que la vérification"],
  [{ verdict: "error" }, "error", "Corrigez ce que la vérification"],
  [{ ageMs: null }, "warn", "Vérifiez le domaine d’envoi"],
  [{ ageMs: null, isSimulation: true }, "unknown", null],
  [{ ageMs: 100 * 24 * hour }, "warn", "de nouveau"],
]);

const arrival = { socket: "127.0.0.1", isForwarded: true, isTrusted: true, lastHop: "203.0.113.9" };
const proxy: ProxyFacts = {
  baseUrl: "https://tenue.example",
  host: "127.0.0.1",
  trustProxy: ["127.0.0.1"],
  answer: { type: "ours" },
  arrival,
  certificateLeftMs: 60 * 24 * hour,
  trustsForgedAddress: false,
};
judges("the proxy", proxy, proxyRow, [
  [{ arrival: null, trustsForgedAddress: null }, "ok", null],
  [{ answer: { type: "unlike", status: 301 }, arrival: null }, "error", "pas Tenue qui répond"],
  [{ answer: { type: "none", reason: "ECONNREFUSED" }, arrival: null }, "warn", "dans un navigateur"],
  [{ arrival: { ...arrival, isTrusted: false } }, "error", "TRUST_PROXY=127.0.0.1"],
  [{ arrival: { ...arrival, isForwarded: false } }, "error", "X-Forwarded-For"],
  [{ trustsForgedAddress: true }, "error", "y ajouter l’adresse"],
  [{ certificateLeftMs: 13 * 24 * hour }, "warn", "dans 13 jours"],
  [{ certificateLeftMs: 2 * 24 * hour }, "error", "dans 2 jours"],
  [{ certificateLeftMs: -hour }, "error", "aujourd’hui"],
  [{ host: "0.0.0.0" }, "warn", "HOST=127.0.0.1"],
  [{ host: "0.0.0.0", trustProxy: ["10.0.0.0/8"] }, "ok", null],
  [{ baseUrl: "http://tenue.example", arrival: null }, "warn", "en clair"],
  [
    { baseUrl: "http://localhost:3000", arrival: { ...arrival, isForwarded: false }, trustProxy: [] },
    "ok",
    null,
  ],
]);

const backup: BackupFacts = {
  mode: "embedded",
  hasPlace: true,
  isScheduled: true,
  areErasuresNoted: true,
  lastGoodAgeMs: 20 * hour,
  lastVerifiedAgeMs: 100 * hour,
  canVerify: true,
  fromFuture: [],
  hasFailed: false,
};
judges("backups", backup, backupRow, [
  [{ lastGoodAgeMs: 50 * hour }, "error", "Faites une sauvegarde"],
  [{ lastGoodAgeMs: 50 * hour, isScheduled: false }, "ok", null],
  [{ lastGoodAgeMs: 200 * hour, isScheduled: false }, "error", "Faites une sauvegarde"],
  [{ lastGoodAgeMs: 200 * hour, isScheduled: false, mode: "postgresql" }, "warn", "Faites une sauvegarde"],
  [{ lastGoodAgeMs: null, lastVerifiedAgeMs: null }, "warn", "cette nuit"],
  [{ lastGoodAgeMs: null, lastVerifiedAgeMs: null, isScheduled: false }, "warn", "Faites une sauvegarde"],
  [{ hasPlace: false, lastGoodAgeMs: null }, "error", "BACKUP_DIR"],
  [{ hasPlace: false, mode: "postgresql", isScheduled: false, lastGoodAgeMs: null }, "error", "BACKUP_DIR"],
  [{ hasFailed: true }, "error", "échoué"],
  [{ hasFailed: true, lastGoodAgeMs: null }, "error", "La dernière sauvegarde a échoué"],
  [{ areErasuresNoted: false }, "error", "ne s’écrivent plus"],
  [{ lastVerifiedAgeMs: null }, "warn", "--verify"],
  [{ lastVerifiedAgeMs: null, canVerify: false }, "ok", null],
]);

judges(
  "versions",
  { product: "0.2.0", installed: "0.2.0", node: "26.1.0", postgresql: 180_003 },
  versionsRow,
  [[{ installed: "0.3.0" }, "error", "redémarrez"]],
);

const config = {
  databaseUrl: undefined as string | undefined,
  dataDir: "/srv/tenue",
  baseUrl: "https://tenue.example",
  signupLimitPerMinute: 30,
};
judges("the configuration", config, configurationRow, [
  [{ signupLimitPerMinute: 0 }, "warn", "SIGNUP_LIMIT_PER_MINUTE"],
  [{ databaseUrl: "postgres://tenue@db.example/tenue" }, "ok", null],
]);

test("the row of the database never shows the password of DATABASE_URL", () => {
  const databaseUrl = "postgres://tenue:s3cret@db.example:5433/tenue";
  const { found } = configurationRow({ ...config, databaseUrl });
  expect(found).toBe("https://tenue.example, PostgreSQL sur db.example/tenue.");
});

test("the rows of a wrong variable and an unreachable database are errors with a reason", () => {
  expect(outcomeOf(misconfiguredRow("PORT: too big"))).toEqual([
    "error",
    expect.stringContaining("variable"),
  ]);
  expect(outcomeOf(unreachableRow("no route"))).toEqual(["error", expect.stringContaining("DATABASE_URL")]);
});

test("a row with several problems joins their fixes and has the worst verdict", () => {
  const row = mailRow({ ...mail, isHeld: true, isConfigured: false });
  expect(row.verdict).toBe("error");
  expect(row.fix).toMatch(/^Depuis une restauration.* Choisissez par où/);
});

test("an implausible clock is shown beside the last upkeep, with the action that confirms it", () => {
  const finding = clockRow({ databaseAheadMs: null, isSynchronised: null, upkeep: jumped });
  expect(finding).toMatchObject({
    found: "31 décembre 2027 à 13:00 UTC+1, dernier entretien le 26 novembre 2026 à 13:00 UTC+1.",
    action: "confirm_clock",
  });
});

test("the row of backups names backups dated in the future", () => {
  const finding = backupRow({ ...backup, fromFuture: ["tenue-20271231-020000.tenue"] });
  expect(plain(finding.found)).toMatch(
    /^Datées de l’avenir par une horloge déréglée, et ignorées : tenue-20271231-020000\.tenue\. Dernière sauvegarde il y a 20 heures/,
  );
});
