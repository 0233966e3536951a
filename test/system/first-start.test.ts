import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { builtServer, type ServerProcess, startServerProcess } from "#test/support/server-process.ts";

const servers: ServerProcess[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.remove();
});

/** Starts a server on an empty data folder, whose database is copied from the build's prepared one. */
async function startNew(): Promise<ServerProcess> {
  const server = await startServerProcess({
    entry: builtServer,
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

test("two installations of one build have different secrets, keys and template ids, in files that other users cannot read", async () => {
  const [one, other] = await Promise.all([startNew(), startNew()]);
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
