import { once } from "node:events";
import { accessSync, constants, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { sep } from "node:path";
import { type Config, ConfigError } from "./lib/config.ts";
import { systemWords } from "./lib/system-error.ts";

/** The remedy for each error code of `listen`. */
const listenProblems: Record<string, string> = {
  EADDRINUSE: "PORT: another program uses it: stop that program, or set another PORT",
  EACCES: "PORT: this user may not open it: set one from 1024 on, behind a proxy",
  EADDRNOTAVAIL: "HOST: this machine has no such address",
  ENOTFOUND: "HOST: the name is unknown: set an address of this machine",
};

/** Before the database is opened, so that a start that fails changes nothing. @throws ConfigError */
export async function ensureListenable({ port, host }: { port: number; host: string }): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, "listening");
  } catch (error) {
    const problem = listenProblems[(error as NodeJS.ErrnoException).code ?? ""];
    throw problem === undefined ? error : new ConfigError(`${problem} (${systemWords(error)})`);
  }
  probe.close();
  await once(probe, "close");
}

/**
 * Makes the folder of BACKUP_DIR. One inside DATA_DIR is made with the first backup: DATA_DIR is checked by itself.
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
      `BACKUP_DIR: no backup can be written to ${folder} (${systemWords(error)}): give the folder to the server's user, or set another one`,
    );
  }
}
