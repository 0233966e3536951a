import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import { shieldStates } from "#contract/shield.ts";
import type { AppParts } from "./app.ts";
import { getLastBackup } from "./backup/schedule/backups.service.ts";
import { findCertificateEnd } from "./lib/certificate.ts";
import type { Database } from "./lib/database/database.ts";
import { listenForMetrics } from "./lib/metrics/metrics.ts";
import { addDatabaseMetrics, addStoredMetrics, type StoredMetric } from "./lib/metrics/stored-metrics.ts";
import { productVersion } from "./lib/package.ts";
import { readMailMetrics } from "./mail/sending/queue.service.ts";
import type { DiskFacts } from "./state/facts.ts";
import { readPlaces } from "./state/machine.service.ts";
import { createReadiness } from "./state/readiness.service.ts";
import { countUnfolded } from "./stats/counts.service.ts";
import { getUpkeepClock } from "./upkeep/clock.service.ts";

type Served = {
  parts: AppParts;
  database: Pick<Database, "mode" | "metrics">;
  mailIsAlive: () => boolean;
};

/**
 * Serves this instance's counters and the database's metrics to Prometheus. Metrics of the database are the same on
 * every instance: take their maximum over instances, not their sum.
 */
export async function serveMetrics(
  { parts, database, mailIsAlive }: Served,
  listen: { host: string; port: number },
) {
  const { log, metrics } = parts;
  const { registry } = metrics;
  const isReady = createReadiness(parts.publicDb, mailIsAlive);
  collectDefaultMetrics({ register: registry });
  addBuild(registry, database.mode);
  new Gauge({
    name: "tenue_ready",
    help: "1 while sign-ups can be stored and mail is sent, as /api/ready says",
    registers: [registry],
    async collect() {
      this.set(
        await isReady().then(
          () => 1,
          () => 0,
        ),
      ); // the log has the reason
    },
  });
  addDatabaseMetrics(registry, database.metrics);
  addStoredMetrics({ registry, log }, () => readStored(parts), storedMetrics);
  addStoredMetrics({ registry, log }, () => readPlaces(parts.config), diskMetrics);
  addStoredMetrics(
    { registry, log, keptForMs: 600_000 },
    () => findCertificateEnd(parts.config.baseUrl),
    certificateMetrics,
  );
  return await listenForMetrics(registry, { ...listen, log });
}

function addBuild(registry: Registry, database: Database["mode"]): void {
  new Gauge({
    name: "tenue_build_info",
    help: "Always 1; what runs here",
    labelNames: ["version", "node", "database"],
    registers: [registry],
  }).set({ version: productVersion(), node: process.version, database }, 1);
}

type Stored = Awaited<ReturnType<typeof readStored>>;

/** Reads one metric after the other over the visitors' connections, because these have short timeouts and are few. */
async function readStored(parts: AppParts) {
  const deps = { db: parts.publicDb, now: parts.now };
  return {
    mail: await readMailMetrics(deps),
    unfolded: await countUnfolded(deps),
    shield: await parts.shield.report(),
    backup: await getLastBackup(deps),
    clock: await getUpkeepClock(deps),
  };
}

const unless = (value: number | null) => (value === null ? [] : [{ value }]);

const diskMetrics: StoredMetric<DiskFacts[]>[] = [
  {
    name: "tenue_disk_free_bytes",
    help: "Room that the server may use on the disk of each of its folders",
    labels: ["folder"],
    of: (places) => places.map(({ variable, free }) => ({ labels: { folder: variable }, value: free })),
  },
  {
    name: "tenue_disk_size_bytes",
    help: "Size of the disk of each of its folders",
    labels: ["folder"],
    of: (places) => places.map(({ variable, total }) => ({ labels: { folder: variable }, value: total })),
  },
];

const certificateMetrics: StoredMetric<Date | null>[] = [
  {
    name: "tenue_certificate_end_timestamp_seconds",
    help: "When the certificate of BASE_URL ends; absent without https, or when this machine does not reach that address",
    of: (end) => unless(end === null ? null : end.getTime() / 1_000),
  },
];

const storedMetrics: StoredMetric<Stored>[] = [
  {
    name: "tenue_mail_waiting",
    help: "Messages that wait to be sent, by lane",
    labels: ["lane"],
    of: ({ mail: { queued } }) => queued.map(({ lane, count }) => ({ labels: { lane }, value: count })),
  },
  {
    name: "tenue_mail_oldest_waiting_seconds",
    help: "Since when the oldest message of a lane could have left; of campaigns, since when the oldest one runs",
    labels: ["lane"],
    of: ({ mail: { queued } }) =>
      queued.map(({ lane, oldestSeconds }) => ({ labels: { lane }, value: oldestSeconds })),
  },
  {
    name: "tenue_mail_held",
    help: "1 from the restoring of a backup until a super admin lets messages leave again",
    of: ({ mail: { held } }) => [{ value: held ? 1 : 0 }],
  },
  {
    name: "tenue_campaigns",
    help: "Campaigns by state; waiting_for_server: paused by themselves until their mail server is reached again",
    labels: ["state"],
    of: ({ mail: { campaigns } }) =>
      campaigns.map(({ state, count }) => ({ labels: { state }, value: count })),
  },
  {
    name: "tenue_ledger_unfolded_changes",
    help: "Changes of counts that upkeep has not folded yet",
    of: ({ unfolded }) => [{ value: unfolded }],
  },
  {
    name: "tenue_deletions_paused",
    help: "1 while nothing is deleted by time: this instance's clock is far from the last upkeep",
    of: ({ clock }) => [{ value: clock.verdict === "believed" ? 0 : 1 }],
  },
  {
    name: "tenue_shield_state",
    help: "1 for the state in which the site defends itself against robots",
    labels: ["state"],
    of: ({ shield }) =>
      shieldStates.map((state) => ({ labels: { state }, value: shield.state === state ? 1 : 0 })),
  },
  {
    name: "tenue_signup_attempts_last_minute",
    help: "What was sent to the sign-up call in the last 60 seconds, over all instances: accepted, or refused by what",
    labels: ["outcome"],
    of: ({ shield: { perMinute, refusedBy } }) =>
      Object.entries({ accepted: perMinute.accepted, ...refusedBy }).map(([outcome, value]) => ({
        labels: { outcome },
        value,
      })),
  },
  {
    name: "tenue_backup_last_success_timestamp_seconds",
    help: "When the newest whole backup was made; absent when there is none",
    of: ({ backup }) => unless(backup.madeAt),
  },
  {
    name: "tenue_backup_last_size_bytes",
    help: "Size of the newest whole backup",
    of: ({ backup }) => unless(backup.bytes),
  },
  {
    name: "tenue_backup_last_verified_timestamp_seconds",
    help: "When a backup was last restored into a scratch database and found whole",
    of: ({ backup }) => unless(backup.verifiedAt),
  },
  {
    name: "tenue_backup_failed_since_last_success",
    help: "Backups that failed since the newest whole one",
    of: ({ backup }) => [{ value: backup.failedSince }],
  },
];
