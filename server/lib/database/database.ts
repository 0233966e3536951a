import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type pg from "pg";
import * as schema from "#db/schema.ts";
import { databaseFolderName, secureDataFolder } from "#server/lib/data-folder.ts";
import type { Logger } from "#server/lib/logger.ts";
import { isDatabaseUnavailable } from "./database-errors.ts";
import { lockDataFolder } from "./embedded-folder.ts";
import {
  type EmbeddedMetrics,
  embeddedPort,
  socketFolderName,
  startEmbeddedServer,
} from "./embedded-server.ts";
import { applyMigrations, type BeforeMigrations } from "./migrations.ts";
import {
  createNamingClient,
  createPool,
  ensureTablesVisible,
  findLimitedBy,
  type LimitedBy,
  publicTimeouts,
  sessionLimits,
  timeouts,
} from "./pools.ts";
import { ownApplication } from "./wire-messages.ts";

/** The database or a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

type DatabaseMode = "embedded" | "postgresql";

export interface DatabaseConfig {
  /** Address of a PostgreSQL; undefined: the embedded database under `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  poolSize?: number | undefined;
  migrationsFolder?: string | undefined;
  beforeMigrations?: BeforeMigrations | undefined;
  log: Logger;
}

/** The current state of the connections. */
export type DatabaseMetrics = {
  pools: Record<"visitors" | "others", { size: number; idle: number; waiting: number; max: number }>;
  /** Null with an external PostgreSQL. */
  embedded: EmbeddedMetrics | null;
};

export interface Database {
  db: Db;
  /** The same database over separate connections with short timeouts, for visitors' requests. */
  publicDb: Db;
  pool: pg.Pool;
  mode: DatabaseMode;
  metrics(): DatabaseMetrics;
  /** Waits for connections in use, then stops. The embedded database writes everything to its data files first. */
  close(): Promise<void>;
}

const defaultPoolSize = 10;
/** Two batches of sign-ups per audience are stored at a time. */
const publicPoolSize = 4;
const connectAttempts = 30;
const connectPauseMs = 1_000;

/** Opens the database and migrates it. */
export function openDatabase(config: DatabaseConfig): Promise<Database> {
  return config.databaseUrl === undefined ? openEmbedded(config) : openPostgresql(config, config.databaseUrl);
}

async function openPostgresql(config: DatabaseConfig, databaseUrl: string): Promise<Database> {
  const connection = { connectionString: databaseUrl };
  const limitedBy = await waitForPostgresql(connection, config.log);
  await applyMigrations(connection, { ...config, folder: config.migrationsFolder });
  const database = createDatabase({ ...connection, Client: createNamingClient() }, { ...config, limitedBy });
  try {
    await Promise.all([ensureTablesVisible(database.db), ensureTablesVisible(database.publicDb)]);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { ...database, mode: "postgresql" };
}

/** Waits, because a PostgreSQL that starts together with the application needs some seconds. */
async function waitForPostgresql(connection: pg.ClientConfig, log: Logger): Promise<LimitedBy> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await findLimitedBy(connection, sessionLimits);
    } catch (error) {
      if (attempt === connectAttempts || !isDatabaseUnavailable(error)) throw error;
      if (attempt === 1) log.warn("the database does not answer yet, waiting for it", { error });
      await pause(connectPauseMs);
    }
  }
}

async function openEmbedded(config: DatabaseConfig): Promise<Database> {
  const dataDir = resolve(config.dataDir);
  secureDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    const server = await startEmbeddedServer({
      storage: { type: "folder", folder: join(dataDir, databaseFolderName) },
      runFolder: join(dataDir, socketFolderName),
      log: config.log,
    });
    const connection = embeddedConnection(server.socketFolder);
    await applyMigrations(connection, { ...config, folder: config.migrationsFolder, alone: true }).catch(
      async (error: unknown) => {
        await server.close();
        throw error;
      },
    );
    const database = createDatabase(connection, config);
    return {
      ...database,
      mode: "embedded",
      metrics: () => ({ ...database.metrics(), embedded: server.metrics() }),
      async close() {
        await database.close();
        await server.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The settings with which `pg` connects to the embedded database. */
export function embeddedConnection(socketFolder: string): pg.ClientConfig {
  return {
    host: socketFolder,
    port: embeddedPort,
    user: "postgres",
    database: "postgres",
    application_name: ownApplication,
  };
}

/** Creates pools, and Drizzle over them, for a database that is already migrated. */
export function createDatabase(
  connection: pg.PoolConfig,
  {
    poolSize = defaultPoolSize,
    log,
    limitedBy = "session",
  }: Pick<DatabaseConfig, "poolSize" | "log"> & { limitedBy?: LimitedBy },
): Omit<Database, "mode"> {
  const pool = createPool(connection, { max: poolSize, log, limitedBy, timeouts });
  const publicPool = createPool(connection, {
    max: Math.min(publicPoolSize, poolSize),
    log,
    limitedBy,
    timeouts: publicTimeouts,
  });
  return {
    db: drizzle(pool, { schema }),
    publicDb: drizzle(publicPool, { schema }),
    pool,
    metrics: () => ({
      pools: { visitors: poolMetrics(publicPool), others: poolMetrics(pool) },
      embedded: null,
    }),
    async close() {
      await Promise.all([pool.end(), publicPool.end()]);
    },
  };
}

function poolMetrics({ totalCount, idleCount, waitingCount, options }: pg.Pool) {
  return { size: totalCount, idle: idleCount, waiting: waitingCount, max: options.max };
}

/**
 * Runs a transaction on one connection. It takes plain statements, and functions of features, which start nested transactions.
 */
export function transactionOn<Result>(client: pg.Client, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return drizzle(client, { schema }).transaction((tx) => work(tx));
}
