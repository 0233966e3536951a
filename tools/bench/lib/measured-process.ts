import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import type pg from "pg";
import { compose } from "#server/compose.ts";
import { readConfig } from "#server/lib/config.ts";
import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { findWebBuild, loadWebFiles } from "#server/lib/web-files/load-web-files.ts";
import { everyDomainAccepts } from "#test/support/domain-resolver.ts";
import { harmlessMail, hostileMails, mailSizes } from "#test/support/hostile-mails.ts";
import { type Inbox, mailboxOf } from "#test/support/inbox.ts";
import { createSignedInAdmin } from "#test/support/signed-in-admin.ts";
import type { ServerOrder, ServerReport } from "./measured-server.ts";
import { authSecret, benchQuestions, benchSignup } from "./sample-data.ts";

const baseUrl = "http://localhost";
const databaseUrl = process.env.BENCH_APP_DATABASE_URL || undefined;
const database = await openDatabase({
  databaseUrl,
  dataDir: process.env.BENCH_DATA_DIR ?? "",
  log: silentLogger,
});
await insertQuestions(database.pool);
const inbox: Inbox = { messages: new Map(), filed: [] };
const loopDelays = monitorEventLoopDelay({ resolution: 1 });

const application = compose(
  {
    db: database.db,
    publicDb: database.publicDb,
    // The load names its clients itself, as a proxy would.
    config: { ...readConfig({ ...process.env, TRUST_PROXY: "127.0.0.1" }), baseUrl, authSecret },
    log: silentLogger,
    announce: () => {},
    web: process.env.BENCH_SITE ? loadWebFiles(findWebBuild(), baseUrl) : null,
  },
  { resolver: everyDomainAccepts, openMailbox: async () => mailboxOf(inbox) },
);
// Its mail is never started: nothing is sent while something else is measured.
const server = createAdaptorServer({ fetch: application.app.fetch }) as Server;
server.listen(0, "127.0.0.1");
await once(server, "listening");
report({ type: "ready", port: (server.address() as AddressInfo).port });

process.on("message", async (order: ServerOrder) => {
  if (order.type === "bare-inserts") report({ type: "bare-rate", rate: await measureBareInserts(order) });
  if (order.type === "sign-in") report({ type: "cookie", cookie: await signIn() });
  if (order.type === "watch-loop") await watchLoop();
  if (order.type === "loop-watched") await reportLoop();
  if (order.type === "read-mails") await startReading(order.what);
  if (order.type === "stop-reading") await stopReading();
  if (order.type === "stop") await stop();
});

function report(message: ServerReport): void {
  process.send?.(message);
}

async function stop(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await application.bounces.stop();
  await database.close();
  process.disconnect?.();
}

async function insertQuestions(pool: pg.Pool): Promise<void> {
  for (const [index, { id, fieldType, options, question }] of benchQuestions.entries()) {
    await pool.query(
      `insert into questionnaire_items (id, question, field_type, options, order_position, target_type)
       values ($1, $2, $3, $4, $5, 'both') on conflict (id) do nothing`,
      [id, question, fieldType, options && JSON.stringify(options), index + 1],
    );
  }
}

type BareInserts = Extract<ServerOrder, { type: "bare-inserts" }>;

/** The same row as a sign-up's, one statement and one commit each. */
async function measureBareInserts({ seconds, inFlight, run }: BareInserts): Promise<number> {
  const start = performance.now();
  const until = start + seconds * 1000;
  let done = 0;
  const insertOnAndOn = async (line: number) => {
    for (let count = 0; performance.now() < until; count += 1) {
      const { firstname, name, email, responses } = benchSignup(`${run}-${line}-${count}`);
      await database.pool.query(
        "insert into beta_signups (firstname, name, email, responses) values ($1, $2, $3, $4) returning id",
        [firstname, name, email, JSON.stringify(responses)],
      );
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, line) => insertOnAndOn(line)));
  return (done / (performance.now() - start)) * 1000;
}

/** The monitor's first sample is taken before the work begins, and its last one after it has ended. */
const sampleMs = 5;

async function watchLoop(): Promise<void> {
  loopDelays.reset();
  loopDelays.enable();
  await sleep(sampleMs);
  report({ type: "watching" });
}

async function reportLoop(): Promise<void> {
  await sleep(sampleMs);
  loopDelays.disable();
  report({ type: "blocked", ms: loopDelays.max / 1e6 });
}

let reading: { ended: Promise<void>; end: () => void } | null = null;

async function startReading(what: string): Promise<void> {
  await database.pool.query(
    `insert into email_settings (sender_name, sender_email, bounce_email, imap_host, imap_username)
     values ('Tenue', 'bonjour@tenue.example', 'rebonds@tenue.example', 'imap.exemple.fr', 'r') on conflict do nothing`,
  );
  const mail = [harmlessMail, ...hostileMails].find((one) => one.what === what);
  if (!mail) throw new Error(`no mail is called ${what}`);
  const mails = mailSizes.map((bytes) => mail.build(bytes));
  let isEnding = false;
  reading = {
    ended: readOnAndOn(mails, () => isEnding),
    end: () => {
      isEnding = true;
    },
  };
  report({ type: "reading" });
}

/** The last mailbox is read to its end. */
async function readOnAndOn(mails: string[], isEnding: () => boolean): Promise<void> {
  while (!isEnding()) {
    const last = Math.max(0, ...inbox.messages.keys());
    inbox.messages = new Map(mails.map((mail, n) => [last + n + 1, mail]));
    await database.pool.query("update bounce_mailbox set next_read_at = now() - interval '1 second'");
    if (!(await application.bounces.readMailbox())) throw new Error("the mailbox was not read");
  }
}

async function stopReading(): Promise<void> {
  reading?.end();
  await reading?.ended;
  report({ type: "read" });
}

async function signIn(): Promise<string> {
  const { cookie } = await createSignedInAdmin(application.parts, { superAdmin: true });
  return cookie;
}
