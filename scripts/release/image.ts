/** `npm run release:image [-- --to FOLDER]`: an OCI image of the release without base image, tenue-VERSION-image.tar. Needs Buildah. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { layOutRelease, memorySettings } from "./release-files.ts";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({ options: { to: { type: "string", default: join(root, "dist") } } });
const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
/** The user in the image: an id that hosts are unlikely to use. */
const user = 10_001;
const authorities = "/etc/ssl/certs/ca-certificates.crt";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const work = mkdtempSync(join(tmpdir(), "tenue-image-"));
const storage = ["--root", join(work, "storage"), "--runroot", join(work, "run"), "--storage-driver", "vfs"];
const buildah = (...args: string[]) =>
  execFileSync("buildah", [...storage, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  }).trim();

/** Copies a file of this machine, links resolved, to the same path of the image. */
function copyFile(path: string, place = path): void {
  const target = join(work, "root", place);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(realpathSync(path), target);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(work, "root", path)), { recursive: true });
  writeFileSync(join(work, "root", path), text);
}

/** Copies the libraries of Node and argon2 with the loader, and librt, because older machine code loads it by name. */
function copyLibraries(programs: string[]): void {
  const listed = programs.map((program) => execFileSync("ldd", [program], { encoding: "utf8" })).join("\n");
  if (listed.includes("not found")) throw new Error(`libraries are missing:\n${listed}`);
  const libraries = new Set(
    [...listed.matchAll(/(\/\S+)/g)].map(([, path = ""]) => path).filter((path) => path.includes(".so")),
  );
  const [libc = ""] = [...libraries].filter((path) => path.endsWith("/libc.so.6"));
  for (const path of [...libraries, join(dirname(libc), "librt.so.1")]) copyFile(path);
}

try {
  layOutRelease(root, join(work, "root/opt/tenue"), git("rev-parse", "HEAD"));
  const argon2 = execFileSync(
    "find",
    [join(work, "root/opt/tenue/node_modules/@node-rs"), "-name", "*.node"],
    { encoding: "utf8" },
  );
  copyFile(process.execPath, "/usr/local/bin/node");
  chmodSync(join(work, "root/usr/local/bin/node"), 0o755);
  copyLibraries([process.execPath, ...argon2.trim().split("\n")]);
  copyFile(authorities);
  write("/etc/passwd", `tenue:x:${user}:${user}::/data:/nonexistent\n`);
  write("/etc/group", `tenue:x:${user}:\n`);
  write("/etc/nsswitch.conf", "hosts: files dns\n");
  for (const folder of ["root/tmp", "data"]) mkdirSync(join(work, folder), { recursive: true });
  chmodSync(join(work, "root/tmp"), 0o1777);

  const container = buildah("from", "scratch");
  buildah("copy", "--quiet", container, join(work, "root"), "/");
  buildah(
    "copy",
    "--quiet",
    "--chown",
    `${user}:${user}`,
    "--chmod",
    "0700",
    container,
    join(work, "data"),
    "/data",
  );
  buildah(
    "config",
    ...["--user", `${user}:${user}`, "--volume", "/data", "--port", "3000", "--workingdir", "/"],
    "--entrypoint",
    JSON.stringify(["/usr/local/bin/node", memorySettings.nodeOption, "/opt/tenue/bin/tenue"]),
    ...["--cmd", "start", "--env", memorySettings.environment],
    ...["--env", "DATA_DIR=/data", "--env", "NODE_ENV=production", "--env", "PATH=/usr/local/bin"],
    ...["--stop-signal", "SIGTERM", "--label", `org.opencontainers.image.version=${version}`],
    container,
  );
  const name = `tenue:${version}`;
  buildah("commit", "--quiet", "--timestamp", git("log", "-1", "--format=%ct"), container, name);
  const archive = join(resolve(values.to), `tenue-${version}-image.tar`);
  mkdirSync(dirname(archive), { recursive: true });
  rmSync(archive, { force: true });
  buildah("push", "--quiet", name, `oci-archive:${archive}:${name}`);
  console.log(archive);
} finally {
  rmSync(work, { recursive: true, force: true });
}
