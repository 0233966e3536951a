import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toEverybody } from "#server/mail/mail.test-helpers.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";

/** The server is killed at different moments while it starts drafts. Mail is simulated, and the test counts people with a message. */
const people = 3_000;
const moments = [5, 20, 40, 80, 120, 180];

let server: ServerProcess;

beforeAll(async () => {
  server = await startServerProcess({ entry: "source" });
});
afterAll(() => server.remove());

test("a killed start leaves a draft or a whole campaign, and a second start sends no message twice", {
  timeout: 240_000,
}, async () => {
  await server.sql(
    `insert into beta_signups (name, firstname, email)
     select 'Martin', 'Zoé', 'personne-' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [people],
  );
  const call = await signInFirstAdmin(server);
  for (const moment of moments) {
    const { id } = (await call("POST", "/api/admin/campaigns", {
      draft: true,
      subject: `Bonjour ${moment}`,
      content: "<p>La bêta ouvre.</p>",
      recipientType: "all",
      statusFilter: "all",
      ...toEverybody,
    })) as { id: string };
    const started = call("POST", `/api/admin/campaigns/${id}/start`, {}).catch(() => null);
    await pause(moment);
    await server.kill("SIGKILL");
    await started;
    await server.start();
    const before = await stateOf(id);
    if (before.status === "draft") expect(before).toEqual({ status: "draft", total: 0, messages: 0 });
    else expect(before).toMatchObject({ total: people, messages: people });
    await call("POST", `/api/admin/campaigns/${id}/start`, {}).catch(() => null);
    expect(await stateOf(id)).toMatchObject({ total: people, messages: people });
  }
  const [twice] = await server.sql<{ count: number }>(
    "select count(*)::int as count from (select 1 from email_log group by campaign_id, recipient_hash having count(*) > 1) t",
  );
  expect(twice?.count).toBe(0);
});

async function stateOf(id: string) {
  const [campaign] = await server.sql<{ status: string; total: number; messages: number }>(
    `select status, total, (select count(*)::int from email_log where campaign_id = campaigns.id) as messages
     from campaigns where id = $1`,
    [id],
  );
  if (!campaign) throw new Error("the draft is gone");
  return campaign;
}
