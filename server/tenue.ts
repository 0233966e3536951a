/** `tenue COMMAND …`: all commands of an operator. In a clone the same commands are npm scripts. */

import { type Command, print, UsageError } from "./commands/command.ts";
import { keepFilesPrivate } from "./lib/data-folder.ts";
import { explainStartFailure } from "./lib/operator-error.ts";
import { productVersion } from "./lib/package.ts";

const commands: Record<string, () => Promise<Command>> = {
  start: async () => start,
  version: async () => version,
  admin: async () => (await import("./commands/admin.ts")).admin,
  check: async () => (await import("./commands/check.ts")).check,
  backup: async () => (await import("./commands/backup.ts")).backup,
  move: async () => (await import("./commands/move.ts")).move,
  restore: async () => (await import("./commands/restore.ts")).restore,
};

/** Starts the server, which keeps running after this function has returned. */
async function start(): Promise<number> {
  await import("./main.ts");
  return 0;
}

async function version(): Promise<number> {
  print(productVersion());
  return 0;
}

const usage = `Usage:
  tenue start                              start the server
  tenue admin invite EMAIL [--super]       add an administrator, or renew the link
  tenue admin reset-two-factor EMAIL       switch two-factor sign-in off
  tenue backup [FILE] [--verify]           make a backup, or verify that one can be restored
  tenue restore FILE [--replace]           restore a backup; --replace discards the present data (tenue restore: all options)
  tenue move --to URL|FOLDER               copy everything into another database
  tenue check [--json]                     check this installation; exit code 1 for an error, 2 for a warning`;

/** Conventional names for commands. */
const synonyms: Record<string, string> = { "--help": "help", "-h": "help", "--version": "version" };

async function run([given = "help", ...args]: string[]): Promise<number> {
  const name = synonyms[given] ?? given;
  if (name === "help") {
    print(usage);
    return 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new UsageError(usage);
  return (await load())(args);
}

keepFilesPrivate();
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : explainStartFailure(error)}\n`);
  process.exitCode = 1;
}
