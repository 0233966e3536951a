import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  type FakeHttpServer,
  respond,
  startFakeHttpServer,
} from "#server/mail/transports/http-server.test-helpers.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { repeats } from "./lib/scale.ts";

/**
 * Processes are killed while they deliver the events of new sign-ups (two instances on PostgreSQL). Then the test compares the
 * received with the stored events. The long run has 20 kills.
 */
const kills = repeats(2, 20);
const perKill = 60;
/** The batch size of `deliver.service.ts`. */
const batchSize = 20;
const environment = { MAIL_PRIVATE_HOSTS: "127.0.0.1" };

let receiver: FakeHttpServer;
let server: ServerProcess;

beforeAll(async () => {
  receiver = await startFakeHttpServer((response) => setTimeout(() => respond(response, 200, ""), 5));
  server = await startServerProcess({ entry: "build", environment });
});

afterAll(async () => {
  await server.remove();
  await receiver.close();
});

const arrived = () =>
  receiver.calls.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);

test("every event arrives in order, and each kill repeats at most one batch, whichever process is killed", {
  timeout: 900_000,
}, async () => {
  const call = await signInFirstAdmin(server);
  await call("POST", "/api/admin/webhooks", {
    url: `${receiver.url}/hook`,
    kind: "standard",
    events: ["signup.created"],
  });
  const second = server.databaseUrl
    ? await startServerProcess({
        entry: "build",
        environment: { ...environment, DATABASE_URL: server.databaseUrl },
      })
    : null;
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const known = new Set(arrived()).size;
      await server.sql(
        `insert into beta_signups (name, firstname, email)
         select 'Martin', 'Zoé', 'personne-' || $1::int || '-' || n || '@exemple.fr' from generate_series(1, $2::int) n`,
        [kill, perKill],
      );
      await vi.waitFor(() => expect(new Set(arrived()).size).toBeGreaterThan(known), { timeout: 60_000 });
      await sleep(kill * 7); // each kill happens at another point of a delivery
      const victim = second && kill % 2 === 0 ? second : server;
      await victim.kill("SIGKILL");
      await victim.start();
      // Ends the lease, so that the test need not wait half a minute until another worker takes over.
      await server.sql("update webhook_endpoints set leased_until = now()");
    }
    const total = kills * perKill;
    await vi.waitFor(() => expect(new Set(arrived()).size).toBe(total), { timeout: 120_000, interval: 200 });
    const events = await server.sql<{ id: string }>(
      "select signup_id as id from webhook_events order by at, position",
    );
    const ids = arrived();
    expect([...new Set(ids)]).toEqual(events.map(({ id }) => id));
    expect(ids.length).toBeLessThanOrEqual(total + kills * batchSize);
  } finally {
    await second?.remove();
  }
});
