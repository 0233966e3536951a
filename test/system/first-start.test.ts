import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";

/** `npm start` on an empty data folder: its database comes from the build's prepared one. */
const launch = {
  command: process.execPath,
  args: [resolve(import.meta.dirname, "../../build/server/main.js")],
};
const servers: ServerProcess[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
});

async function startNew(): Promise<ServerProcess> {
  const server = await startServerProcess({
    entry: launch,
    environment: { AUTH_SECRET: "" },
    postgresUrl: "",
  });
  servers.push(server);
  return server;
}

async function readSecrets({ dataDir, sql }: ServerProcess): Promise<string[]> {
  const [row] = await sql<{ keys: string[] }>(
    "select array[installation.key::text, encode(address_key.key, 'hex')] as keys from installation, address_key",
  );
  return [readFileSync(join(dataDir, "auth-secret"), "utf8"), ...(row?.keys ?? [])];
}

test("two installations of one build have different secrets, keys and templates' ids, in files closed to others", async () => {
  const [one, other] = [await startNew(), await startNew()];
  const secrets = [...(await readSecrets(one)), ...(await readSecrets(other))];
  expect(secrets).toHaveLength(6);
  expect(new Set(secrets).size).toBe(6);
  const ids = await Promise.all(
    [one, other].map(({ sql }) => sql<{ id: string }>("select id from email_templates")),
  );
  expect(new Set(ids.flat().map(({ id }) => id)).size).toBe(8);
  const names = readdirSync(one.dataDir, { recursive: true, encoding: "utf8" });
  expect(names.filter((name) => (lstatSync(join(one.dataDir, name)).mode & 0o077) !== 0)).toEqual([]);
});
