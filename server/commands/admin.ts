/** `tenue admin …`: makes links and resets second factors from a shell on the server. */
import { parseArgs } from "node:util";
import { adminEmailSchema } from "#contract/admins.schema.ts";
import { inviteFromShell } from "#server/accounts/admins.service.ts";
import type { LinkDependencies } from "#server/accounts/passwords.service.ts";
import { resetTwoFactor } from "#server/accounts/two-factor.service.ts";
import { createUpdateBackup } from "#server/backup/update-backup.service.ts";
import { ensureSecretOfNewFolder, findAuthSecret } from "#server/lib/auth-secret.ts";
import { readConfig } from "#server/lib/config.ts";
import { openDatabase } from "#server/lib/database/database.ts";
import { DataFolderInUseError } from "#server/lib/database/embedded-folder.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { OperatorError } from "#server/lib/operator-error.ts";
import { type Command, print, UsageError } from "./command.ts";

const usage = `Usage:
  tenue admin invite EMAIL [--super]       add an administrator, or renew the link (also for a lost password)
  tenue admin reset-two-factor EMAIL       switch two-factor sign-in off, when the device is lost`;

const commands: Record<
  string,
  (deps: LinkDependencies, email: string, isSuperAdmin: boolean) => Promise<string>
> = {
  async invite(deps, email, isSuperAdmin) {
    const { activationLink, isNew } = await inviteFromShell(deps, { email, isSuperAdmin });
    const what = isNew ? `Administrator ${email} added` : `New link for ${email}; older ones no longer work`;
    return `${what}. Choose a password within 24 hours:\n${activationLink}`;
  },
  async "reset-two-factor"(deps, email) {
    if (!(await resetTwoFactor(deps.db, email, deps.now())))
      throw new UsageError(`No administrator has the address ${email}.`);
    return `Two-factor sign-in is off for ${email}, who is signed out everywhere.`;
  },
};

export const admin: Command = async (args) => {
  const { name, email, isSuperAdmin } = parse(args);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(usage);
  const address = adminEmailSchema.safeParse(email);
  if (!address.success) throw new UsageError(`"${email}" is no e-mail address.\n\n${usage}`);
  const config = readConfig(process.env);
  ensureSecretOfNewFolder(config);
  const log = silentLogger;
  const beforeMigrations = createUpdateBackup({ ...config, authSecret: findAuthSecret(config), log });
  const database = await openDatabase({ ...config, log, beforeMigrations }).catch(explainFolderInUse);
  try {
    print(await command({ db: database.db, config, now: () => new Date() }, address.data, isSuperAdmin));
    return 0;
  } finally {
    await database.close();
  }
};

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { super: { type: "boolean", default: false } },
    });
    const [name = "", email = "", ...rest] = positionals;
    if (rest.length > 0) throw new UsageError(usage);
    return { name, email, isSuperAdmin: values.super };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(usage);
  }
}

function explainFolderInUse(error: unknown): never {
  if (!(error instanceof DataFolderInUseError)) throw error;
  throw new OperatorError(
    "The server is running and holds the embedded database: stop it, run this again, then start it again.",
  );
}
