import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type Config, ConfigError } from "./config.ts";

const fileName = "auth-secret";

/**
 * The secret that signs cookies and encrypts what is stored: AUTH_SECRET, or in embedded mode one that is made at the
 * first start and kept under DATA_DIR, readable by its owner only.
 */
export function ensureAuthSecret({ authSecret, dataDir }: Pick<Config, "authSecret" | "dataDir">): string {
  return authSecret ?? keptSecret(dataDir);
}

function keptSecret(dataDir: string): string {
  const path = join(dataDir, fileName);
  return readSecret(path) ?? makeSecret(dataDir, path);
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

/** Written whole under another name first: neither a crash nor a second process can leave or see half a secret. */
function makeSecret(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(48).toString("base64url");
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
