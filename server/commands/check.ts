/** `tenue check`: prints the rows of the page 'État', in French like the page. Changes nothing, whether the server runs or not. */

import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import type { State, StateRow } from "#contract/state.schema.ts";
import { stateLabels } from "#contract/state.ts";
import { type ToDoRow, toDoLevelLabels } from "#contract/to-do.schema.ts";
import { findAuthSecret } from "#server/lib/auth-secret.ts";
import { type Config, ConfigError, readConfig } from "#server/lib/config.ts";
import { createDatabase, type Database, embeddedConnection } from "#server/lib/database/database.ts";
import { socketFolderName } from "#server/lib/database/embedded-server.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import { createActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import { createSite } from "#server/site/site-settings.service.ts";
import {
  checkState,
  checkStoppedServer,
  rowsWithoutConfiguration,
  toState,
} from "#server/state/state.service.ts";
import { listSteps } from "#server/state/to-do.service.ts";
import { type Command, print, UsageError } from "./command.ts";

const usage = `Usage:
  tenue check [--json]     check this installation; exit code 1 for an error, 2 for a warning`;

export const check: Command = async (args) => {
  const { json } = parse(args);
  const { rows, toDo } = await checkInstallation();
  const state = toState(rows, new Date());
  print(json ? JSON.stringify({ ...state, toDo }) : asText(state, toDo));
  const verdicts = new Set(rows.map(({ verdict }) => verdict));
  return verdicts.has("error") ? 1 : verdicts.has("warn") ? 2 : 0;
};

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { json: { type: "boolean", default: false } } }).values;
  } catch {
    throw new UsageError(usage);
  }
}

/** `toDo`: the remaining steps; empty when the database is not reached. */
type CheckResult = { rows: StateRow[]; toDo: ToDoRow[] };

async function checkInstallation(): Promise<CheckResult> {
  const config = configOrReason();
  if (typeof config === "string") return { rows: rowsWithoutConfiguration(config), toDo: [] };
  const database = await openReadOnly(config);
  if (database === null) return { rows: await checkStoppedServer(config), toDo: [] };
  const { db } = database;
  try {
    const deps = {
      db,
      config: { ...config, authSecret: serversSecret(config) },
      now: () => new Date(),
      fetch,
      ownRequests: null, // the server receives the requests, not this process
      site: createSite({ db, log: silentLogger }),
      questions: createActiveQuestions(db),
    };
    const rows = await checkState(deps);
    const isReached = rows.some(({ key, verdict }) => key === "database" && verdict !== "error");
    return { rows, toDo: isReached ? (await listSteps(deps)).filter(({ done }) => !done) : [] };
  } finally {
    await database.close();
  }
}

function configOrReason(): Config | string {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

/** Uses the server's secret: with another one, all values that the server sealed would seem to be lost. */
function serversSecret(config: Config): string {
  const secret = findAuthSecret(config);
  if (secret !== null) return secret;
  throw new OperatorError("AUTH_SECRET is not known here: run this with the server's environment.");
}

const marks: Record<StateRow["verdict"], string> = {
  ok: "bon",
  warn: "à corriger",
  error: "ERREUR",
  unknown: "inconnu",
};

function asText({ version, rows }: State, toDo: ToDoRow[]): string {
  const checks = rows.flatMap(({ key, verdict, found, fix }) =>
    lines(marks[verdict], stateLabels[key], [found, ...(fix ? [fix] : [])]),
  );
  const steps = toDo.flatMap(({ level, sentence, details }) =>
    lines("à faire", toDoLevelLabels[level], [sentence, ...details]),
  );
  return [`Tenue ${version}`, "", ...checks, ...(steps.length > 0 ? ["", ...steps] : [])].join("\n");
}

function lines(mark: string, label: string, [first = "", ...others]: string[]): string[] {
  const start = `${mark.padEnd(12)}${label.padEnd(28)}`;
  return [start + first, ...others.map((line) => " ".repeat(start.length) + line)];
}

type Opened = Pick<Database, "db" | "publicDb" | "close">;

/**
 * Opens the database for reading only: starts, migrates and creates nothing.
 * @returns pools, which find out themselves if a PostgreSQL answers; null for the embedded database when its server does not run
 */
export async function openReadOnly({
  databaseUrl,
  dataDir,
}: Pick<Config, "databaseUrl" | "dataDir">): Promise<Opened | null> {
  const options = { poolSize: 2, log: silentLogger };
  if (databaseUrl !== undefined) return createDatabase({ connectionString: databaseUrl }, options);
  const folder = await socketFolderOf(dataDir);
  if (folder === null) return null;
  const connection = embeddedConnection(folder);
  return (await answers(connection)) ? createDatabase(connection, options) : null;
}

/** Follows the link to the socket's folder, which exists when the path is too long for a socket. */
async function socketFolderOf(dataDir: string): Promise<string | null> {
  try {
    return await realpath(join(dataDir, socketFolderName));
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Checks for an answer, because a killed server leaves its socket behind. */
async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  } finally {
    await client.end();
  }
}

const absent = new Set(["ENOENT", "ECONNREFUSED"]);
const isAbsent = (error: unknown) =>
  error instanceof Error && "code" in error && absent.has(String(error.code));
