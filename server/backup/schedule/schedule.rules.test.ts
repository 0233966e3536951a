import { expect, test } from "vitest";
import { damaged } from "#server/backup/format/backup-format.ts";
import { explainFullDisk, systemMessage } from "#server/lib/operator-error.ts";
import { describeFailure, isBackupDue } from "./schedule.rules.ts";

const at = (time: string) => new Date(time);
const run = (
  startedAt: string,
  end: "done" | "failed" | "none" = "done",
  kind: "scheduled" | "manual" = "scheduled",
) => ({
  kind,
  startedAt: at(startedAt),
  finishedAt: end === "done" ? at(startedAt) : null,
  error: end === "failed" ? "no room" : null,
});
const longAgo = at("2026-01-01T00:00:00Z");
const isDue = (now: string, runs: ReturnType<typeof run>[], runningSince = longAgo) =>
  isBackupDue({ now: at(now), hour: 3, runs, runningSince });
const lastNight = run("2026-11-22T02:00:10Z");

test("a backup is due once a night, from the set hour on", () => {
  expect(isDue("2026-11-23T01:59:00Z", [lastNight])).toBe(false);
  expect(isDue("2026-11-23T02:00:00Z", [lastNight])).toBe(true);
  expect(isDue("2026-11-23T02:30:00Z", [run("2026-11-23T02:00:10Z"), lastNight])).toBe(false);
});

test("a backup that a downtime prevented is due late", () => {
  expect(isDue("2026-11-23T10:00:00Z", [lastNight], at("2026-11-23T09:59:00Z"))).toBe(true);
});

test("a failed backup is retried after an hour, three times a night", () => {
  const failed = (hour: number) => run(`2026-11-23T0${hour}:00:10Z`, "failed");
  expect(isDue("2026-11-23T02:59:00Z", [failed(2)])).toBe(false);
  expect(isDue("2026-11-23T03:00:10Z", [failed(2)])).toBe(true);
  expect(isDue("2026-11-23T12:00:00Z", [failed(4), failed(3), failed(2)])).toBe(false);
  expect(isDue("2026-11-24T02:00:00Z", [failed(4), failed(3), failed(2)])).toBe(true);
});

test("no backup starts while one runs, and an interrupted one counts as an attempt", () => {
  expect(isDue("2026-11-23T02:30:00Z", [run("2026-11-23T02:00:10Z", "none", "manual")])).toBe(false);
  expect(isDue("2026-11-23T04:00:09Z", [run("2026-11-23T02:00:10Z", "none")])).toBe(false);
  expect(isDue("2026-11-23T04:00:10Z", [run("2026-11-23T02:00:10Z", "none")])).toBe(true);
});

test("a manual backup is not the night's backup", () => {
  expect(isDue("2026-11-23T02:05:00Z", [run("2026-11-23T02:01:00Z", "done", "manual")])).toBe(true);
});

test("the first backup of a new installation is due after an hour, or at the set hour", () => {
  expect(isDue("2026-11-23T10:00:00Z", [], at("2026-11-23T09:30:00Z"))).toBe(false);
  expect(isDue("2026-11-23T10:30:00Z", [], at("2026-11-23T09:30:00Z"))).toBe(true);
  expect(isDue("2026-11-23T02:00:00Z", [], at("2026-11-23T01:50:00Z"))).toBe(true);
});

test("a failure is described in French, also when the command wrote English", () => {
  const { message } = damaged("the table beta_signups differs after the restore");
  expect(describeFailure(message)).toBe(
    "La sauvegarde est abîmée : la table « beta_signups » n’en revient pas telle qu’elle était.",
  );
  expect(describeFailure(damaged("it is empty").message)).not.toMatch(/damaged|empty/);
  const full = (needed?: number) =>
    systemMessage(explainFullDisk(new Error("write ENOSPC"), { work: "a backup", folder: "/", needed }));
  expect(describeFailure(full(52_000_000))).toMatch(
    /^Il n’y a plus de place sur le disque : il faut environ 52 Mo dans \/, et \d+ Mo y sont libres\.$/,
  );
  expect(describeFailure(full())).toMatch(
    /^Il n’y a plus de place sur le disque : \d+ Mo sont libres dans \/\.$/,
  );
  expect(describeFailure("write ENOSPC")).toBe("Il n’y a plus de place sur le disque (write ENOSPC).");
});
