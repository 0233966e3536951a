import { describe, expect, test } from "vitest";
import { backupRow, databaseRow, secretsRow, unreachableRow } from "./data.rules.ts";
import type {
  BackupFacts,
  ClockFacts,
  DatabaseFacts,
  DomainFacts,
  MailFacts,
  Place,
  ProxyFacts,
} from "./facts.ts";
import { type Finding, toStateRow } from "./finding.ts";
import {
  clockRow,
  configurationRow,
  diskRow,
  misconfiguredRow,
  proxyRow,
  versionsRow,
} from "./machine.rules.ts";
import { dnsRow, mailRow } from "./mail.rules.ts";
import { english } from "./texts/english.ts";
import { french } from "./texts/french.ts";

const hour = 3_600_000;

/** The verdict, and every advice in English, of a row that is told in both languages. */
function toldBy(finding: Finding): [string, string | undefined] {
  const { verdict, fix } = toStateRow(finding, english);
  const other = toStateRow(finding, french);
  expect(other.found).not.toMatch(/undefined|NaN/);
  expect(other.found.length * (other.fix ?? "x").length).toBeGreaterThan(0);
  expect(other.fix === undefined).toBe(fix === undefined);
  return [verdict, fix];
}

/** One table of changes to something that is in order. */
function judges<Facts>(name: string, good: Facts, row: (facts: Facts) => Finding, cases: Case<Facts>[]) {
  describe(name, () => {
    test("is good when nothing is wrong", () => {
      expect(toldBy(row(good))).toEqual(["ok", undefined]);
    });
    test.each(cases)("with %o", (change, verdict, fix) => {
      const told = toldBy(row({ ...good, ...change }));
      expect(told).toEqual([verdict, fix === null ? undefined : expect.stringContaining(fix)]);
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
  [{ schema: "older", takesWrites: false }, "error", "lacks migrations"],
  [{ schema: "newer" }, "error", "newer version"],
  [{ takesWrites: false }, "error", "takes no writes"],
  [{ logBytes: 1.2e9 }, "warn", "no longer emptied"],
]);

const place: Place = {
  variable: "DATA_DIR",
  path: "/srv/tenue",
  free: 40e9,
  total: 80e9,
  isWritable: true,
  device: 1,
};
judges("the disk", place, (one) => diskRow([one], 300e6), [
  [{ isWritable: false }, "error", "cannot write to /srv/tenue"],
  [{ free: 200e6 }, "error", "Free space on the disk of /srv/tenue"],
  [{ free: 900e6, total: 5e9 }, "warn", "Plan for space"],
  [{ free: 7e9 }, "warn", "Plan for space"],
  [{ free: 70e9, total: 2e12 }, "ok", null],
]);

test("a backup needs room for a copy of the database", () => {
  expect(toldBy(diskRow([place], 25e9))).toEqual(["warn", expect.stringContaining("50 GB free")]);
});

test("two folders of one disk are told once, and each has to be writable", () => {
  const backups: Place = { ...place, variable: "BACKUP_DIR", path: "/srv/tenue/backups" };
  const told = (second: Place) => toStateRow(diskRow([place, second], 0), english);
  expect(told(backups)).toEqual({ key: "disk", verdict: "ok", found: "DATA_DIR: 40 GB free (50%)." });
  expect(told({ ...backups, device: 2 }).found).toContain("BACKUP_DIR: 40 GB free");
  expect(told({ ...backups, isWritable: false }).fix).toContain("/srv/tenue/backups");
});

test("with everything in PostgreSQL there is no disk to look at", () => {
  expect(toldBy(diskRow([], null))).toEqual(["ok", undefined]);
});

const jumped: ClockFacts["upkeep"] = {
  verdict: "ahead",
  at: new Date("2027-12-31T12:00:00Z"),
  lastUpkeep: new Date("2026-11-26T12:00:00Z"),
};
judges("the clock", { databaseAheadMs: -300, isSynchronised: true, upkeep: null } as ClockFacts, clockRow, [
  [{ upkeep: { verdict: "believed", at: new Date(), lastUpkeep: null } }, "ok", null],
  [{ upkeep: jumped }, "error", "confirm it on the page 'État'"],
  [{ upkeep: jumped, databaseAheadMs: null, isSynchronised: null }, "error", "Nothing is deleted by time"],
  [{ databaseAheadMs: -5_000 }, "warn", "NTP"],
  [{ databaseAheadMs: 3_600_000 }, "error", "NTP"],
  [{ isSynchronised: false }, "warn", "timedatectl"],
  [{ isSynchronised: null }, "ok", null],
  [{ databaseAheadMs: null }, "ok", null],
  [{ databaseAheadMs: null, isSynchronised: null }, "unknown", null],
]);

const readable = {
  ...{ smtpPassword: false, sendgridKey: false, dkimKey: false, imapPassword: false },
  ...{ twoFactors: 0, isForeign: false },
};
judges("secrets", readable, secretsRow, [
  [{ twoFactors: 2 }, "error", "AUTH_SECRET_PREVIOUS"],
  [{ dkimKey: true }, "error", "AUTH_SECRET_PREVIOUS"],
  [{ isForeign: true }, "error", "AUTH_SECRET_PREVIOUS"],
]);

test("lost secrets are named", () => {
  const row = toStateRow(secretsRow({ ...readable, smtpPassword: true, twoFactors: 1 }), french);
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
  [{ isConfigured: false }, "error", "Choose how mail leaves"],
  [{ failed: 150 }, "warn", "Too many"],
  [{ sent: 0, failed: 5 }, "error", "Too many"],
  [{ sent: 0, failed: 2 }, "ok", null],
  [{ overdueMs: hour }, "error", "half an hour"],
  [{ overdueMs: hour, isHeld: true }, "warn", "Since a restore"],
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
  [{ verdict: "warn" }, "warn", "Mend what the check found"],
  [{ verdict: "error" }, "error", "Mend what the check found"],
  [{ ageMs: null }, "warn", "Check the sender's domain"],
  [{ ageMs: null, isSimulation: true }, "unknown", null],
  [{ ageMs: 100 * 24 * hour }, "warn", "again"],
]);

const arrival = { socket: "127.0.0.1", isForwarded: true, isTrusted: true, lastHop: "203.0.113.9" };
const proxy: ProxyFacts = {
  baseUrl: "https://tenue.example",
  host: "127.0.0.1",
  trustProxy: ["127.0.0.1"],
  answer: { type: "ours" },
  arrival,
  certificateLeftMs: 60 * 24 * hour,
  believesAnybody: false,
};
judges("the proxy", proxy, proxyRow, [
  [{ arrival: null, believesAnybody: null }, "ok", null],
  [{ answer: { type: "unlike", status: 301 }, arrival: null }, "error", "not Tenue that answers"],
  [{ answer: { type: "none", reason: "ECONNREFUSED" }, arrival: null }, "warn", "in a browser"],
  [{ arrival: { ...arrival, isTrusted: false } }, "error", "TRUST_PROXY=127.0.0.1"],
  [{ arrival: { ...arrival, isForwarded: false } }, "error", "X-Forwarded-For"],
  [{ believesAnybody: true }, "error", "append the address"],
  [{ certificateLeftMs: 13 * 24 * hour }, "warn", "in 13 days"],
  [{ certificateLeftMs: 2 * 24 * hour }, "error", "in 2 days"],
  [{ certificateLeftMs: -hour }, "error", "ends today"],
  [{ host: "0.0.0.0" }, "warn", "HOST=127.0.0.1"],
  [{ host: "0.0.0.0", trustProxy: ["10.0.0.0/8"] }, "ok", null],
  [{ baseUrl: "http://tenue.example", arrival: null }, "warn", "in clear"],
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
  [{ lastGoodAgeMs: 50 * hour }, "error", "Make a backup"],
  [{ lastGoodAgeMs: 50 * hour, isScheduled: false }, "ok", null],
  [{ lastGoodAgeMs: 200 * hour, isScheduled: false }, "error", "Make a backup"],
  [{ lastGoodAgeMs: 200 * hour, isScheduled: false, mode: "postgresql" }, "warn", "Make a backup"],
  [{ lastGoodAgeMs: null, lastVerifiedAgeMs: null }, "warn", "tonight"],
  [{ lastGoodAgeMs: null, lastVerifiedAgeMs: null, isScheduled: false }, "warn", "Make a backup"],
  [{ hasPlace: false, lastGoodAgeMs: null }, "error", "BACKUP_DIR"],
  [{ hasPlace: false, mode: "postgresql", isScheduled: false, lastGoodAgeMs: null }, "error", "BACKUP_DIR"],
  [{ hasFailed: true }, "error", "failed"],
  [{ hasFailed: true, lastGoodAgeMs: null }, "error", "The last backup failed"],
  [{ areErasuresNoted: false }, "error", "no longer noted"],
  [{ lastVerifiedAgeMs: null }, "warn", "--verify"],
  [{ lastVerifiedAgeMs: null, canVerify: false }, "ok", null],
]);

judges(
  "versions",
  { product: "0.2.0", installed: "0.2.0", node: "26.1.0", postgresql: 180_003 },
  versionsRow,
  [[{ installed: "0.3.0" }, "error", "restart"]],
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

test("the password in DATABASE_URL is told to nobody", () => {
  const databaseUrl = "postgres://tenue:s3cret@db.example:5433/tenue";
  const { found } = toStateRow(configurationRow({ ...config, databaseUrl }), english);
  expect(found).toBe("https://tenue.example, PostgreSQL at db.example/tenue.");
});

test("a wrong variable and a database that is away are errors with a reason", () => {
  expect(toldBy(misconfiguredRow("PORT: too big"))).toEqual(["error", expect.stringContaining("variable")]);
  expect(toldBy(unreachableRow("no route"))).toEqual(["error", expect.stringContaining("DATABASE_URL")]);
});

test("several faults of one row are told together, and the worst one counts", () => {
  const row = toStateRow(mailRow({ ...mail, isHeld: true, isConfigured: false }), english);
  expect(row.verdict).toBe("error");
  expect(row.fix).toMatch(/^Since a restore .* Choose how/);
});

test("a clock that is not believed is shown beside the last upkeep, with the action that confirms it", () => {
  const finding = clockRow({ databaseAheadMs: null, isSynchronised: null, upkeep: jumped });
  expect(toStateRow(finding, french)).toMatchObject({
    found: "31 décembre 2027 à 13:00 UTC+1, dernier entretien le 26 novembre 2026 à 13:00 UTC+1.",
    action: "confirm_clock",
  });
});

test("backups that a wrong clock dated in the future are named", () => {
  const finding = backupRow({ ...backup, fromFuture: ["tenue-20271231-020000.tenue"] });
  expect(toStateRow(finding, english).found).toMatch(
    /^Dated in the future by a wrong clock, and ignored: tenue-20271231-020000\.tenue\. Last backup 20 hours ago/,
  );
});
