import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Debian's packages conflict with one another, so each is unpacked into a separate root folder. */
export type Chroot = {
  folder: string;
  /** Writes a file. The path is absolute inside the root folder. */
  write(path: string, text: string): void;
  remove(): void;
};

/** True with root rights, chroot and Debian's packages. Otherwise these tests are skipped. */
export const canChroot =
  process.getuid?.() === 0 &&
  ["chroot", "dpkg", "apt-get", "ldd", "mknod"].every(
    (command) => spawnSync("which", [command]).status === 0,
  );

/** Accounts that these servers need by name. */
const accounts = [
  ["root", 0],
  ["opensmtpd", 801],
  ["opensmtpq", 802],
  ["postfix", 803],
  ["postdrop", 804],
  ["nobody", 65534],
] as const;
export const idOf = Object.fromEntries(accounts);

/**
 * Unpacks a package into a separate folder with only the libraries that its programs need.
 * @param programs paths that are absolute inside the folder
 * @param libraries packages that contain libraries of the programs
 */
export function unpackPackage(
  name: string,
  { programs, libraries }: { programs: string[]; libraries: string[] },
): Chroot {
  const folder = mkdtempSync(join(tmpdir(), `tenue-${name}-`));
  const download = mkdtempSync(join(tmpdir(), "tenue-deb-"));
  try {
    run("apt-get", ["download", "-qq", "-o", "APT::Sandbox::User=root", name], download);
    const [file = ""] = execFileSync("ls", [download], { encoding: "utf8" }).split("\n");
    run("dpkg", ["-x", join(download, file), folder], download);
  } finally {
    rmSync(download, { recursive: true });
  }
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...libraries], {
    env: environment,
    stdio: "ignore",
  });
  run("chmod", ["755", folder], folder);
  for (const path of ["dev", "etc", "run", "tmp", "var/empty", "var/log", "var/run"]) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  for (const [device, minor] of [
    ["null", 3],
    ["random", 8],
    ["urandom", 9],
  ]) {
    run("mknod", ["-m", "666", join(folder, "dev", String(device)), "c", "1", String(minor)], folder);
  }
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text, { mode: 0o644 });
  write(
    "/etc/passwd",
    accounts.map(([user, id]) => `${user}:x:${id}:${id}::/var/empty:/bin/false\n`).join(""),
  );
  write("/etc/group", accounts.map(([group, id]) => `${group}:x:${id}:\n`).join(""));
  write("/etc/hosts", "127.0.0.1 localhost\n");
  copyLibraries(folder, programs);
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function copyLibraries(folder: string, programs: string[]): void {
  const own = join(folder, "usr/lib/postfix");
  for (const program of programs) {
    const listed = execFileSync("ldd", [join(folder, program)], {
      encoding: "utf8",
      env: { ...process.env, LD_LIBRARY_PATH: own },
    });
    if (listed.includes("not found")) throw new Error(`${program} misses libraries:\n${listed}`);
    for (const [library] of listed.matchAll(/\/\S+/g)) {
      if (library.startsWith(folder) || existsSync(join(folder, library))) continue;
      mkdirSync(join(folder, dirname(library)), { recursive: true });
      cpSync(realpathSync(library), join(folder, library));
    }
  }
}

function run(command: string, args: string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}
