import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#test/support/free-port.ts";

const program = "/usr/sbin/dovecot";
const imap = "/usr/lib/dovecot/imap";
const nobody = 65_534;
const certificates = join(import.meta.dirname, "../transports/test-certificate");

/** Debian's Dovecot, which only root may start for other users. */
export const hasDovecot = existsSync(program) && existsSync(imap) && process.getuid?.() === 0;

export const mailboxUser = { username: "rebonds", password: "velours" };

export type Dovecot = {
  port: number;
  /** Puts a message into the INBOX. */
  deliver(source: string): void;
  stop(): Promise<void>;
};

/** Starts an IMAP server in a separate folder. It offers STARTTLS with the test certificate. */
export async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), "dovecot-"));
  const port = await freePort();
  const inbox = join(folder, "mail", mailboxUser.username);
  for (const part of ["cur", "new", "tmp"]) mkdirSync(join(inbox, part), { recursive: true });
  for (const path of [
    folder,
    join(folder, "mail"),
    inbox,
    ...["cur", "new", "tmp"].map((part) => join(inbox, part)),
  ])
    chownSync(path, nobody, nobody);
  const configuration = join(folder, "dovecot.conf");
  writeFileSync(configuration, configurationOf(folder, port));
  const child = spawn(program, ["-F", "-c", configuration], { stdio: "ignore" });
  await answers(port, child);
  let delivered = 0;
  return {
    port,
    deliver(source) {
      delivered += 1;
      const path = join(inbox, "new", `${Date.now()}.${delivered}.test`);
      writeFileSync(path, source);
      chownSync(path, nobody, nobody);
    },
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configurationOf(folder: string, port: number): string {
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${certificates}/certificate.pem
ssl_key = <${certificates}/key.pem
mail_location = maildir:${folder}/mail/%u
mail_uid = ${nobody}
mail_gid = ${nobody}
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = static
  args = password=${mailboxUser.password}
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`;
}

async function answers(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`Dovecot ended with ${child.exitCode}`);
    const socket = connect(port, "127.0.0.1");
    const isOpen = await once(socket, "data").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(100);
  }
  throw new Error("Dovecot does not answer");
}
