import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { createMailApp, type MailApp, soon, withFooter } from "#server/mail/mail.test-helpers.ts";
import { createAccountLinkSender } from "./account-link.service.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 } });
});

beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
});
afterAll(() => context.close());

const single = {
  recipientEmail: "zoe@exemple.fr",
  recipientName: "Zoé Martin",
  subject: "Bonjour {{firstName}} {{name}}",
  content: "Deux lignes\net <b>du texte</b>\n\nFin, {{email}}",
};

describe("a single message", () => {
  test("a single message in plain text is sent at once, escaped and with its line breaks", async () => {
    const answer = await context.request("POST", "/email/single", single);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      outcome: "sent",
      message: "L'email a été envoyé avec succès à zoe@exemple.fr.",
    });
    const [sent] = context.recorder.sent;
    expect(sent).toMatchObject({
      to: { name: "Zoé Martin", address: "zoe@exemple.fr" },
      from: { name: "Tenue", address: "bonjour@tenue.example" },
      replyTo: "reponse@tenue.example",
      subject: "Bonjour Zoé Martin",
      headers: {}, // no Auto-Submitted, because an admin wrote the message
      text: withFooter("Deux lignes\net <b>du texte</b>\n\nFin, zoe@exemple.fr"),
    });
    expect(sent?.html).toContain("Deux lignes<br />et &lt;b&gt;du texte&lt;/b&gt;</p>");
    const [row] = await context.log();
    expect(row).toMatchObject({ status: "sent", email_type: "transactional", error_message: null });
    expect(sent?.messageId).toBe(`${row?.id}@tenue.example`);
  });

  test("a single message in HTML is sanitised", async () => {
    const content = '<p onclick="x()">Bonjour <strong>toi</strong></p><script>alert(1)</script>';
    await context.request("POST", "/email/single", { ...single, content, format: "html" });
    const [sent] = context.recorder.sent;
    expect(sent?.html).toContain("<strong>toi</strong>");
    expect(sent?.html).not.toMatch(/script|onclick/);
  });

  test("a refused message shows the server's reply", async () => {
    context.recorder.outcome = () => ({ type: "refused", message: "550 No such user" });
    const answer = await context.request("POST", "/email/single", single);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({
      error: { code: "email_failed", message: "550 No such user" },
    });
    context.recorder.outcome = () => ({ type: "refused", message: "" });
    const wordless = await context.request("POST", "/email/single", single);
    expect(await wordless.json()).toMatchObject({ error: { message: "Échec de l'envoi de l'email" } });
    expect(await context.log()).toMatchObject([{ status: "failed" }, { status: "failed" }]);
  });

  test("a deferred single message waits for a retry", async () => {
    context.recorder.outcome = () => ({ type: "deferred", message: "450 plus tard" });
    const answer = await context.request("POST", "/email/single", single);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      outcome: "pending",
      message: expect.stringContaining("450"),
    });
    expect(await context.log()).toMatchObject([
      { status: "pending", attempts: 1, error_message: "450 plus tard", next_attempt_at: expect.any(Date) },
    ]);
  });

  test("a single message in simulation mode counts as sent without leaving", async () => {
    await context.saveSettings({ simulationMode: true });
    const answer = await context.request("POST", "/email/single", single);
    expect(await answer.json()).toEqual({
      outcome: "simulated",
      message:
        "MODE SIMULATION: L'email à zoe@exemple.fr a été enregistré dans le journal, mais n'a PAS été réellement envoyé.",
    });
    expect(context.recorder.sent).toEqual([]);
    expect(await context.log()).toMatchObject([
      { status: "sent", error_message: "Email simulé (pas d'envoi réel)", sent_at: expect.any(Date) },
    ]);
  });

  test.each([
    [{ recipientEmail: "" }, "recipientEmail", "L'email du destinataire est requis"],
    [
      { recipientEmail: "zoe" },
      "recipientEmail",
      "Adresse email invalide (exemple\u00a0: prenom@exemple.fr)",
    ],
    [{ subject: " " }, "subject", "Le sujet est requis"],
    [{ content: "" }, "content", "Le contenu est requis"],
    [{ subject: "a\r\nBcc: x@exemple.fr" }, "subject", expect.any(String)],
    [{ recipientName: "a\nb" }, "recipientName", expect.any(String)],
  ])("refuses a single message with %j", async (change, field, message) => {
    const answer = await context.request("POST", "/email/single", { ...single, ...change });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { fields: { [field]: message } } });
  });

  test("refuses a single message of 5 MB", async () => {
    const answer = await context.request("POST", "/email/single", {
      ...single,
      content: "x".repeat(5_000_000),
    });
    expect(answer.status).toBe(413);
  });
});

describe("the log", () => {
  const page = async (query = "") => {
    const answer = await context.request("GET", `/email/log${query}`);
    expect(answer.status).toBe(200);
    return (await answer.json()) as {
      items: { id: string; subject: string; status: string }[];
      next: string | null;
    };
  };

  test("the log shows the newest hundred messages, then the rest page by page without duplicates", async () => {
    await context.database.pool.query(
      `insert into email_log (recipient_email, subject, content, status, email_type, created_at)
       select 'p' || n || '@exemple.fr', 'Sujet ' || n, '<p>x</p>', 'sent', 'transactional',
         timestamptz '2026-01-01' + (n / 3) * interval '1 second' from generate_series(1, 249) n`,
    );
    const seen: string[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const { items, next: following } = await page(next && `?before=${encodeURIComponent(next)}`);
      expect(items.length).toBeLessThanOrEqual(limits.emailLogPageSize);
      seen.push(...items.map(({ subject }) => subject));
      next = following;
    }
    expect(seen.length).toBe(249);
    expect(new Set(seen).size).toBe(249);
    expect(seen[0]).toBe("Sujet 249");
  });

  test("the log is searched literally and filtered by status", async () => {
    await context.database.pool.query(
      `insert into email_log (recipient_email, subject, content, status, email_type) values
       ('a_b@exemple.fr', '100% lin', 'x', 'sent', 'test'), ('axb@exemple.fr', '1000 lin', 'x', 'failed', 'test'),
       ('c@exemple.fr', 'L''Été \\o/', 'x', 'pending', 'test')`,
    );
    const subjects = async (search: string, status = "all") =>
      (await page(`?${new URLSearchParams({ search, status })}`)).items.map(({ subject }) => subject);
    expect(await subjects("a_b")).toEqual(["100% lin"]);
    expect(await subjects("100%")).toEqual(["100% lin"]);
    expect(await subjects("\\O/")).toEqual(["L'Été \\o/"]);
    expect(await subjects("été")).toEqual(["L'Été \\o/"]);
    expect(await subjects("l’e\u0301té")).toEqual(["L'Été \\o/"]);
    expect(await subjects("", "failed")).toEqual(["1000 lin"]);
    const id = "00000000-0000-4000-8000-000000000000";
    const places = [
      "x",
      `2024-01-01T00:00:00.000Z_${"-".repeat(36)}`,
      `0000-01-01T00:00:00.000Z_${id}`,
      `+275760-09-13T00:00:00.000Z_${id}`,
      `2024-01-01T00:00:00.000+23:59_${id}`,
      `2024-02-30T00:00:00.000Z_${id}`,
      `_${id}`,
    ].map((place) => `?before=${encodeURIComponent(place)}`);
    for (const bad of ["?status=lost", "?extra=1", ...places]) {
      expect((await context.request("GET", `/email/log${bad}`)).status, bad).toBe(400);
    }
  });

  test("the log shows a message as its recipient sees it, with values that are escaped and not expanded again", async () => {
    await context.request("POST", "/email/single", {
      ...single,
      recipientName: "<img src=x onerror=alert(1)> {{email}}",
      subject: "Pour {{firstName}} {{name}}",
      content: "<p>Bonjour {{firstName}} {{name}}</p>",
      format: "html",
    });
    const [entry] = (await page()).items;
    const answer = await context.request("GET", `/email/log/${entry?.id}`);
    const { html, subject } = (await answer.json()) as { html: string; subject: string };
    expect(html).toContain("Bonjour &lt;img src=x onerror=alert(1)&gt; {{email}}");
    expect(subject).toBe("Pour <img src=x onerror=alert(1)> {{email}}");
    expect((await context.request("GET", "/email/log/0b6f6c1e-3c2b-4d55-9f0a-111111111111")).status).toBe(
      404,
    );
    expect((await context.request("GET", "/email/log/x")).status).toBe(400);
    const { rows } = await context.database.pool.query(
      "select actor, subject, details from journal_entries where action = 'email.read'",
    );
    expect(rows).toEqual([{ actor: context.admin.admin.email, subject: entry?.id, details: {} }]);
  });

  test("neither the log nor the database holds a personal link", async () => {
    const { db, config, mail } = context.dependencies;
    const send = createAccountLinkSender({ db, config, mail });
    const { id, email } = context.admin.admin;
    const message = { accountId: id, email, purpose: "lost_password" as const };
    expect(await send(message)).toBe(true);
    const token = /#token=([\w-]{32})/.exec(context.recorder.sent[0]?.text ?? "")?.[1] ?? "";
    expect(token).not.toBe("");
    const [entry] = (await page()).items;
    const detail = await (await context.request("GET", `/email/log/${entry?.id}`)).text();
    expect(detail).toContain("lien personnel");
    expect(`${detail}${JSON.stringify(await context.log())}`).not.toContain(token);
    await context.saveSettings({ simulationMode: true });
    expect(await send(message)).toBe(false);
    expect(await context.log()).toHaveLength(1);
  });
});

const waiting = (count: number) =>
  context.database.pool.query(
    `insert into email_log (recipient_email, subject, content, status, email_type, created_at)
     select 'p' || n || '@exemple.fr', 'Sujet', '<p>x</p>', 'pending', 'transactional',
       timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, $1::int) n`,
    [count],
  );

/** Writes a running campaign whose only message waits for its second attempt. */
const deferredMessageOf = ({ simulated }: { simulated: boolean }) =>
  context.database.pool.query(
    `with campaign as (
       insert into campaigns (subject, content, recipient_type, status_filter, status, kind, reason, total, fingerprint, created_by,
         started_at, simulated)
       values ('Nouvelles', '<p>Bonjour</p>', 'all', 'all', 'running', 'service', 'x', 1, 'x', 'a@exemple.fr', now(), $1)
       returning id
     )
     insert into email_log (recipient_email, subject, campaign_id, lane, email_type, purpose, attempts, next_attempt_at)
     select 'zoe@exemple.fr', 'Nouvelles', id, 'campaign', 'bulk', 'service', 1, now() + interval '5 minutes' from campaign`,
    [simulated],
  );

describe("'Traiter emails en attente'", () => {
  test("'Traiter emails en attente' sends the ten oldest and counts them", async () => {
    await waiting(12);
    context.recorder.outcome = ({ to }) =>
      to.address === "p3@exemple.fr" ? { type: "refused", message: "550 non" } : { type: "sent" };
    const answer = await context.request("POST", "/email/log/process");
    expect(await answer.json()).toEqual({
      sent: 9,
      failed: 1,
      message: "9 email(s) envoyé(s) avec succès, 1 échec(s).",
    });
    expect(context.recorder.sent.map(({ to }) => to.address)).toEqual(
      Array.from({ length: 10 }, (_, index) => `p${index + 1}@exemple.fr`),
    );
  });

  test("'Traiter emails en attente' leaves out leased messages and messages of decisions that can be undone", async () => {
    await waiting(2);
    await context.database.pool.query(
      `update email_log set leased_by = 'another', leased_until = now() + interval '1 minute'
       where recipient_email = 'p1@exemple.fr'`,
    );
    await context.database.pool.query(
      `update email_log set next_attempt_at = now() + interval '30 seconds' where recipient_email = 'p2@exemple.fr'`,
    );
    const answer = await context.request("POST", "/email/log/process");
    expect(await answer.json()).toMatchObject({ sent: 0, failed: 0 });
  });

  test.each([
    ["of a real campaign while simulation is on", { simulated: false, simulationMode: true }],
    ["of a simulated campaign after simulation was switched off", { simulated: true, simulationMode: false }],
  ])("'Traiter emails en attente' leaves messages %s", async (_which, { simulated, simulationMode }) => {
    await deferredMessageOf({ simulated });
    await context.saveSettings({ simulationMode });
    const answer = await context.request("POST", "/email/log/process");
    expect(await answer.json()).toMatchObject({ sent: 0, failed: 0 });
    expect(await context.log("status, attempts")).toEqual([{ status: "pending", attempts: 1 }]);
    expect(context.recorder.sent).toEqual([]);
  });

  test("a message of a real campaign that is leased after simulation was switched on stays pending", async () => {
    await deferredMessageOf({ simulated: false });
    await context.saveSettings({ simulationMode: true });
    const [{ id } = { id: "" }] = await context.log();
    await context.compose().mail.deliver(id);
    expect(await context.log("status, attempts")).toEqual([{ status: "pending", attempts: 1 }]);
  });
});

describe("beside the worker", () => {
  beforeEach(() => void context.startWorker());

  test("'Traiter emails en attente' clicked twice takes each message once", async () => {
    await waiting(30);
    await Promise.all([
      context.request("POST", "/email/log/process"),
      context.request("POST", "/email/log/process"),
    ]);
    await vi.waitFor(async () => {
      expect((await context.log()).every(({ status }) => status === "sent")).toBe(true);
    }, soon);
    const addresses = context.recorder.sent.map(({ to }) => to.address);
    expect(addresses).toHaveLength(30);
    expect(new Set(addresses).size).toBe(30);
  });

  test("'Relancer les échecs' makes only failed messages pending again", async () => {
    await context.database.pool.query(
      `insert into email_log (recipient_email, subject, content, status, email_type, error_message, attempts) values
       ('a@exemple.fr', 'A', 'x', 'failed', 'transactional', '550', 3), ('b@exemple.fr', 'B', 'x', 'sent', 'transactional', null, 1)`,
    );
    const ids = (await context.log()).map(({ id }) => id);
    const answer = await context.request("POST", "/email/log/resend", { ids });
    expect(await answer.json()).toEqual({ count: 1, skipped: 1 });
    await vi.waitFor(async () => {
      expect(context.recorder.sent.map(({ to }) => to.address)).toEqual(["a@exemple.fr"]);
      expect((await context.log()).every(({ status }) => status === "sent")).toBe(true);
    }, soon);
    expect((await context.request("POST", "/email/log/resend", { ids: [] })).status).toBe(400);
  });
});

test("every call is for administrators only", async () => {
  for (const [method, path] of [
    ["POST", "/email/single"],
    ["GET", "/email/log"],
    ["GET", "/email/log/0b6f6c1e-3c2b-4d55-9f0a-111111111111"],
    ["POST", "/email/log/process"],
    ["POST", "/email/log/resend"],
    ["GET", "/email/templates"],
    ["PUT", "/email/templates/0b6f6c1e-3c2b-4d55-9f0a-111111111111"],
    ["POST", "/email/preview"],
  ]) {
    const answer = await context.app.request(`/api/admin${path}`, { method: method ?? "" });
    expect(answer.status, path).toBe(401);
  }
});
