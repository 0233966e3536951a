import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { DomainCheck } from "#contract/email-domain.schema.ts";
import type { DomainCheckKey } from "#contract/email-domain.ts";
import type { LookUp } from "#server/lib/dns.ts";
import { createMailApp, type MailApp, soon } from "#server/mail/mail.test-helpers.ts";
import { startSmtpServer, type TestSmtpServer } from "#server/mail/transports/smtp-server.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { fakeDns, type Records } from "./fake-dns.test-helpers.ts";
import { createProbeReader } from "./probe.service.ts";

const origin = "https://tenue.example";
const good: Records = {
  "TXT tenue.example": ["v=spf1 ip4:198.51.100.7 ~all"],
  "TXT _dmarc.tenue.example": ["v=DMARC1; p=reject"],
  "MX tenue.example": ["mx.tenue.example"],
};
let context: MailApp;
let relay: TestSmtpServer;
let records: Records = good;
let slow: Promise<void> | null = null;
let asked = 0;
const lookUp: LookUp = async (name, type) => {
  asked += 1;
  await slow;
  return fakeDns(records)(name, type);
};
/** Passes requests for the public address to the application, like a proxy. */
let answering: typeof fetch = async (input, init) =>
  context.app.request(String(input).replace(origin, ""), init);

beforeAll(async () => {
  relay = await startSmtpServer({ hideSTARTTLS: true });
  context = await createMailApp({
    lookUp,
    config: { baseUrl: origin, mailPrivateHosts: ["127.0.0.1"] },
    fetch: (input, init) => answering(input, init),
  });
});
afterAll(async () => {
  await context.close();
  await relay.close();
});
beforeEach(async () => {
  await context.clear();
  await emptyTables(context.database, "dkim_keys, domain_checks, journal_entries");
  records = good;
  asked = 0;
  slow = null;
  await context.saveSettings({ smtpHost: "127.0.0.1", smtpPort: relay.port });
});

const answerOf = async (method: "GET" | "POST") => {
  const answer = await context.request(method, "/email/domain-check");
  expect(answer.status).toBe(200);
  return (await answer.json()) as DomainCheck;
};
const rowOf = ({ rows }: DomainCheck, key: DomainCheckKey) => rows.find((row) => row.key === key);

describe("the check", () => {
  test("the check is empty on a fresh installation", async () => {
    expect(await answerOf("GET")).toEqual({
      domain: "tenue.example",
      checkedAt: null,
      verdict: "unknown",
      rows: [],
    });
    expect(asked).toBe(0);
  });

  test("the check fills every row, is stored with its date and journaled", async () => {
    const check = await answerOf("POST");
    expect(check.rows.map(({ key }) => key)).toEqual([
      "spf",
      "dkim",
      "dmarc",
      "alignment",
      "mx",
      "ptr",
      "starttls",
      "one_click",
      "probe",
    ]);
    expect(rowOf(check, "dmarc")?.verdict).toBe("ok");
    expect(rowOf(check, "mx")?.verdict).toBe("ok");
    expect(rowOf(check, "starttls")?.verdict).toBe("warn");
    expect(check.verdict).toBe("warn");
    asked = 0;
    expect(await answerOf("GET")).toEqual(check);
    expect(asked).toBe(0);
    const { rows } = await context.database.pool.query(
      "select actor, details from journal_entries where action = 'domain.checked'",
    );
    expect(rows).toEqual([
      { actor: context.admin.admin.email, details: { domain: "tenue.example", verdict: "warn" } },
    ]);
  });

  test("the check finds out whether the relay encrypts, and is unknown for a relay that does not answer", async () => {
    await relay.close();
    const silent = rowOf(await answerOf("POST"), "starttls");
    expect(silent).toMatchObject({ verdict: "unknown" });
    const encrypting = await startSmtpServer();
    await context.saveSettings({ smtpHost: "127.0.0.1", smtpPort: encrypting.port });
    expect(rowOf(await answerOf("POST"), "starttls")).toMatchObject({
      verdict: "error",
      found: expect.stringContaining("certificat"),
    });
    await encrypting.close();
    relay = await startSmtpServer({ hideSTARTTLS: true });
  });

  test("the check refuses an internal relay that is not allowed", async () => {
    await context.saveSettings({ smtpHost: "127.0.0.2", smtpPort: relay.port });
    expect(rowOf(await answerOf("POST"), "starttls")).toMatchObject({
      verdict: "error",
      found: expect.stringContaining("MAIL_PRIVATE_HOSTS"),
    });
  });

  test("the check is unknown, not an error, when the DNS does not answer", async () => {
    records = new Proxy({}, { get: () => null });
    const check = await answerOf("POST");
    for (const key of ["spf", "dmarc", "mx"] as const) expect(rowOf(check, key)?.verdict).toBe("unknown");
  });

  test("the check ends after 10 seconds although the DNS never answers", async () => {
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
    onTestFinished(() => timeout.mockRestore());
    slow = new Promise(() => {});
    const check = answerOf("POST");
    await vi.waitFor(() => expect(asked).toBeGreaterThan(0), soon);
    expect(timeout).toHaveBeenCalledWith(10_000);
    patience.abort(new DOMException("the time is up", "TimeoutError"));
    expect(rowOf(await check, "spf")?.verdict).toBe("unknown");
  });

  test("the check runs once for concurrent requests", async () => {
    await Promise.all([answerOf("POST"), answerOf("POST"), answerOf("POST")]);
    const { rows } = await context.database.pool.query(
      "select 1 from journal_entries where action = 'domain.checked'",
    );
    expect(rows).toHaveLength(1);
  });

  test("the stored check is ignored after the sender's domain changed", async () => {
    await answerOf("POST");
    await context.saveSettings({
      senderEmail: "bonjour@autre.example",
      smtpHost: "127.0.0.1",
      smtpPort: relay.port,
    });
    expect(await answerOf("GET")).toMatchObject({ domain: "autre.example", checkedAt: null });
  });

  test("the check activates a key that it sees in the DNS", async () => {
    const key = (await (await context.request("POST", "/email/dkim")).json()) as {
      record: { name: string; value: string };
    };
    expect(rowOf(await answerOf("POST"), "dkim")).toMatchObject({
      verdict: "error",
      fix: { record: key.record },
    });
    records = { ...good, [`TXT ${key.record.name}`]: [key.record.value] };
    const check = await answerOf("POST");
    expect(rowOf(check, "dkim")?.verdict).toBe("ok");
    expect(rowOf(check, "alignment")?.verdict).toBe("ok");
  });
});

describe("leaving by one click", () => {
  const inApp = answering;
  const oneClick = async () => rowOf(await answerOf("POST"), "one_click");
  const left = async () => (await context.database.pool.query("select 1 from suppressions")).rows.length;

  test("the domain check tries one-click unsubscribe as a mail provider does, and leaves nothing behind", async () => {
    expect(await oneClick()).toMatchObject({ verdict: "ok" });
    expect(await left()).toBe(0);
  });

  test.each<[string, typeof fetch, string]>([
    ["a redirect", async () => new Response(null, { status: 301 }), "error"],
    [
      "a firewall that refuses POST",
      async (input, init) =>
        init?.method === "POST" ? new Response(null, { status: 403 }) : inApp(input, init),
      "error",
    ],
    ["a page that accepts every request", async () => new Response("ok"), "error"],
    [
      "a page that unsubscribes on GET",
      async (input) =>
        inApp(input, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) }),
      "error",
    ],
    [
      "a refused connection",
      async () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } })),
      "unknown",
    ],
    [
      "an expired certificate",
      async () => Promise.reject(new TypeError("fetch failed", { cause: { code: "CERT_HAS_EXPIRED" } })),
      "error",
    ],
  ])("the check of one-click unsubscribe judges %s", async (_what, stub, verdict) => {
    answering = stub;
    expect(await oneClick()).toMatchObject({ verdict });
    expect(await left()).toBe(0);
    answering = inApp;
  });
});

describe("the message to the mailbox of bounces", () => {
  const withMailbox = () =>
    context.database.pool.query(
      "update email_settings set bounce_email = 'rebonds@tenue.example', imap_host = 'imap.tenue.example', updated_at = clock_timestamp()",
    );
  const probe = async (method: "GET" | "POST" = "GET") => rowOf(await answerOf(method), "probe");

  test("the message to the bounce mailbox is sent, recognised and judged by the headers that its server added", async () => {
    await withMailbox();
    expect(await probe("POST")).toMatchObject({
      verdict: "unknown",
      found: expect.stringContaining("en route"),
    });
    const [entry] = await context.log();
    expect(entry).toMatchObject({ recipient_email: "rebonds@tenue.example", email_type: "test" });
    const read = createProbeReader(context.dependencies.db);
    const arrived = (id: string | undefined, body = "") =>
      read(
        Buffer.from(
          [
            "Return-Path: <bonjour@tenue.example>",
            "Authentication-Results: mx.tenue.example;\r\n\tspf=pass smtp.mailfrom=tenue.example;\r\n\tdkim=pass; dmarc=pass",
            "Authentication-Results: elsewhere.example; spf=fail",
            `Message-ID: <${id}@tenue.example>`,
            `\r\n${body}`,
          ].join("\r\n"),
        ),
      );
    const foreign = "00000000-0000-4000-8000-000000000000";
    expect(await arrived(foreign)).toBe(false);
    expect(await arrived("no-id-of-ours")).toBe(false);
    expect(await arrived(foreign, `Message-ID: <${entry?.id}@tenue.example>`)).toBe(false);
    expect(await probe()).toMatchObject({ verdict: "unknown" });
    expect(await arrived(entry?.id)).toBe(true);
    expect(await probe()).toMatchObject({ verdict: "ok" });
  });

  test("the message to the mailbox of bounces leaves once in two minutes, however often the check runs", async () => {
    await withMailbox();
    await probe("POST");
    await probe("POST");
    expect(await context.log()).toHaveLength(1);
  });

  test("the message to the mailbox of bounces makes the row an error when the server refuses it", async () => {
    await withMailbox();
    context.recorder.outcome = () => ({ type: "refused", message: "550 5.7.515 not aligned" });
    await probe("POST");
    await expect
      .poll(() => probe())
      .toMatchObject({ verdict: "error", found: expect.stringContaining("5.7.515") });
  });

  test("the message to the mailbox of bounces is sent only with a mailbox and without simulation", async () => {
    expect(await probe("POST")).toMatchObject({
      verdict: "unknown",
      found: expect.stringContaining("Aucune boîte"),
    });
    await context.saveSettings({ simulationMode: true });
    await withMailbox();
    expect(await probe("POST")).toMatchObject({
      verdict: "unknown",
      found: expect.stringContaining("simulation"),
    });
    expect(await context.log()).toEqual([]);
  });
});

test("only administrators may run the check, and all of them", async () => {
  for (const method of ["GET", "POST"]) {
    const answer = await context.app.request("/api/admin/email/domain-check", {
      method,
      headers: { origin },
    });
    expect(answer.status).toBe(401);
  }
});
