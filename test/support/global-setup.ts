import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createTemplate,
  ensureSnapshot,
  snapshotVariable,
  socketsVariable,
  templateVariable,
} from "./test-run.ts";

/** Prepares, once per run, the database that test files copy. Their processes inherit the environment variable with its place. */
export default async function setUp(): Promise<() => Promise<void>> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (serverUrl) {
    const template = await createTemplate(serverUrl);
    process.env[templateVariable] = template.name;
    return template.remove;
  }
  process.env[snapshotVariable] = await ensureSnapshot();
  const sockets = mkdtempSync(join(tmpdir(), "tenue-test-"));
  process.env[socketsVariable] = sockets;
  return async () => rmSync(sockets, { recursive: true });
}
