import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const deploy = resolve(import.meta.dirname, "../../deploy");
const unit = join(deploy, "tenue.service");
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd)
  process.stderr.write("LEFT OUT: the score of the service needs systemd-analyze (Debian's systemd)\n");

test.runIf(hasSystemd)("systemd rates the service's exposure 1.5 at most, of 10", () => {
  const score = /Overall exposure level for tenue\.service: ([\d.]+)/;
  const options = ["security", "--offline=true", "--no-pager", unit];
  const [, level = "10"] = score.exec(execFileSync("systemd-analyze", options, { encoding: "utf8" })) ?? [];
  expect(Number(level)).toBeLessThanOrEqual(1.5);
});

test("the systemd unit permits executable memory that is writable, which V8 and WebAssembly need", () => {
  expect(readFileSync(unit, "utf8")).not.toMatch(/^MemoryDenyWriteExecute/m);
});

const [, permitted = ""] = /^RestrictAddressFamilies=(.+)$/m.exec(readFileSync(unit, "utf8")) ?? [];

test("the systemd unit permits AF_NETLINK, by which Node reads the machine's addresses", () => {
  expect(permitted.split(" ")).toContain("AF_NETLINK");
});

/** Refuses other address families in the way systemd does, then starts the program that follows. */
const restrictFamilies = `
import ctypes, os, socket, sys
seccomp = ctypes.CDLL("libseccomp.so.2")
seccomp.seccomp_init.restype = ctypes.c_void_p
class Comparison(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]
allow, refuse, equal = 0x7FFF0000, 0x00050000 | 97, 4  # 97: EAFNOSUPPORT
context = ctypes.c_void_p(seccomp.seccomp_init(allow))
call = seccomp.seccomp_syscall_resolve_name(b"socket")
permitted = {int(getattr(socket, name)) for name in sys.argv[1].split()}
for family in set(range(1, 46)) - permitted:
    comparison = Comparison(0, equal, family, 0)
    if seccomp.seccomp_rule_add_array(context, refuse, call, 1, ctypes.byref(comparison)) != 0:
        sys.exit("no rule")
if seccomp.seccomp_load(context) != 0:
    sys.exit("no filter")
os.execv(sys.argv[2], sys.argv[2:])
`;
const readAddresses = (families: string) =>
  spawnSync("python3", [
    ...["-c", restrictFamilies, families],
    ...[process.execPath, "--print", "Object.keys(os.networkInterfaces()).length"],
  ]);
const canRestrict = readAddresses("AF_INET AF_NETLINK").status === 0;
if (!canRestrict)
  process.stderr.write("LEFT OUT: the unit's address families need Debian's python3 and libseccomp2\n");

test.runIf(canRestrict)("Node reads the machine's addresses with the address families of the unit", () => {
  expect(readAddresses("AF_INET AF_INET6 AF_UNIX").status).not.toBe(0);
  expect(readAddresses(permitted).status).toBe(0);
});

test("systemd and the operator's shell command read the settings alike", () => {
  const lines = readFileSync(join(deploy, "tenue.env"), "utf8").split("\n");
  const settings = lines.filter((line) => line !== "" && !line.startsWith("#"));
  expect(settings.length).toBeGreaterThan(0);
  for (const setting of settings) expect(setting).toMatch(/^[A-Z_]+='[^'\\]*'$/);
  const { status } = spawnSync("sh", ["-n", join(deploy, "tenue")]);
  expect(status).toBe(0);
});

test("the operator's command passes the settings unchanged, and keeps the caller's folder", () => {
  const operations = readFileSync(join(deploy, "../docs/operations.md"), "utf8");
  const [line = "", documented] = /BACKUP_COMMAND='([^']+)'/.exec(operations) ?? [];
  expect(documented).toContain("$TENUE_BACKUP_FILE");
  const address = "postgres://tenue:pa$$word`id`$HOME@db.internal/tenue";
  const command = installCommand(`${line}\nDATABASE_URL='${address}'\n`);
  try {
    const inside = join(command.folder, "a folder");
    mkdirSync(inside, { mode: 0o755 });
    const settings = [documented, address, "/var/lib/tenue"];
    expect(command.run(inside)).toEqual([inside, ...settings, "backup", "my file"]);
    const closed = join(command.folder, "closed");
    mkdirSync(closed, { mode: isRoot ? 0o700 : 0o755 });
    const file = join(inside, "one.tenue");
    expect(command.run(closed, file)).toEqual([isRoot ? "/" : closed, ...settings, "backup", file]);
    if (isRoot)
      expect(() => command.run(closed)).toThrow(/its user may not enter .*closed\. Name my file by/);
  } finally {
    rmSync(command.folder, { recursive: true });
  }
});

const isRoot = process.getuid?.() === 0;

/** Installs the command in a separate folder, for a user that every machine has; without root rights, for the present user. */
function installCommand(settings: string) {
  const folder = mkdtempSync(join(tmpdir(), "tenue-command-"));
  chmodSync(folder, 0o755);
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
    return join(folder, name);
  };
  const env = write("tenue.env", settings);
  const output = `'%s\\n' "$PWD" "$BACKUP_COMMAND" "$DATABASE_URL" "$DATA_DIR" "$@"`;
  const product = write("product", `#!/bin/sh\nprintf ${output}\n`);
  const command = write(
    "tenue",
    readFileSync(join(deploy, "tenue"), "utf8")
      .replace("/etc/tenue.env", env)
      .replace("/opt/tenue/bin/tenue", product)
      .replace(
        "setpriv --reuid=tenue --regid=tenue --init-groups",
        isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : "",
      ),
  );
  const run = (cwd: string, file = "my file") =>
    execFileSync(command, ["backup", file], { cwd, encoding: "utf8", stdio: "pipe" }).trimEnd().split("\n");
  return { folder, run };
}
