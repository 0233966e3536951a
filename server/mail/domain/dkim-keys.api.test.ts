import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { DkimKey } from "#contract/email-domain.schema.ts";
import type { ToDoRow } from "#contract/to-do.schema.ts";
import type { LookUp } from "#server/lib/dns.ts";
import { createSecretBox } from "#server/lib/secret-box.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";
import { loadDeliverySettings } from "#server/mail/settings/delivery-settings.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { fakeDns, type Records } from "./fake-dns.test-helpers.ts";

let context: MailApp;
const begin = "2026-11-22T12:00:00Z";
let time = new Date(begin);
let records: Records = {};
const lookUp: LookUp = (name, type) => fakeDns(records)(name, type);

beforeAll(async () => {
  context = await createMailApp({ lookUp, now: () => time });
});
afterAll(() => context.close());
beforeEach(async () => {
  await context.clear();
  await emptyTables(context.database, "dkim_keys, domain_checks, journal_entries, admin_notices");
  time = new Date(begin);
  records = {};
  await context.saveSettings();
});

/** Sends a request as an admin who has just signed in, also after the clock was moved. */
const request = async (method: string, path: string, body?: object) => {
  const { headers } = await context.signIn({ superAdmin: true });
  return context.app.request(`/api/admin${path}`, { method, headers, body: JSON.stringify(body) });
};
const create = async () => (await (await request("POST", "/email/dkim")).json()) as DkimKey;
const list = async () => ((await (await request("GET", "/email/dkim")).json()) as { items: DkimKey[] }).items;
const states = async () => (await list()).map(({ selector, state }) => `${selector} ${state}`);
const publish = ({ record }: DkimKey) => {
  records = { ...records, [`TXT ${record.name}`]: [record.value] };
};
const unpublish = ({ record }: DkimKey, answer: null | [] = []) => {
  records = { ...records, [`TXT ${record.name}`]: answer };
};
/** Runs the upkeep a few minutes later. */
const upkeep = async () => {
  time = new Date(time.getTime() + 5 * 60_000);
  const { upkeep } = context.compose();
  for (const { name, run } of upkeep.jobs) {
    if (name === "watch the keys that mail is signed with" || name === "delete retired keys") await run();
  }
};
const signer = async () => {
  const { db, config } = context.dependencies;
  return loadDeliverySettings(db, config);
};
const actions = async () =>
  (
    await context.database.pool.query(
      "select action from journal_entries where action like 'dkim%' order by id",
    )
  ).rows.map(({ action }) => action);

async function activeKey(): Promise<DkimKey> {
  const key = await create();
  publish(key);
  await upkeep();
  return key;
}

describe("a key", () => {
  test("a key signs once the DNS holds it; its private key is encrypted and never shown", async () => {
    const answer = await request("POST", "/email/dkim");
    expect(answer.status).toBe(201);
    const key = (await answer.json()) as DkimKey;
    expect(key).toMatchObject({
      selector: "tenue202611",
      domain: "tenue.example",
      state: "prepared",
      activatedAt: null,
      record: { name: "tenue202611._domainkey.tenue.example", type: "TXT" },
    });
    expect(key.record.value).toMatch(/^v=DKIM1; k=rsa; p=MII[\w+/]{380,}={0,2}$/);
    await upkeep();
    expect((await signer()).dkim).toBeNull();
    publish(key);
    await upkeep();
    expect(await states()).toEqual(["tenue202611 active"]);
    expect((await signer()).dkim).toMatchObject({ domainName: "tenue.example", keySelector: "tenue202611" });
    const { rows } = await context.database.pool.query("select * from dkim_keys");
    const exposed = JSON.stringify([rows, await list(), await actions()]);
    expect(exposed).not.toContain("PRIVATE KEY");
    expect(rows[0].private_key).toMatch(/^v1\./);
    expect(await actions()).toEqual(["dkim.created", "dkim.activated"]);
  });

  test("a key keeps waiting while the DNS holds another key or does not answer", async () => {
    const key = await create();
    records = { [`TXT ${key.record.name}`]: ["v=DKIM1; k=rsa; p=MIIB"] };
    await upkeep();
    unpublish(key, null);
    await upkeep();
    expect(await states()).toEqual(["tenue202611 prepared"]);
  });

  test("a key retires when the next one signs, and stays in the DNS for seven more days", async () => {
    await activeKey();
    const next = await create();
    expect(await states()).toEqual(["tenue202611 active", "tenue202611-2 prepared"]);
    publish(next);
    await upkeep();
    expect(await states()).toEqual(["tenue202611 retiring", "tenue202611-2 active"]);
    expect((await signer()).dkim?.keySelector).toBe("tenue202611-2");
    time = new Date(time.getTime() + 6 * 86_400_000);
    await upkeep();
    expect(await states()).toHaveLength(2);
    time = new Date(time.getTime() + 86_400_000);
    await upkeep();
    expect(await states()).toEqual(["tenue202611-2 active"]);
  });

  test("a second key is refused while another one waits for the DNS", async () => {
    await create();
    const second = await request("POST", "/email/dkim");
    expect(second.status).toBe(409);
    expect(await list()).toHaveLength(1);
  });

  test("a key that never signed is removed, an active key retires, and a second call is refused", async () => {
    const remove = (selector: string) => request("DELETE", `/email/dkim/${selector}`);
    const prepared = await create();
    expect((await remove(prepared.selector)).status).toBe(204);
    expect(await list()).toEqual([]);
    const active = await activeKey();
    const before = (await signer()).version;
    expect((await remove(active.selector)).status).toBe(204);
    const after = await signer();
    expect(after.dkim).toBeNull();
    expect(after.version > before, "senders have to notice").toBe(true);
    expect(await states()).toEqual([`${active.selector} retiring`]);
    expect((await remove(active.selector)).status).toBe(404);
    expect(await actions()).toEqual([
      "dkim.created",
      "dkim.removed",
      "dkim.created",
      "dkim.activated",
      "dkim.retired",
    ]);
  });

  test("a key signs only for its domain", async () => {
    await activeKey();
    await context.saveSettings({ senderEmail: "bonjour@autre.example" });
    expect((await signer()).dkim).toBeNull();
  });

  test("a key stays readable after a change of AUTH_SECRET that names the earlier one, but not after another change", async () => {
    await activeKey();
    const { db, config } = context.dependencies;
    const present = "the-secret-after-the-change-0123456789-abcdef";
    const changed = { ...config, authSecret: present, authSecretPrevious: [config.authSecret] };
    expect((await loadDeliverySettings(db, changed)).dkim).not.toBeNull();
    const forgotten = await loadDeliverySettings(db, { ...changed, authSecretPrevious: [] });
    expect(forgotten.dkim).not.toBeNull();
    expect(await signer()).toMatchObject({ dkim: null, unreadable: { dkimKey: true } });
  });

  test.each(["garbage", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])(
    "refuses to send unsigned mail with a key that is %j",
    async (text) => {
      await activeKey();
      const { authSecret } = context.dependencies.config;
      const sealed = createSecretBox(authSecret, "dkim keys").seal(text);
      await context.database.pool.query("update dkim_keys set private_key = $1", [sealed]);
      expect(await signer()).toMatchObject({ dkim: null, unreadable: { dkimKey: true } });
    },
  );
});

describe("a key that vanishes from the DNS", () => {
  const campaign = { subject: "Nouvelles", content: "<p>Bonjour</p>", statusFilter: "all", ...toEverybody };
  const start = () => request("POST", "/campaigns", campaign);
  const campaigns = async () =>
    (await context.database.pool.query("select status, paused_reason from campaigns")).rows;
  const notices = async () =>
    ((await context.read("/to-do")) as { rows: ToDoRow[] }).rows.filter(
      ({ sentence }) => sentence === "La clé DKIM a disparu du DNS",
    );

  beforeEach(async () => {
    await context.database.pool.query(
      "insert into beta_signups (firstname, name, email) values ('Zoé', 'Martin', 'zoe@exemple.fr')",
    );
  });

  test("a key that vanishes from the DNS prevents the start of campaigns, but an unanswered DNS query does not", async () => {
    const key = await activeKey();
    unpublish(key);
    const refused = await start();
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ error: { code: "dkim_key_gone" } });
    unpublish(key, null);
    expect((await start()).status).toBe(202);
  });

  test("a key that vanishes from the DNS pauses campaigns with one notice; they can be resumed when it is back", async () => {
    const key = await activeKey();
    const { id } = (await (await start()).json()) as { id: string };
    unpublish(key, null);
    await upkeep();
    expect(await campaigns()).toMatchObject([{ status: "running" }]);
    unpublish(key);
    await upkeep();
    await upkeep();
    expect(await campaigns()).toMatchObject([
      { status: "paused", paused_reason: expect.stringContaining("clé DKIM n’est plus publiée") },
    ]);
    expect(await notices()).toMatchObject([
      {
        details: expect.arrayContaining([
          expect.stringContaining(`La clé ${key.selector} n’est plus publiée pour tenue.example`),
        ]),
      },
    ]);
    const resume = () => request("POST", `/campaigns/${id}/resume`);
    expect((await resume()).status).toBe(409);
    publish(key);
    await upkeep();
    expect((await resume()).status).toBe(200);
    expect(await campaigns()).toMatchObject([{ status: "running", paused_reason: null }]);
    expect((await actions()).slice(-2)).toEqual(["dkim.missing", "dkim.back"]);
    unpublish(key);
    await upkeep();
    expect(await notices()).toHaveLength(2);
  });

  test("a scheduled campaign does not start while the DNS lacks the signing key; it starts when the key is back", async () => {
    const key = await activeKey();
    const scheduledAt = new Date(time.getTime() + 60_000).toISOString();
    expect((await request("POST", "/campaigns", { ...campaign, scheduledAt })).status).toBe(202);
    unpublish(key);
    time = new Date(time.getTime() + 5 * 60_000);
    context.startWorker();
    await vi.waitFor(async () => {
      expect(await campaigns()).toEqual([
        { status: "scheduled", paused_reason: expect.stringContaining("clé DKIM n’est plus publiée") },
      ]);
    }, soon);
    publish(key);
    await vi.waitFor(async () => {
      time = new Date(time.getTime() + 60_000); // a check that was still running then may have set a later attempt
      expect(await campaigns()).toEqual([{ status: "completed", paused_reason: null }]);
    }, soon);
  });

  test("a key that vanishes from the DNS keeps a campaign that paused itself from resuming", async () => {
    const key = await activeKey();
    await start();
    await context.database.pool.query(
      "update campaigns set status = 'paused', paused_reason = 'ECONNREFUSED', next_attempt_at = now()",
    );
    unpublish(key);
    await upkeep();
    const { rows } = await context.database.pool.query("select status, next_attempt_at from campaigns");
    expect(rows).toEqual([{ status: "paused", next_attempt_at: null }]);
  });

  test("a key that vanishes from the DNS does not affect mail through other providers, which do not sign with it", async () => {
    const key = await activeKey();
    unpublish(key);
    await context.saveSettings({ preferredProvider: "sendgrid", sendgridKey: "SG.cle" });
    expect((await start()).status).toBe(202);
    await upkeep();
    expect(await campaigns()).toMatchObject([{ status: "running" }]);
  });

  test("a key that vanishes from the DNS does not affect simulation", async () => {
    const key = await activeKey();
    unpublish(key);
    await context.saveSettings({ simulationMode: true });
    expect((await start()).status).toBe(202);
  });
});

test("keys are made and retired by super administrators who have just confirmed who they are", async () => {
  const plain = await context.signIn();
  for (const [method, path] of [
    ["POST", "/email/dkim"],
    ["DELETE", "/email/dkim/tenue202611"],
  ] as const) {
    const ask = (headers: Record<string, string>) =>
      context.app.request(`/api/admin${path}`, { method, headers });
    const origin = { origin: "http://localhost" };
    expect((await ask(origin)).status).toBe(401);
    expect((await ask(plain.headers)).status).toBe(403);
    time = new Date(time.getTime() + 3_600_000);
    const late = await ask(context.admin.headers);
    expect(await late.json()).toMatchObject({ error: { code: "reauthentication_required" } });
    time = new Date(time.getTime() - 3_600_000);
  }
  expect((await context.app.request("/api/admin/email/dkim", { headers: plain.headers })).status).toBe(200);
});
