import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#test/support/free-port.ts";
import { type Chroot, idOf, unpackPackage } from "./chroot.ts";

/** A real mail server that accepts every message and keeps it in its queue. */
export type MailServer = {
  port: number;
  /** The recipient of each message in its queue; a duplicate is listed twice. */
  recipients(): string[];
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
};

type Recipe = {
  root: Chroot;
  port: number;
  command: string[];
  /** The folder of its messages, one file each, as a path inside the root folder. */
  queue: string;
  isMessage: (path: string) => boolean;
};

/** OpenSMTPD 6.8 with its defaults: after 100 messages over a connection each MAIL FROM gets 452. */
export async function createOpenSmtpd(): Promise<MailServer> {
  const port = await freePort();
  const root = unpackPackage("opensmtpd", {
    programs: ["/usr/sbin/smtpd"],
    libraries: ["libevent-2.1-7", "libdb5.3"],
  });
  execFileSync("install", ["-d", "-m", "711", join(root.folder, "var/spool/smtpd")]);
  root.write(
    "/etc/smtpd.conf",
    `listen on 127.0.0.1 port ${port}\naction "keep" relay host smtp://127.0.0.1:1\nmatch from any for any action "keep"\n`,
  );
  return serve({
    root,
    port,
    queue: "var/spool/smtpd/queue",
    command: ["/usr/sbin/smtpd", "-d", "-f", "/etc/smtpd.conf"],
    isMessage: (path) => path.endsWith("/message"),
  });
}

const postfixFolder = "/usr/lib/postfix/sbin";
const queueFolders = "active bounce corrupt defer deferred flush hold incoming private saved trace".split(
  " ",
);
const services = {
  cleanup: "unix n - n - 0 cleanup",
  qmgr: "unix n - n 300 1 qmgr",
  rewrite: "unix - - n - - trivial-rewrite",
  anvil: "unix - - n - 1 anvil",
  postlog: "unix-dgram n - n - 1 postlogd",
};

/** Postfix that keeps all messages in its queue. */
export async function createPostfix(): Promise<MailServer> {
  const port = await freePort();
  const programs = ["master", "smtpd", "cleanup", "qmgr", "trivial-rewrite", "anvil", "postlogd"];
  const root = unpackPackage("postfix", {
    programs: programs.map((program) => `${postfixFolder}/${program}`),
    libraries: ["libdb5.3", "libsasl2-2", "libnsl2", "libicu72"],
  });
  const spool = join(root.folder, "var/spool/postfix");
  const own = (path: string, mode: string, group = 0) =>
    execFileSync("install", ["-d", "-m", mode, "-o", String(idOf.postfix), "-g", String(group), path]);
  for (const folder of queueFolders) own(join(spool, folder), "700");
  own(join(spool, "maildrop"), "730", idOf.postdrop);
  own(join(spool, "public"), "710", idOf.postdrop);
  own(join(root.folder, "var/lib/postfix"), "755");
  execFileSync("install", ["-d", join(spool, "pid")]);
  const settings = {
    compatibility_level: "3.6",
    queue_directory: "/var/spool/postfix",
    daemon_directory: postfixFolder,
    command_directory: "/usr/sbin",
    data_directory: "/var/lib/postfix",
    shlib_directory: "/usr/lib/postfix",
    mail_owner: "postfix",
    setgid_group: "postdrop",
    myhostname: "mail.exemple.fr",
    mydestination: "",
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    mynetworks: "127.0.0.0/8",
    local_recipient_maps: "",
    alias_maps: "",
    alias_database: "",
    smtpd_peername_lookup: "no",
    smtpd_recipient_restrictions: "permit_mynetworks, reject",
    maillog_file: "/var/log/postfix.log",
    smtpd_data_restrictions: "check_client_access static:HOLD, permit",
  };
  root.write("/etc/postfix/main.cf", lines(settings, " = "));
  root.write("/etc/postfix/master.cf", lines({ [port]: "inet n - n - - smtpd", ...services }, " "));
  return serve({
    root,
    port,
    queue: "var/spool/postfix/hold",
    command: [`${postfixFolder}/master`, "-d", "-c", "/etc/postfix"],
    isMessage: () => true,
  });
}

const lines = (entries: Record<string, string>, between: string) =>
  Object.entries(entries)
    .map(([name, value]) => `${name}${between}${value}\n`)
    .join("");

function serve({ root, port, command, queue, isMessage }: Recipe): MailServer {
  let child: ChildProcess | null = null;
  const folder = join(root.folder, queue);

  async function stop(): Promise<void> {
    if (!child) return;
    const ending = child;
    child = null;
    const exited = once(ending, "exit");
    // The process leads a group with all processes that it started.
    if (ending.pid) process.kill(-ending.pid, "SIGTERM");
    await exited;
    while (await accepts(port)) await sleep(100);
  }

  return {
    port,
    async start() {
      child = spawn("chroot", [root.folder, ...command], { stdio: "ignore", detached: true });
      for (let tries = 0; !(await accepts(port)); tries += 1) {
        if (tries > 300) throw new Error(`${command[0]} does not answer on port ${port}`);
        await sleep(100);
      }
    },
    stop,
    recipients: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter(isMessage)
        .map((path) => /^To: .*?([\w.+-]+@[\w.-]+)/m.exec(readFileSync(path, "latin1"))?.[1] ?? path),
    async remove() {
      await stop();
      root.remove();
    },
  };
}

/** Whether the server sends its greeting, because a bound port does not mean that the server is ready. */
function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1");
  socket.setTimeout(1_000, () => socket.destroy());
  socket.on("error", () => undefined); // an error means false
  socket.once("data", (data) => {
    resolve(data.toString("latin1").startsWith("220"));
    socket.end("QUIT\r\n");
  });
  socket.on("close", () => resolve(false));
  return promise;
}
