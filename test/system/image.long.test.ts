import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#test/support/free-port.ts";

/** Unpacks the container image and runs it like a container engine: as the image's user, and read-only except its volume. */
const root = resolve(import.meta.dirname, "../..");
const canRunImages =
  process.getuid?.() === 0 &&
  ["buildah", "unshare", "chroot"].every((name) => spawnSync("which", [name]).status === 0);
if (!canRunImages)
  process.stderr.write("LEFT OUT: the image for containers needs root, Debian's buildah and unshare\n");

let work: string;
const buildah = (...args: string[]) => {
  const storage = [
    "--root",
    join(work, "storage"),
    "--runroot",
    join(work, "run"),
    "--storage-driver",
    "vfs",
  ];
  return execFileSync("buildah", [...storage, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
};

beforeAll(() => {
  if (!canRunImages) return;
  work = mkdtempSync(join(tmpdir(), "tenue-image-"));
  execFileSync("npm", ["run", "-s", "release:image", "--", "--to", work], { cwd: root, stdio: "ignore" });
});
afterAll(() => {
  if (work) rmSync(work, { recursive: true, force: true });
});

test.runIf(canRunImages)(
  "the image starts read-only, as its user, on one volume, and stops at SIGTERM",
  async () => {
    const archive = execFileSync("find", [work, "-maxdepth", "1", "-name", "*-image.tar"], {
      encoding: "utf8",
    }).trim();
    const folder = buildah("mount", buildah("from", `oci-archive:${archive}`));
    const port = await freePort();
    const mounts = [
      `mount --bind ${folder} ${folder}`,
      `mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs ${folder}/data`,
      `mount -o remount,bind,ro ${folder}`,
    ].join(" && ");
    const settings = `DATA_DIR=/data HOST=127.0.0.1 PORT=${port} PATH=/usr/local/bin`;
    const start = `exec env ${settings} /usr/sbin/chroot --userspec=10001:10001 ${folder} /usr/local/bin/node /opt/tenue/bin/tenue start`;
    const server = spawn("unshare", ["--mount", "sh", "-c", `${mounts} && ${start}`], {
      env: { PATH: process.env.PATH },
    });
    let output = "";
    for (const stream of [server.stdout, server.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    await expect.poll(() => output, { timeout: 120_000, interval: 100 }).toContain("Tenue is ready");
    expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    server.kill("SIGTERM");
    expect(await once(server, "exit")).toEqual([0, null]);
  },
);
