import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#test/support/free-port.ts";

/** Debian's Postfix, which only root may start. */
export const hasPostfix = existsSync("/usr/sbin/postfix") && process.getuid?.() === 0;

export type Postfix = { port: number; stop(): Promise<void> };

/**
 * Starts a relay in a separate folder, which discards accepted messages. `answers` has its answers by the recipient's whole address.
 * The relay defers `grey@` the first time and then accepts it, like greylisting.
 */
export async function startPostfix(answers: Record<string, string>): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), "postfix-"));
  chmodSync(folder, 0o755); // Postfix's user needs access
  const policy = await startGreylisting();
  const port = await freePort();
  const owner = Number(execFileSync("id", ["-u", "postfix"], { encoding: "utf8" }));
  for (const part of ["etc", "spool", "data"]) mkdirSync(join(folder, part));
  chownSync(join(folder, "data"), owner, userInfo().gid);
  const access = Object.entries(answers).map(([address, answer]) => `${address} ${answer}\n`);
  writeFileSync(join(folder, "etc/access"), access.join(""));
  writeFileSync(join(folder, "etc/main.cf"), mainOf(folder, portOf(policy)));
  writeFileSync(join(folder, "etc/master.cf"), masterOf(port));
  const child = spawn("/usr/sbin/postfix", ["-c", join(folder, "etc"), "start-fg"], { stdio: "ignore" });
  const exited = once(child, "exit");
  await isReady(port);
  return {
    port,
    async stop() {
      execFileSync("/usr/sbin/postfix", ["-c", join(folder, "etc"), "stop"], { stdio: "ignore" });
      await exited;
      policy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function mainOf(folder: string, policyPort: number): string {
  return `compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/spool/log
myhostname = relais.tenue.example
mydestination =
local_recipient_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
default_transport = discard
smtpd_delay_reject = yes
smtpd_recipient_restrictions = check_recipient_access texthash:${folder}/etc/access,
  check_policy_service inet:127.0.0.1:${policyPort}, permit_mynetworks, reject
`;
}

function masterOf(port: number): string {
  const programs = {
    cleanup: "cleanup",
    rewrite: "trivial-rewrite",
    proxymap: "proxymap",
    discard: "discard",
    bounce: "bounce",
    defer: "bounce",
    trace: "bounce",
    error: "error",
    retry: "error",
  };
  const unlimited = ["cleanup", "bounce", "defer", "trace"]; // these services require it
  return [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    "qmgr unix n - n 300 1 qmgr",
    "pickup unix n - n 60 1 pickup",
    "postlog unix-dgram n - n - 1 postlogd",
    "anvil unix - - n - 1 anvil",
    "tlsmgr unix - - n 1000? 1 tlsmgr",
    ...Object.entries(programs).map(
      ([name, program]) =>
        `${name} unix ${name === "cleanup" ? "n" : "-"} - n - ${unlimited.includes(name) ? 0 : "-"} ${program}`,
    ),
    "",
  ].join("\n");
}

/** Speaks Postfix's policy protocol: lines of names and values, an empty line, then an answer. */
async function startGreylisting(): Promise<Server> {
  const seen = new Set<string>();
  const server = createServer((socket) => {
    let request = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      request += chunk.toString();
      for (let end = request.indexOf("\n\n"); end >= 0; end = request.indexOf("\n\n")) {
        const recipient = /^recipient=(.*)$/m.exec(request.slice(0, end))?.[1] ?? "";
        request = request.slice(end + 2);
        const isNew = recipient.startsWith("grey@") && !seen.has(recipient);
        seen.add(recipient);
        socket.write(`action=${isNew ? "DEFER 4.2.0 Greylisted, try again later" : "DUNNO"}\n\n`);
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function isReady(port: number): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const socket = connect(port, "127.0.0.1");
    const greeted = await once(socket, "data").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (greeted) return;
    await sleep(100);
  }
  throw new Error("Postfix does not answer");
}
