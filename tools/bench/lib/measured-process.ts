import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import type pg from "pg";
import { compose } from "#server/compose.ts";
import { readConfig } from "#server/lib/config.ts";
import { openDatabase } from "#server/lib/database/database.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { everyDomainAccepts } from "#test/support/domain-resolver.ts";
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

const application = compose(
  {
    db: database.db,
    publicDb: database.publicDb,
    // The load generator sets the clients' addresses like a proxy.
    config: { ...readConfig({ ...process.env, TRUST_PROXY: "127.0.0.1" }), baseUrl, authSecret },
    log: silentLogger,
    announce: () => {},
    web: null,
  },
  { resolver: everyDomainAccepts },
);
// Mail is not started, so that no measurement sends messages. Webhook events are sent to the endpoints of a benchmark.
application.webhooks.start();
const server = createAdaptorServer({ fetch: application.app.fetch }) as Server;
server.listen(0, "127.0.0.1");
await once(server, "listening");
report({ type: "ready", port: (server.address() as AddressInfo).port });

process.on("message", async (order: ServerOrder) => {
  if (order.type === "bare-inserts") report({ type: "bare-rate", rate: await measureBareInserts(order) });
  if (order.type === "sign-in") report({ type: "cookie", cookie: await signIn() });
  if (order.type === "stop") await stop();
});

function report(message: ServerReport): void {
  process.send?.(message);
}

async function stop(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await application.webhooks.stop();
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

/** Inserts rows like those of sign-ups, each with one statement and one commit. */
async function measureBareInserts({ seconds, inFlight, run }: BareInserts): Promise<number> {
  const start = performance.now();
  const until = start + seconds * 1000;
  let done = 0;
  const insertUntilEnd = async (line: number) => {
    for (let count = 0; performance.now() < until; count += 1) {
      const { firstname, name, email, responses } = benchSignup(`${run}-${line}-${count}`);
      await database.pool.query(
        "insert into beta_signups (firstname, name, email, responses) values ($1, $2, $3, $4) returning id",
        [firstname, name, email, JSON.stringify(responses)],
      );
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, (_, line) => insertUntilEnd(line)));
  return (done / (performance.now() - start)) * 1000;
}

async function signIn(): Promise<string> {
  const { cookie } = await createSignedInAdmin(application.parts, { superAdmin: true });
  return cookie;
}
