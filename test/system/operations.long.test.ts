import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "#test/support/free-port.ts";

/**
 * Runs every command of docs/operations.md as root, from an empty Debian to https, in a system made for this test. It replaces
 * Node's site (the test makes the archive) and systemd (the test records its calls).
 */
const root = resolve(import.meta.dirname, "../..");
const canMakeDebian =
  process.getuid?.() === 0 &&
  ["debootstrap", "chroot"].every((name) => spawnSync("which", [name]).status === 0);
if (!canMakeDebian)
  process.stderr.write("LEFT OUT: operations.md line by line needs root and Debian's debootstrap\n");

const linesOf = (markdown: string) =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) => block.trim().split("\n"));

let work: string;
let debian: string;
const inDebian = {
  PATH: "/srv/stand-ins:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: "/root",
  DEBIAN_FRONTEND: "noninteractive",
  LC_ALL: "C",
};

function write(name: string, text: string, mode = 0o644): void {
  writeFileSync(join(debian, name), text, { mode });
}

beforeAll(() => {
  if (!canMakeDebian) return;
  work = mkdtempSync(join(tmpdir(), "tenue-debian-"));
  debian = join(work, "debian");
  const options = { stdio: ["ignore", "ignore", "inherit"] as const };
  execFileSync("npm", ["run", "-s", "release", "--", "--to", work], {
    cwd: root,
    ...options,
    stdio: [...options.stdio],
  });
  execFileSync("debootstrap", ["--variant=minbase", "bookworm", debian], {
    ...options,
    stdio: [...options.stdio],
  });
  copyFileSync("/etc/resolv.conf", join(debian, "etc/resolv.conf"));
  write("usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", 0o755);
  for (const folder of ["srv/stand-ins", "srv/nodejs.org"]) mkdirSync(join(debian, folder));
  write("srv/stand-ins/systemctl", '#!/bin/sh\necho "$*" >> /root/systemctl.log\n', 0o755);
  // A `curl` that answers the page's two calls: it writes the archive to a file and the checksums to the output.
  write(
    "srv/stand-ins/curl",
    '#!/bin/sh\nfor last; do :; done\nname=$(basename "$last")\ncase "$1" in *O*) exec cp "/srv/nodejs.org/$name" . ;; esac\nexec cat "/srv/nodejs.org/$name"\n',
    0o755,
  );
  for (const name of readdirSync(work).filter((one) => one.endsWith(".tar.gz")))
    copyFileSync(join(work, name), join(debian, "root", name));
});
afterAll(() => {
  if (work) rmSync(work, { recursive: true, force: true });
});

/** Replaces Node's site: makes the archive that the page names, with this Node in it. */
function offerNode(line: string): void {
  const name = /node-v[\d.]+-linux-x64/.exec(line)?.[0] ?? "";
  mkdirSync(join(work, name, "bin"), { recursive: true });
  copyFileSync(process.execPath, join(work, name, "bin/node"));
  const archive = join(debian, "srv/nodejs.org", `${name}.tar.xz`);
  execFileSync("tar", [
    "--create",
    `--use-compress-program=xz -1`,
    `--file=${archive}`,
    `--directory=${work}`,
    name,
  ]);
  const sum = createHash("sha256").update(readFileSync(archive)).digest("hex");
  write("srv/nodejs.org/SHASUMS256.txt", `${sum}  ${name}.tar.xz\n`);
}

test.runIf(canMakeDebian)("every command of operations.md works on an empty Debian", async () => {
  const lines = linesOf(readFileSync(join(root, "docs/operations.md"), "utf8"));
  offerNode(lines.find((line) => line.includes("nodejs.org")) ?? "");
  for (const line of lines) {
    const options = { env: inDebian, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(
      "chroot",
      [debian, "bash", "-c", `cd /root; set -o pipefail; ${line}`],
      options,
    );
    expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
  }
  expect(readFileSync(join(debian, "root/systemctl.log"), "utf8")).toBe("enable --now tenue\nreload caddy\n");
  execFileSync("chroot", [debian, "caddy", "validate", "--config", "/etc/caddy/Caddyfile"], {
    env: inDebian,
    stdio: "ignore",
  });

  // Does the work of systemd at a start: makes the folder and runs the command.
  execFileSync(
    "chroot",
    [debian, "install", "--directory", "--mode=700", "--owner=tenue", "/var/lib/tenue"],
    { env: inDebian },
  );
  const port = await freePort();
  const server = spawn("chroot", [debian, "tenue", "start"], { env: { ...inDebian, PORT: String(port) } });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  await expect
    .poll(() => output, { timeout: 120_000, interval: 100 })
    .toContain("Tenue is ready at https://tenue.example");
  expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200);
  server.kill("SIGTERM");
  expect(await once(server, "exit")).toEqual([0, null]);
});
