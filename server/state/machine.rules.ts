import { isIP } from "node:net";
import { worstVerdict } from "#contract/email-domain.ts";
import type { StateRow } from "#contract/state.schema.ts";
import { type Config, isHttps } from "#server/lib/config.ts";
import type { ClockFacts, DiskFacts, ProxyFacts, VersionFacts } from "./facts.ts";
import { texts } from "./texts.ts";

/** A problem, and a sentence that describes the remedy. */
export type Problem = { verdict: "warn" | "error"; fix: string };

export const warn = (fix: string): Problem => ({ verdict: "warn", fix });
export const error = (fix: string): Problem => ({ verdict: "error", fix });
export const when = (condition: boolean, problem: Problem): Problem[] => (condition ? [problem] : []);

/** The row of a check and its problems; it has the worst verdict of its problems. */
export function judged(key: StateRow["key"], found: string, problems: Problem[]): StateRow {
  const verdict = worstVerdict(problems.map((problem) => problem.verdict));
  const fix = problems.map((problem) => problem.fix).join(" ");
  return { key, verdict, found, ...(fix !== "" && { fix }) };
}

/** A row that cannot be checked now. */
export function unknownRow(key: StateRow["key"], found: string): StateRow {
  return { key, verdict: "unknown", found };
}

/** In bytes and shares. Below `scarce`, writes may fail; above `plenty`, even a small share is enough. */
const room = { scarce: 256e6, short: 1e9, share: 0.1, plenty: 10e9 };

/** In milliseconds. Codes of two-factor sign-in are accepted half a minute early or late. */
const drift = { noticed: 2_000, harmful: 30_000 };

const dayMs = 86_400_000;
/** In milliseconds before the certificate ends. */
const certificate = { noticed: 14 * dayMs, harmful: 3 * dayMs };

type Configuration = Pick<Config, "databaseUrl" | "dataDir" | "baseUrl" | "signupLimitPerMinute">;

export function configurationRow(config: Configuration): StateRow {
  const { databaseUrl, dataDir, baseUrl, signupLimitPerMinute } = config;
  return judged(
    "configuration",
    databaseUrl === undefined
      ? texts.configuration.embedded(baseUrl, dataDir)
      : texts.configuration.postgresql(baseUrl, hostOf(databaseUrl)),
    when(signupLimitPerMinute === 0, warn(texts.configuration.shieldOff)),
  );
}

/** @param reason contains the variable's name */
export function misconfiguredRow(reason: string): StateRow {
  return judged("configuration", reason, [error(texts.configuration.mend)]);
}

/** The host without the password. */
function hostOf(databaseUrl: string): string {
  const { hostname, pathname, searchParams } = new URL(databaseUrl);
  return `${hostname || searchParams.get("host") || "localhost"}${pathname}`;
}

/** @param databaseBytes size of the embedded database, which a backup copies; null for PostgreSQL */
export function diskRow(places: DiskFacts[], databaseBytes: number | null): StateRow {
  if (places.length === 0) return judged("disk", texts.disk.elsewhere, []);
  const disks = places.filter(
    ({ device }, index) => places.findIndex((other) => other.device === device) === index,
  );
  return judged("disk", disks.map((place) => texts.disk.found(place)).join(" "), [
    ...places.flatMap((place) => when(!place.isWritable, error(texts.disk.notWritable(place)))),
    ...disks.flatMap((place) => roomProblems(place, databaseBytes)),
  ]);
}

function roomProblems(place: DiskFacts, databaseBytes: number | null): Problem[] {
  if (place.free < room.scarce) return [error(texts.disk.scarce(place))];
  const isShort =
    place.free < room.short || (place.free < room.plenty && place.free < place.total * room.share);
  if (isShort) return [warn(texts.disk.short(place))];
  const needed = 2 * (databaseBytes ?? 0);
  return when(place.free < needed, warn(texts.disk.noRoomForBackup(place, needed)));
}

export function clockRow(facts: ClockFacts): StateRow {
  const { databaseAheadMs, isSynchronised, upkeep } = facts;
  const apart = Math.abs(databaseAheadMs ?? 0);
  const isBelieved = upkeep === null || upkeep.verdict === "believed";
  const problems = [
    ...when(!isBelieved, error(texts.clock.deletionsPaused)),
    ...when(apart > drift.harmful, error(texts.clock.apart)),
    ...when(apart > drift.noticed && apart <= drift.harmful, warn(texts.clock.apart)),
    ...when(isSynchronised === false, warn(texts.clock.setByNobody)),
  ];
  if (problems.length === 0 && databaseAheadMs === null && isSynchronised === null)
    return unknownRow("clock", texts.clock.nobodyTells);
  return {
    ...judged("clock", texts.clock.found(facts), problems),
    ...(!isBelieved && { action: "confirm_clock" as const }),
  };
}

export function proxyRow(facts: ProxyFacts): StateRow {
  const { baseUrl, answer, arrival } = facts;
  return judged("proxy", texts.proxy.found(baseUrl, answer, arrival), [
    ...answerProblems(facts),
    ...arrivalProblems(facts),
    ...certificateProblems(facts),
    ...when(!isHttps(baseUrl) && !isLocal(baseUrl), warn(texts.proxy.noHttps)),
    ...when(isOpenBesideProxy(facts), warn(texts.proxy.openBeside)),
  ]);
}

function answerProblems({ baseUrl, answer }: ProxyFacts): Problem[] {
  if (answer.type === "unlike") return [error(texts.proxy.unlike(baseUrl, answer.status))];
  return when(answer.type === "none", warn(texts.proxy.noAnswer(baseUrl)));
}

function arrivalProblems({ baseUrl, arrival, trustsForgedAddress }: ProxyFacts): Problem[] {
  if (arrival === null) return [];
  if (arrival.isForwarded && !arrival.isTrusted) return [error(texts.proxy.untrusted(arrival.socket))];
  // The server itself has no TLS, so with https there must be a proxy, which forwards requests without naming the client.
  if (!arrival.isForwarded) return when(isHttps(baseUrl), error(texts.proxy.silent));
  return when(trustsForgedAddress === true, error(texts.proxy.trustsForgedAddress));
}

/** Authorities issue certificates for 90 days, and renewal usually happens 30 days before their end. */
function certificateProblems({ certificateLeftMs }: ProxyFacts): Problem[] {
  if (certificateLeftMs === null || certificateLeftMs > certificate.noticed) return [];
  const days = Math.max(0, Math.floor(certificateLeftMs / dayMs));
  const judge = certificateLeftMs > certificate.harmful ? warn : error;
  return [judge(texts.proxy.certificateEnds(days))];
}

const isLocal = (baseUrl: string) => {
  const host = new URL(baseUrl).hostname;
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
};

/** True when the proxy runs on this machine, and clients that reach the machine can bypass it. */
function isOpenBesideProxy({ host, trustProxy }: ProxyFacts): boolean {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  return isEverywhere && trustProxy.length > 0 && trustProxy.every(isLoopback);
}

function isLoopback(entry: string): boolean {
  const [address = ""] = entry.split("/");
  return isIP(address) === 6 ? address === "::1" : address.startsWith("127.");
}

export function versionsRow({ product, installed, node, postgresql }: VersionFacts): StateRow {
  return judged(
    "versions",
    texts.versions.found(product, node, postgresql === null ? null : versionName(postgresql)),
    when(product !== installed, error(texts.versions.restart(installed))),
  );
}

/** 180003 → "18.3" */
export function versionName(version: number): string {
  return `${Math.floor(version / 10_000)}.${version % 10_000}`;
}
