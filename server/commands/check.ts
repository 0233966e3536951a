/** `tenue check`: prints the rows of the page 'État', in French as there. Changes nothing, whether the server runs or not. */
import { parseArgs } from "node:util";
import type { State, StateRow } from "#contract/state.schema.ts";
import { stateLabels } from "#contract/state.ts";
import { findAuthSecret } from "#server/lib/auth-secret.ts";
import { type Config, ConfigError, readConfig } from "#server/lib/config.ts";
import { openAsItIs } from "#server/lib/database/open-as-it-is.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import {
  lookAtState,
  lookAtStopped,
  lookWithoutConfiguration,
  toState,
} from "#server/state/state.service.ts";
import { type Command, print, UsageError } from "./command.ts";

const usage = `Usage:
  tenue check [--json]     how this installation is; ends with code 1 for an error, 2 for a warning`;

export const check: Command = async (args) => {
  const { json } = parse(args);
  const state = toState(await look(), new Date());
  print(json ? JSON.stringify(state) : asText(state));
  const verdicts = new Set(state.rows.map(({ verdict }) => verdict));
  return verdicts.has("error") ? 1 : verdicts.has("warn") ? 2 : 0;
};

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { json: { type: "boolean", default: false } } }).values;
  } catch {
    throw new UsageError(usage);
  }
}

async function look(): Promise<StateRow[]> {
  const config = configOrReason();
  if (typeof config === "string") return lookWithoutConfiguration(config);
  const database = await openAsItIs(config);
  if (database === null) return lookAtStopped(config);
  // The server receives the requests, not this process.
  const surroundings = { fetch, ownRequests: null, now: () => new Date() };
  try {
    const authSecret = serversSecret(config);
    return await lookAtState({ ...surroundings, db: database.db, config: { ...config, authSecret } });
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

/** With another secret than the server's, all that it sealed would seem to be lost. */
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

function asText({ version, rows }: State): string {
  const lines = rows.flatMap(({ key, verdict, found, fix }) => [
    `${marks[verdict].padEnd(12)}${stateLabels[key].padEnd(28)}${found}`,
    ...(fix ? [`${" ".repeat(40)}${fix}`] : []),
  ]);
  return [`Tenue ${version}`, "", ...lines].join("\n");
}
