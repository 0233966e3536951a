import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { freePort } from "#test/support/free-port.ts";
import { type PostgresCluster, query } from "./postgres-cluster.ts";

const program = "/usr/sbin/haproxy";
const shipped = resolve(import.meta.dirname, "../../../deploy/haproxy/haproxy.cfg");

/** Whether HAProxy is installed; prints a message when it is not. */
export function hasHaproxy(): boolean {
  const has = existsSync(program);
  if (!has) process.stderr.write("LEFT OUT: fail-over through HAProxy (Debian: haproxy)\n");
  return has;
}

/** Starts HAProxy with the file of deploy/, in front of two clusters. */
export async function startHaproxy(one: PostgresCluster, two: PostgresCluster) {
  const folder = mkdtempSync(join(tmpdir(), "tenue-haproxy-"));
  const port = await freePort();
  const file = join(folder, "haproxy.cfg");
  const configured = readFileSync(shipped, "utf8")
    .replace("127.0.0.1:5000", `127.0.0.1:${port}`)
    .replace("127.0.0.1:5432 check", `127.0.0.1:${one.port} check`)
    .replace("127.0.0.1:5433 check", `127.0.0.1:${two.port} check`);
  writeFileSync(file, configured);
  const { status, stderr } = spawnSync(program, ["-c", "-f", file], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const child = spawn(program, ["-db", "-f", file], { stdio: "ignore" });
  // Until its first check, HAProxy passes connections to both servers in turn.
  const url = one.url.replace(`:${one.port}/`, `:${port}/`);
  const isStandby = () => query(url, "select pg_is_in_recovery() as standby");
  await expect
    .poll(() => Promise.all([isStandby(), isStandby()]).catch(String), { timeout: 30_000 })
    .toEqual([[{ standby: false }], [{ standby: false }]]);
  return {
    port,
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
