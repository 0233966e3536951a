import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "#test/support/free-port.ts";

/** A separate PostgreSQL, made with Debian's tools, that a test may break. */
export type PostgresCluster = {
  port: number;
  /** The URL of its database `postgres`. */
  url: string;
  /** Starts the cluster unless it runs, as an operator or systemd does after a crash. */
  ensureRunning(): void;
  /** `immediate` is like a crash, `fast` like an administrator's stop. */
  stop(mode: "fast" | "immediate"): void;
  /** Makes a standby the primary. */
  promote(): void;
  remove(): void;
};

type ClusterOptions = {
  /** The folder for its files, instead of Debian's default. */
  dataFolder?: string;
  /** The folder for its write-ahead log, by default inside the data folder. */
  walFolder?: string;
  /** The primary that the new cluster copies and follows as a standby. */
  follows?: PostgresCluster;
  /** Settings for postgresql.conf. */
  settings?: Record<string, string>;
};

const versions = "/usr/lib/postgresql";

/** Whether clusters can be made here; prints a message when they cannot, because a skipped test looks like a passed one. */
export function canMakeClusters(): boolean {
  const can = process.getuid?.() === 0 && existsSync("/usr/bin/pg_createcluster") && existsSync(versions);
  if (!can) process.stderr.write("LEFT OUT: faults of PostgreSQL need root and pg_createcluster (Debian)\n");
  return can;
}

/** Makes and starts a cluster that trusts all users of this machine. */
export async function createCluster({ dataFolder, walFolder, follows, settings = {} }: ClusterOptions = {}) {
  const name = `tenue_${randomBytes(4).toString("hex")}`;
  const version = newestVersion();
  const port = await freePort();
  const folder = dataFolder ?? `/var/lib/postgresql/${version}/${name}`;
  for (const parent of [dataFolder, walFolder]) if (parent) giveToPostgres(join(parent, ".."));
  const initdb = ["--auth=trust", "--username=postgres", ...(walFolder ? [`--waldir=${walFolder}`] : [])];
  const options = Object.entries(settings).flatMap(([key, value]) => ["--pgoption", `${key}=${value}`]);
  run(
    "pg_createcluster",
    version,
    name,
    "--port",
    `${port}`,
    "--datadir",
    folder,
    ...options,
    "--",
    ...initdb,
  );
  const cluster: PostgresCluster = {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    ensureRunning() {
      const runs = spawnSync("pg_ctlcluster", [version, name, "status"]).status === 0;
      if (!runs) run("pg_ctlcluster", "--skip-systemctl-redirect", version, name, "start");
    },
    stop(mode) {
      const force = mode === "immediate" ? ["--mode", "immediate"] : [];
      run("pg_ctlcluster", "--skip-systemctl-redirect", version, name, "stop", ...force);
    },
    promote: () => run("pg_ctlcluster", version, name, "promote"),
    remove() {
      run("pg_dropcluster", "--stop", version, name);
      if (walFolder) rmSync(walFolder, { recursive: true, force: true });
    },
  };
  try {
    if (follows) copyOf(follows, folder);
    cluster.ensureRunning();
  } catch (error) {
    cluster.remove();
    throw error;
  }
  return cluster;
}

/** Runs SQL over a direct connection, independent of the server. */
export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined); // when a test breaks the connection, its statement fails too
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

function copyOf({ url }: PostgresCluster, folder: string): void {
  for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true });
  run("runuser", "-u", "postgres", "--", "pg_basebackup", "-R", "--checkpoint=fast", "-D", folder, "-d", url);
}

function newestVersion(): string {
  const found = readdirSync(versions).sort((one, other) => Number(other) - Number(one));
  if (!found[0]) throw new Error(`${versions} is empty`);
  return found[0];
}

function giveToPostgres(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { uid, gid } = statSync("/var/lib/postgresql");
  chownSync(folder, uid, gid);
}

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8", cwd: "/" });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stderr}`);
}
