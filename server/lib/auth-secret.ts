import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError } from "./config.ts";
import { databaseFolderName, secureDataFolder } from "./data-folder.ts";

const fileName = "auth-secret";

/**
 * The secret that signs cookies and encrypts stored data. It is AUTH_SECRET, or in embedded mode a secret that the first start makes
 * and keeps under DATA_DIR, readable by its owner only.
 */
export function ensureAuthSecret({ authSecret, dataDir }: Pick<Config, "authSecret" | "dataDir">): string {
  return authSecret ?? keptSecret(dataDir);
}

/** Reads the secret without creating one. @returns null when there is none */
export function findAuthSecret({
  authSecret,
  dataDir,
}: Pick<Config, "authSecret" | "dataDir">): string | null {
  return authSecret ?? readSecret(join(dataDir, fileName));
}

/**
 * For commands that may make the data folder but need no secret: otherwise a server that finds a database without a secret
 * has to assume that the secret was lost.
 */
export function ensureSecretOfNewFolder({
  authSecret,
  dataDir,
}: Pick<Config, "authSecret" | "dataDir">): void {
  if (authSecret === undefined && !existsSync(join(dataDir, databaseFolderName))) keptSecret(dataDir);
}

/**
 * Stores the AUTH_SECRET of a restore in DATA_DIR, so that the server finds it without the variable.
 * @returns the file; null when the file holds another secret, which stays
 */
export function storeAuthSecret(secret: string, { dataDir }: Pick<Config, "dataDir">): string | null {
  const path = join(dataDir, fileName);
  return (readSecret(path) ?? makeSecret(path, secret)) === secret ? path : null;
}

function keptSecret(dataDir: string): string {
  secureDataFolder(dataDir);
  const path = join(dataDir, fileName);
  const kept = readSecret(path);
  if (kept !== null) return kept;
  if (existsSync(join(dataDir, databaseFolderName))) throw secretIsMissing(path);
  return makeSecret(path);
}

/** Fails, because a new secret would silently make all data that the old one encrypted unreadable. */
function secretIsMissing(path: string): ConfigError {
  return new ConfigError(
    `AUTH_SECRET: ${path} is missing beside an existing database. Put that file back from your backup, or set AUTH_SECRET to what it held; if it is lost, set AUTH_SECRET to a new one (openssl rand -base64 48), then run: tenue backup FILE; tenue restore FILE --replace --without-secret. Administrators sign in again, mail passwords have to be entered again and second factors reset (tenue admin reset-two-factor).`,
  );
}

function readSecret(path: string): string | null {
  try {
    const secret = readFileSync(path, "utf8").trim();
    if (secret.length < 32)
      throw new ConfigError(`AUTH_SECRET: ${path} is damaged (shorter than 32 characters)`);
    return secret;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Writes a temporary file and renames it, so that a crash or a second process never sees half a secret. */
function makeSecret(path: string, secret = randomBytes(48).toString("base64url")): string {
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  const file = openSync(draft, "wx", 0o600);
  try {
    writeSync(file, `${secret}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(draft, path);
    return secret;
  } catch (error) {
    const other = readSecret(path);
    if (other === null) throw error;
    return other;
  } finally {
    rmSync(draft, { force: true });
  }
}
