import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import pg from "pg";
import { databaseFolderName } from "#server/lib/data-folder.ts";
import { embeddedConnection } from "#server/lib/database/database.ts";
import { ensureDatabaseFolder } from "./test-run.ts";

/** A real server process on a separate database. */
export type ServerProcess = {
  url: string;
  dataDir: string;
  /** The URL of the database, for a second instance; undefined in embedded mode. */
  databaseUrl: string | undefined;
  /** The server's output so far. */
  output: () => string;
  /** Runs SQL beside the server, to prepare or to check the stored data. */
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  kill: (signal: NodeJS.Signals) => Promise<void>;
  /** The id of the running process, which leads a process group. */
  pid: () => number;
  /** Resolves with the exit code of the process, null when a signal ended it. */
  exited: () => Promise<number | null>;
  /** Starts the server again on the same data and port. */
  start: () => Promise<void>;
  /** Ends the server and removes its data. */
  remove: () => Promise<void>;
};

/** `source`: the API from its sources, which Node runs directly. `build`: the command of `npm start`. */
const entries = {
  source: [resolve(import.meta.dirname, "../../server/main.ts"), "--api-only"],
  build: [resolve(import.meta.dirname, "../../build/server/main.js")],
};

/** The command of `npm start`, without a prepared database in the data folder. */
export const builtServer: Launch = { command: process.execPath, args: entries.build };

/** AUTH_SECRET of every server process. */
export const authSecret = "only-for-tests-0123456789abcdef-0123456789";

/** The environment of our programs without their settings. They share Node's compile cache. */
export const programEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, "../../node_modules/.cache/tenue-compiled"),
};

export type Launch = { command: string; args: string[]; cwd?: string };

/** A start that takes longer is treated as hanging and ended. */
const startLimitMs = 5 * 60_000;

type ServerProcessOptions = {
  /** A custom command must start a server like one of the other two. */
  entry: keyof typeof entries | Launch;
  environment?: Record<string, string>;
  /** The port at which the server finds PostgreSQL instead: a proxy that a test can interrupt. */
  databasePort?: number;
  /** The PostgreSQL on which the server gets a new database. */
  postgresUrl?: string | undefined;
};

/** Starts a server on a new database of `postgresUrl` (by default TEST_DATABASE_URL), or on an embedded one without it. */
export async function startServerProcess({
  entry,
  environment = {},
  databasePort,
  postgresUrl = process.env.TEST_DATABASE_URL,
}: ServerProcessOptions): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "tenue-e2e-"));
  const database = postgresUrl ? await createDatabase(postgresUrl) : null;
  // A custom command may start another release, which must make its own database.
  if (!database && typeof entry === "string") {
    const folder = join(dataDir, databaseFolderName);
    cpSync(await ensureDatabaseFolder(), folder, { recursive: true });
  }
  let output = "";
  let child: ChildProcess | null = null;
  let port = "0";

  const start = async () => {
    const { command, args, cwd }: Launch =
      typeof entry === "string" ? { command: process.execPath, args: entries[entry] } : entry;
    const started = spawn(command, args, {
      ...(cwd !== undefined && { cwd }),
      detached: true,
      env: {
        ...programEnvironment,
        HOST: "127.0.0.1",
        PORT: port,
        DATA_DIR: dataDir,
        SIGNUP_LIMIT_PER_MINUTE: "0",
        LOG_FORMAT: "json",
        // This resolver never answers, so that the server accepts the domains of the tests.
        DNS_SERVERS: "127.0.0.1:9",
        AUTH_SECRET: authSecret,
        ...(database && { DATABASE_URL: onPort(database.url, databasePort) }),
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child = started;
    const from = output.length;
    const take = (chunk: Buffer) => {
      output += chunk.toString();
    };
    started.stdout.on("data", take);
    started.stderr.on("data", take);
    port = await listeningPort(started, () => output.slice(from));
  };

  const running = () => {
    if (!child) throw new Error("the server was not started");
    return child;
  };
  const exited = async () => {
    const { exitCode, signalCode } = running();
    if (exitCode !== null || signalCode !== null) return exitCode;
    const [code] = (await once(running(), "exit")) as [number | null];
    return code;
  };
  const kill = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };

  await start();
  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    dataDir,
    databaseUrl: database?.url,
    output: () => output,
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      const client = new pg.Client(
        database ? { connectionString: database.url } : embeddedConnection(join(dataDir, "socket")),
      );
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    kill,
    pid: () => running().pid ?? 0,
    exited,
    start,
    async remove() {
      await kill("SIGTERM");
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function onPort(address: string, port: number | undefined): string {
  if (port === undefined) return address;
  const url = new URL(address);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}

/** Waits for the line with the address; a server that ends instead is an error with its output. */
function listeningPort(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((done, fail) => {
    const limit = setTimeout(() => child.kill("SIGKILL"), startLimitMs);
    const look = () => {
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output())?.[1];
      if (!port) return;
      clearTimeout(limit);
      done(port);
    };
    child.stdout?.on("data", look);
    child.once("exit", (code) => {
      clearTimeout(limit);
      fail(new Error(`the server ended with ${code}:\n${output()}`));
    });
  });
}

async function createDatabase(base: string) {
  const name = `tenue_e2e_${randomBytes(6).toString("hex")}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: base });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
