import type { State, StateRow } from "#contract/state.schema.ts";
import { stateKeys } from "#contract/state.ts";
import { isSecretKnown } from "#server/accounts/installation.service.ts";
import { countUnreadableFactors } from "#server/accounts/two-factor.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findFutureBackups, getLastBackup, isScheduled } from "#server/backup/schedule/backups.service.ts";
import { canVerify } from "#server/backup/schedule/schedule.rules.ts";
import { findCertificateEnd } from "#server/lib/certificate.ts";
import { withTimeout } from "#server/lib/concurrency.ts";
import { newestKnownMigration } from "#server/lib/database/migrations.ts";
import { findNewestMigration } from "#server/lib/database/sql.ts";
import { systemMessage } from "#server/lib/operator-error.ts";
import { productVersion } from "#server/lib/package.ts";
import { getLastDomainCheck } from "#server/mail/domain/domain-check.service.ts";
import { findRecentOutcomes } from "#server/mail/sending/queue.service.ts";
import { findUnreadableMail, loadDeliverySettings } from "#server/mail/settings/delivery-settings.service.ts";
import { isTransportConfigured, providersInUse } from "#server/mail/transports/create-transport.ts";
import { areErasuresNoted } from "#server/privacy/erasure/erasure-keeper.service.ts";
import { getUpkeepClock } from "#server/upkeep/clock.service.ts";
import { createEndpointBox, hasUnreadableEndpoint } from "#server/webhooks/endpoint-secrets.ts";
import {
  backupRow,
  closedRow,
  databaseRow,
  dnsRow,
  mailRow,
  secretsRow,
  unreachableRow,
} from "./data.rules.ts";
import type { BackupFacts, DatabaseFacts, DomainFacts, MailFacts, UnreadableSecrets } from "./facts.ts";
import {
  clockRow,
  configurationRow,
  diskRow,
  misconfiguredRow,
  proxyRow,
  unknownRow,
  versionsRow,
} from "./machine.rules.ts";
import { embeddedLogBytes, isClockSynchronised, readPlaces } from "./machine.service.ts";
import { checkPublicAddress, type OwnRequests } from "./public-address.service.ts";
import { createReadiness } from "./readiness.service.ts";
import { findDatabaseFacts } from "./state.queries.ts";
import { texts } from "./texts.ts";

export type StateDeps = Pick<AppDependencies, "db" | "config" | "now"> & {
  fetch: typeof fetch;
  /** Null in a command, which receives no requests. */
  ownRequests: OwnRequests | null;
};

/** A check that takes longer has the verdict unknown. */
const usualTimeoutMs = 8_000;

/** The version at the start of this process; its files may have been replaced since. */
const runningVersion = productVersion();

/** Every row, in the order of the screen. A row whose check fails is unknown and shows the reason. */
export async function checkState(
  deps: StateDeps,
  timeoutMs = usualTimeoutMs,
  checkProxyRow = () => checkProxy(deps),
): Promise<StateRow[]> {
  const seen = await databaseFacts(deps).catch((error: unknown) => systemMessage(error));
  if (typeof seen === "string") return checkWithoutDatabase(deps, unreachableRow(seen));
  const { config } = deps;
  const guard = (key: StateRow["key"], look: () => Promise<StateRow>) => guardRow(key, look, timeoutMs);
  return Promise.all([
    configurationRow(config),
    databaseRow(seen),
    guard("disk", async () => diskRow(await readPlaces(config), isEmbedded(config) ? seen.bytes : null)),
    guard("clock", async () =>
      clockRow({
        databaseAheadMs: isEmbedded(config) ? null : seen.aheadMs,
        isSynchronised: await isClockSynchronised(),
        upkeep: await getUpkeepClock(deps),
      }),
    ),
    guard("secrets", async () => secretsRow(await findUnreadableSecrets(deps))),
    guard("mail", async () => mailRow(await mailFacts(deps))),
    guard("dns", async () => dnsRow(await domainFacts(deps))),
    guard("proxy", checkProxyRow),
    guard("backup", async () => backupRow(await backupFacts(deps))),
    versions(seen.version),
  ]);
}

type WithoutDatabase = Pick<StateDeps, "fetch" | "ownRequests"> & {
  config: Omit<StateDeps["config"], "authSecret">;
};

/** The rows of an embedded installation whose server does not run. */
export function checkStoppedServer(config: WithoutDatabase["config"]): Promise<StateRow[]> {
  const proxy = unknownRow("proxy", texts.noServer);
  return rowsWithoutDatabase(config, closedRow, async () => proxy);
}

/** The rows while the database is unreachable. @param database the row of the database */
function checkWithoutDatabase(deps: WithoutDatabase, database: StateRow): Promise<StateRow[]> {
  return rowsWithoutDatabase(deps.config, database, () => checkProxy(deps));
}

async function rowsWithoutDatabase(
  config: WithoutDatabase["config"],
  database: StateRow,
  checkProxyRow: () => Promise<StateRow>,
): Promise<StateRow[]> {
  const needsIt = (key: StateRow["key"]) => unknownRow(key, texts.noDatabase);
  return Promise.all([
    configurationRow(config),
    database,
    guardRow("disk", async () => diskRow(await readPlaces(config), null)),
    guardRow("clock", async () =>
      clockRow({ databaseAheadMs: null, isSynchronised: await isClockSynchronised(), upkeep: null }),
    ),
    ...(["secrets", "mail", "dns"] as const).map(needsIt),
    guardRow("proxy", checkProxyRow),
    needsIt("backup"),
    versions(null),
  ]);
}

/** The rows while the environment is invalid. @param reason contains the variable's name */
export function rowsWithoutConfiguration(reason: string): StateRow[] {
  return stateKeys.map((key) => {
    if (key === "configuration") return misconfiguredRow(reason);
    return key === "versions" ? versions(null) : unknownRow(key, texts.noConfiguration);
  });
}

export function toState(rows: StateRow[], at: Date): State {
  return { checkedAt: at.toISOString(), version: runningVersion, rows };
}

const isEmbedded = ({ databaseUrl }: Pick<StateDeps["config"], "databaseUrl">) => databaseUrl === undefined;

async function guardRow(
  key: StateRow["key"],
  look: () => Promise<StateRow>,
  timeoutMs = usualTimeoutMs,
): Promise<StateRow> {
  try {
    return await withTimeout(timeoutMs, look());
  } catch (error) {
    return unknownRow(key, texts.unknown(systemMessage(error)));
  }
}

async function databaseFacts({ db, config }: StateDeps): Promise<DatabaseFacts> {
  const before = Date.now();
  const { version, bytes, at } = await withTimeout(usualTimeoutMs, findDatabaseFacts(db));
  const aheadMs = at - (before + Date.now()) / 2;
  const stamp = await findNewestMigration(db);
  const known = newestKnownMigration();
  const takesWrites = await createReadiness(db)().then(
    () => true,
    () => false,
  );
  return {
    version,
    bytes,
    aheadMs,
    takesWrites,
    mode: isEmbedded(config) ? "embedded" : "postgresql",
    logBytes: isEmbedded(config) ? await embeddedLogBytes(config.dataDir) : null,
    schema: stamp === known ? "current" : stamp < known ? "older" : "newer",
  };
}

export async function findUnreadableSecrets({
  db,
  config,
}: Pick<AppDependencies, "db" | "config">): Promise<UnreadableSecrets> {
  return {
    ...(await findUnreadableMail({ db, config })),
    webhooks: await hasUnreadableEndpoint(db, createEndpointBox(config)),
    twoFactors: await countUnreadableFactors({ db, config }),
    isForeign: !(await isSecretKnown(db, config)),
  };
}

async function mailFacts(deps: StateDeps): Promise<MailFacts> {
  const settings = await loadDeliverySettings(deps.db, deps.config);
  return {
    ...(await findRecentOutcomes(deps.db, deps.now())),
    providers: providersInUse(settings, deps.config),
    isConfigured: isTransportConfigured(settings, deps.config),
    isSimulation: settings.simulationMode,
  };
}

async function domainFacts({ db, now, config }: StateDeps): Promise<DomainFacts> {
  const settings = await loadDeliverySettings(db, config);
  const mail = { settings: async () => settings };
  const { domain, verdict, rows, checkedAt } = await getLastDomainCheck({ db, now, mail });
  const ageMs = checkedAt === null ? null : now().getTime() - new Date(checkedAt).getTime();
  return { domain, verdict, rows, ageMs, isSimulation: settings.simulationMode };
}

/** Requests the public address over the network: the slowest check. */
export async function checkProxy({ config, fetch, ownRequests }: WithoutDatabase): Promise<StateRow> {
  const [seen, certificateEnd] = await Promise.all([
    checkPublicAddress({ config, fetch, own: ownRequests }),
    findCertificateEnd(config.baseUrl),
  ]);
  const certificateLeftMs = certificateEnd === null ? null : certificateEnd.getTime() - Date.now();
  return proxyRow({ ...seen, certificateLeftMs });
}

async function backupFacts({ db, config, now }: StateDeps): Promise<BackupFacts> {
  const { madeAt, verifiedAt, failedSince } = await getLastBackup({ db, now });
  const ageOf = (seconds: number | null) => (seconds === null ? null : now().getTime() - seconds * 1_000);
  const { backupDir, backupCommand } = config;
  const hasPlace = backupDir !== undefined || backupCommand !== undefined;
  return {
    mode: isEmbedded(config) ? "embedded" : "postgresql",
    hasPlace,
    areErasuresNoted: await areErasuresNoted({ db, now, config }),
    isScheduled: await isScheduled({ db, config }),
    canVerify: canVerify(config),
    lastGoodAgeMs: ageOf(madeAt),
    lastVerifiedAgeMs: ageOf(verifiedAt),
    fromFuture: await findFutureBackups({ db, now }),
    hasFailed: failedSince > 0,
  };
}

function versions(postgresql: number | null): StateRow {
  const node = process.versions.node;
  return versionsRow({ product: runningVersion, installed: productVersion(), node, postgresql });
}
