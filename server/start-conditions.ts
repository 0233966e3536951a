import { once } from "node:events";
import { accessSync, constants, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { sep } from "node:path";
import type { AppDependencies } from "./app-dependencies.ts";
import { type Config, ConfigError } from "./lib/config.ts";
import { systemMessage } from "./lib/operator-error.ts";
import { findUnreadableSecrets } from "./state/state.service.ts";

/** The remedy for each error code of `listen`. */
const listenProblems: Record<string, string> = {
  EADDRINUSE: "PORT: another program uses it: stop that program, or set another PORT",
  EACCES: "PORT: this user may not open it: set one from 1024 on, behind a proxy",
  EADDRNOTAVAIL: "HOST: this machine has no such address",
  ENOTFOUND: "HOST: the name is unknown: set an address of this machine",
};

/** Checked before the database is opened, so that a failed start changes nothing. @throws ConfigError */
export async function ensureListenable({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, "listening");
  } catch (error) {
    const problem = listenProblems[(error as NodeJS.ErrnoException).code ?? ""];
    throw problem === undefined ? error : new ConfigError(`${problem} (${systemMessage(error)})`);
  }
  probe.close();
  await once(probe, "close");
}

/**
 * Makes the folder of BACKUP_DIR. A folder inside DATA_DIR is made with the first backup: DATA_DIR is checked separately.
 * @throws ConfigError when no backup can be written there
 */
export function ensureBackupFolder({
  backupDir: folder,
  dataDir,
}: Pick<Config, "backupDir" | "dataDir">): void {
  if (folder === undefined || folder.startsWith(`${dataDir}${sep}`)) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `BACKUP_DIR: no backup can be written to ${folder} (${systemMessage(error)}): give the folder to the server's user, or set another one`,
    );
  }
}

/** Logs one line at the start about stored secrets that this AUTH_SECRET cannot open; none when all can be read. */
export async function reportUnreadableSecrets(deps: AppDependencies): Promise<void> {
  const { twoFactors, smtpPassword, sendgridKey, dkimKey, imapPassword, webhooks } =
    await findUnreadableSecrets(deps);
  const kinds = [
    twoFactors > 0 && counted(twoFactors, "two-factor secret"),
    smtpPassword && "the SMTP password",
    sendgridKey && "the SendGrid key",
    dkimKey && "the DKIM key",
    imapPassword && "the IMAP password",
    webhooks && "the address or secret of a webhook",
  ].filter((kind) => kind !== false);
  if (kinds.length === 0) return;
  const count =
    twoFactors + [smtpPassword, sendgridKey, dkimKey, imapPassword, webhooks].filter(Boolean).length;
  deps.log.warn(
    `${counted(count, "stored secret")} cannot be read: ${kinds.join(", ")}. Was AUTH_SECRET changed? Name the earlier one in AUTH_SECRET_PREVIOUS.`,
  );
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
