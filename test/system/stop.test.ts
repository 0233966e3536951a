import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toEverybody } from "#server/mail/mail.test-helpers.ts";
import { type MailSink, startMailSink } from "#test/support/mail-sink.ts";
import { makeNpmPackage, type NpmPackage } from "#test/support/npm-package.ts";
import { type Launch, type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { isLongRun, repeats } from "./lib/scale.ts";

/**
 * A campaign is sent through a slow mail server. Meanwhile `npm start` is stopped in every possible way, with a sign-up in flight,
 * and started again. npm, the server and the mail server are real. Outside CI, the test tries only two ways.
 */
const timeout = 100_000;

const recipients = repeats(1_500, 3_000);
const environment = {
  ...(process.env.HOME && { HOME: process.env.HOME }),
  npm_config_update_notifier: "false",
  MAIL_PRIVATE_HOSTS: "127.0.0.1",
};

let npm: NpmPackage;
let sink: MailSink;
let server: ServerProcess;
const launch: Launch = { command: "npm", args: ["start"] };

beforeAll(async () => {
  npm = makeNpmPackage();
  launch.cwd = npm.folder;
  sink = await startMailSink({ delayMs: 300 });
  server = await startServerProcess({ entry: launch, environment });
  await startCampaign(server, sink.port, recipients);
});

afterAll(async () => {
  await server?.remove();
  await sink?.stop();
  npm?.remove();
});

const ways: [string, (pids: Pids) => [number, NodeJS.Signals]][] = [
  ["Ctrl-C, which the terminal sends to the whole group", ({ npm }) => [-npm, "SIGINT"]],
  ["SIGTERM to npm alone", ({ npm }) => [npm, "SIGTERM"]],
  ["SIGTERM to the whole group", ({ npm }) => [-npm, "SIGTERM"]],
  ["SIGTERM to the server alone", ({ server }) => [server, "SIGTERM"]],
];
const tried = ways.slice(0, repeats(2, ways.length));

test.each(tried)(
  "after %s the server answers the sign-up in flight, and all processes exit with 0",
  async (name, target) => {
    const pids = pidsOf(server);
    await stopInFlight(`personne-${ways.findIndex(([way]) => way === name)}@exemple.fr`, ...target(pids));
    expect(isAlive(pids.server)).toBe(false);
    await server.start();
  },
);

const canUnshare = spawnSync("unshare", ["--pid", "--fork", "true"]).status === 0;
if (isLongRun && !canUnshare)
  process.stderr.write("LEFT OUT: npm as process 1 needs root and unshare (Linux)\n");

if (isLongRun && canUnshare)
  test("after SIGTERM to npm as process 1 the server answers the sign-up in flight, and all processes exit with 0", async () => {
    await server.kill("SIGTERM");
    Object.assign(launch, {
      command: "unshare",
      args: ["--pid", "--fork", "--kill-child", "npm", "start"],
    });
    await server.start();
    const children = `/proc/${server.pid()}/task/${server.pid()}/children`;
    const [first = ""] = readFileSync(children, "utf8").split(" ");
    await stopInFlight("personne-pid1@exemple.fr", Number(first), "SIGTERM");
    Object.assign(launch, { command: "npm", args: ["start"] });
    await server.start();
  });

test("a stop leaves no message in doubt, and every message marked as sent has arrived", async () => {
  await server.kill("SIGTERM");
  await server.start();
  const counted = await server.sql<{ status: string; n: number }>(
    "select status, count(*)::int as n from email_log where email_type = 'bulk' group by status",
  );
  expect(counted.map(({ status }) => status)).not.toContain("failed");
  const arrived = (await sink.received()).map(({ recipient }) => recipient);
  expect(new Set(arrived).size, "a recipient got it twice").toBe(arrived.length);
  const sent = await server.sql<{ email: string }>(
    "select recipient_email as email from email_log where email_type = 'bulk' and status = 'sent'",
  );
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter(({ email }) => !arrived.includes(email))).toEqual([]);
});

test("a mail server that never answers does not delay a stop, and its messages wait for the next start", async () => {
  const silent = await startSilentServer();
  await server.sql("update campaigns set status = 'paused'");
  await server.sql("update email_settings set smtp_port = $1, updated_at = now()", [silent.port]);
  await server.sql("update campaigns set status = 'running'");
  await silent.connected;
  await server.sql("update campaigns set status = 'paused'"); // so that the next start does not send them
  const exited = server.exited();
  await server.kill("SIGTERM");
  expect(await exited).toBe(0);
  await silent.close();
  await server.start();
  const waiting = await server.sql(
    "select distinct status, error_message from email_log where error_message is not null",
  );
  // The stop interrupted the attempts: after the time-out of 30 seconds the message would mention a time-out.
  expect(waiting).toEqual([{ status: "pending", error_message: "Le serveur SMTP a coupé la connexion." }]);
});

type Pids = { npm: number; server: number };

function pidsOf({ pid, output }: ServerProcess): Pids {
  const [, server] = [...output().matchAll(/^server (\d+)$/gm)].at(-1) ?? [];
  return { npm: pid(), server: Number(server) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function stopInFlight(email: string, pid: number, signal: NodeJS.Signals): Promise<void> {
  await expectCampaignContinues();
  const signup = await beginSignup(server.url, email);
  const from = server.output().length;
  const exited = server.exited();
  process.kill(pid, signal);
  await expect
    .poll(() => server.output().slice(from), { timeout })
    .toContain(`${signal}: finishing what is under way`);
  expect(await signup.finish()).toBe(201);
  expect(await exited).toBe(0);
  expect(server.output().slice(from)).not.toContain("did not stop cleanly");
}

/** Waits until a message has arrived since this start and others are under way. */
async function expectCampaignContinues(): Promise<void> {
  const before = (await sink.received()).length;
  await expect.poll(async () => (await sink.received()).length, { timeout }).toBeGreaterThan(before);
}

/** Begins a sign-up: the server has read the request's head and the beginning of its body. */
async function beginSignup(url: string, email: string): Promise<{ finish(): Promise<number | undefined> }> {
  const body = JSON.stringify({ firstname: "Anaïs", name: "Le Goff", email, responses: {} });
  const sending = request(`${url}/api/signups/user`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
  });
  sending.write(body.slice(0, 10));
  const [socket] = (await once(sending, "socket")) as [Socket];
  if (socket.connecting) await once(socket, "connect");
  // Two answers to other requests prove that the server has accepted the connection and then read the head.
  for (let turn = 0; turn < 2; turn += 1) await (await fetch(`${url}/api/health`)).json();
  return {
    async finish() {
      const answered = once(sending, "response") as Promise<[IncomingMessage]>;
      sending.end(body.slice(10));
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode;
    },
  };
}

async function startCampaign(target: ServerProcess, smtpPort: number, people: number): Promise<void> {
  await target.sql(
    `insert into beta_signups (name, firstname, email)
     select 'Martin', 'Zoé', 'inscrite-' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [people],
  );
  const call = await signInFirstAdmin(target);
  await call("PUT", "/api/admin/email/settings", {
    version: 0,
    senderName: "Tenue",
    senderEmail: "bonjour@tenue.example",
    preferredProvider: "smtp",
    simulationMode: false,
    smtpHost: "127.0.0.1",
    smtpPort,
    smtpUsername: null,
    pauseMs: 0,
    parallelism: 4,
  });
  await call("POST", "/api/admin/campaigns", {
    subject: "Bonjour {{firstName}}",
    content: "<p>La bêta ouvre.</p>",
    recipientType: "all",
    statusFilter: "all",
    ...toEverybody,
  });
}

async function startSilentServer() {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined); // the server closes it
    socket.write("220 silent ESMTP\r\n");
  });
  const connected = once(silent, "connection");
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  return {
    port: (silent.address() as AddressInfo).port,
    connected,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => silent.close(done));
    },
  };
}
