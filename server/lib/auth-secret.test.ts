import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureAuthSecret } from "./auth-secret.ts";
import { readConfig } from "./config.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tenue-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const config = (extra = {}) => readConfig({ DATA_DIR: join(folder, "data"), ...extra });

test("a missing AUTH_SECRET is generated once and kept readable for its owner only", () => {
  const authSecret = ensureAuthSecret(config());
  expect(authSecret.length).toBeGreaterThanOrEqual(64);
  expect(ensureAuthSecret(config())).toBe(authSecret);
  const path = join(folder, "data", "auth-secret");
  expect(readFileSync(path, "utf8").trim()).toBe(authSecret);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("AUTH_SECRET is preferred to the file and creates none", () => {
  const secret = "zVq3-Lin et velours, 1974-kX8t-Organza";
  expect(ensureAuthSecret(config({ AUTH_SECRET: secret }))).toBe(secret);
  expect(() => statSync(join(folder, "data"))).toThrow("ENOENT");
});

test("a damaged secret is reported and never replaced, so that encrypted data are not lost", () => {
  ensureAuthSecret(config());
  writeFileSync(join(folder, "data", "auth-secret"), "short");
  expect(() => ensureAuthSecret(config())).toThrow("is damaged");
});
