import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "#contract/limits.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";
import { createAccountLinkSender } from "#server/mail/sending/account-link.service.ts";

/** The installation is no open mail relay: limits on the mail that strangers, and all senders together, can cause. */
let context: MailApp;

beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 } });
});

beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
});
afterAll(() => context.close());

const sql = async <Row>(text: string, values: unknown[] = []) =>
  (await context.database.pool.query(text, values)).rows as Row[];

async function signUpAs(audience: "user" | "brand", email: string): Promise<void> {
  const answer = await context.app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      firstname: "Zoé",
      name: "Martin",
      email,
      responses: {},
      ...(audience === "brand" && { website: "maison.example" }),
    }),
  });
  expect(answer.status).toBe(201);
}

const signUpAll = (emails: string[]) => Promise.all(emails.map((email) => signUpAs("user", email)));

/** Moves everything that happened back in time by the interval. */
const letPass = (interval: string) =>
  context.database.pool.query(
    `update email_log set departed_at = departed_at - $1::interval, sent_at = sent_at - $1::interval,
       created_at = created_at - $1::interval, next_attempt_at = next_attempt_at - $1::interval`,
    [interval],
  );

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function writeMessages(count: number, lane: string): Promise<void> {
  await sql(
    `insert into email_log (recipient_email, subject, content, status, email_type, lane, mailbox_key, created_at)
     select $2 || n || '@exemple.fr', 'Sujet', '<p>x</p>', 'pending', 'transactional', $2,
       case when $2 = 'link' then 'link-' || n end, now() + n * interval '1 millisecond'
     from generate_series(1, $1::int) n`,
    [count, lane],
  );
}

async function startCampaign(people: number): Promise<void> {
  await sql(
    `insert into beta_signups (firstname, name, email)
     select 'Zoé', 'Martin', 'campagne-' || n || '@exemple.fr' from generate_series(1, $1::int) n`,
    [people],
  );
  const answer = await context.request("POST", "/campaigns", {
    subject: "Bonjour",
    content: "<p>Bonjour</p>",
    statusFilter: "all",
    ...toEverybody,
  });
  expect(answer.status).toBe(202);
}

/** Expects exactly so many messages, and no more after further attempts by the workers' ticks and by hand. */
async function leave(count: number): Promise<void> {
  const enough = () => expect(context.recorder.sent.length).toBeGreaterThanOrEqual(count);
  await vi.waitFor(enough, soon);
  await context.turns();
  const answer = await context.request("POST", "/email/log/process");
  expect(await answer.json()).toMatchObject({ sent: 0, failed: 0 });
  expect(context.recorder.sent).toHaveLength(count);
}

const recipients = () => context.recorder.sent.map(({ to }) => to.address);

// Each step waits for the workers' own ticks, and some send hundreds of messages.

describe("one mailbox", () => {
  const spellings = [
    ...numbers(10).map((n) => `marie+${n}@gmail.com`),
    ...numbers(10).map((n) => `m.arie+${n}@googlemail.com`),
    ...numbers(10).map((n) => `MA.R.I.E+${n}@Gmail.com`),
  ];

  test("one mailbox gets one message in 24 hours and one more afterwards, in any spelling", async () => {
    context.startWorker();
    await signUpAll(spellings);
    await leave(1);
    await signUpAll(spellings.map((email) => email.replace("+", "+encore")));
    await leave(1);
    const waiting = await sql<{ next_attempt_at: Date }>("select * from email_log where status = 'pending'");
    expect(waiting.length).toBeLessThanOrEqual(1);
    expect(await sql("select id from beta_signups")).toHaveLength(60);

    await letPass("23 hours 50 minutes");
    await leave(1);
    await signUpAll(["marie@gmail.com"]);
    await letPass("10 minutes");
    await leave(2);
    await letPass("24 hours");
    await leave(2);
    await signUpAll(["marie+jour.apres@gmail.com"]);
    await leave(3);
  });

  test("one mailbox gets one message even when concurrent statements store sign-ups as user and as brand", async () => {
    context.startWorker();
    context.startWorker();
    await Promise.all(
      spellings.flatMap((email) => [
        signUpAs("user", email),
        signUpAs("brand", email.replace("+", "+marque")),
      ]),
    );
    await leave(1);
    for (const _day of numbers(3)) {
      await letPass("24 hours");
      await context.turns();
    }
    await leave(2);
  });

  test("eight confirmations queued for one mailbox become one sent message, one that waits a day, and six deleted ones", async () => {
    await sql(
      `insert into email_log (recipient_email, subject, content, status, email_type, lane, mailbox_key, next_attempt_at)
       select 'marie+' || n || '@gmail.com', 'x', '<p>x</p>', 'pending', 'transactional', 'confirmation', 'marie', now()
       from generate_series(1, 8) n`,
    );
    context.startWorker();
    context.startWorker();
    await leave(1);
    expect(await context.log()).toHaveLength(2);
    await letPass("24 hours");
    await leave(2);
  });

  test("similar addresses of other domains and names are different mailboxes", async () => {
    context.startWorker();
    await signUpAll(["marie@exemple.fr", "ma.rie@exemple.fr", "marie@exemple.com", "maria@gmail.com"]);
    await leave(4);
  });

  test("a mailbox whose message failed gets the next one", async () => {
    context.recorder.outcome = () => ({ type: "refused", message: "550" });
    context.startWorker();
    await signUpAll(["marie@exemple.fr"]);
    await vi.waitFor(async () => expect(await context.log()).toMatchObject([{ status: "failed" }]), soon);
    context.recorder.outcome = () => ({ type: "sent" });
    await signUpAll(["marie+2@exemple.fr"]);
    await leave(2);
  });

  test("the mail log stores a mailbox as a hash that depends on the secret", async () => {
    await signUpAll(["marie+1@exemple.fr"]);
    const [row] = await sql<{ mailbox_key: string }>("select mailbox_key from email_log");
    expect(row?.mailbox_key).toMatch(/^[\w-]{22}$/);
  });
});

describe("all strangers together", () => {
  test("strangers cause at most 500 confirmations an hour: of 700 sign-ups the others wait, and links are still sent", async () => {
    context.startWorker();
    context.startWorker();
    await signUpAll(numbers(700).map((n) => `p${n}@exemple.fr`));
    await writeMessages(3, "link");
    await writeMessages(3, "direct");
    await leave(506);
    expect(recipients().filter((address) => address.startsWith("link"))).toHaveLength(3);
    await letPass("1 hour");
    await leave(706);
    expect(new Set(recipients()).size).toBe(706);
  }, 240_000);

  test("the settings limit confirmations to strangers", async () => {
    await context.saveSettings({ confirmationHourlyCap: 3 });
    context.startWorker();
    await signUpAll(numbers(10).map((n) => `p${n}@exemple.fr`));
    await leave(3);
    await context.saveSettings({ confirmationHourlyCap: 5 });
    await leave(5);
  });

  test("strangers never get around a confirmation's delay", async () => {
    await signUpAll(["marie@exemple.fr"]);
    await sql("update email_log set next_attempt_at = now() + interval '10 minutes'");
    context.startWorker();
    await leave(0);
    await letPass("10 minutes");
    await leave(1);
  });
});

describe("the caps", () => {
  test("the hourly cap holds exactly for every lane and any number of instances, hour after hour", async () => {
    await context.saveSettings({ hourlyCap: 40, parallelism: 5 });
    await startCampaign(60);
    await writeMessages(30, "direct");
    await signUpAll(numbers(30).map((n) => `p${n}@exemple.fr`));
    context.startWorker();
    context.startWorker();
    context.startWorker();
    await leave(35);
    await writeMessages(8, "link");
    await leave(40);
    await letPass("1 hour");
    await leave(75 + 3); // the reserve covers the three waiting links
    await letPass("1 hour");
    await leave(75 + 3 + 35);
    expect(new Set(recipients()).size).toBe(context.recorder.sent.length);
  }, 240_000);

  test("the daily cap holds beside the hourly cap", async () => {
    await context.saveSettings({ hourlyCap: 20, dailyCap: 30 });
    await writeMessages(60, "direct");
    context.startWorker();
    context.startWorker();
    await leave(15);
    await letPass("1 hour");
    await leave(25);
    await letPass("23 hours");
    await leave(40);
  });

  test("the caps count uncertain messages, but not failed or simulated ones", async () => {
    await context.saveSettings({ simulationMode: true, hourlyCap: 20 });
    await writeMessages(30, "direct");
    context.startWorker();
    await vi.waitFor(async () => {
      expect((await context.log()).every(({ status }) => status === "sent")).toBe(true);
    }, soon);
    expect(recipients()).toEqual([]);

    const outcomes = ["refused", "uncertain", "deferred", "unreachable"] as const;
    context.recorder.outcome = ({ to }) => {
      const place = Number(to.address.replace(/\D/g, ""));
      const type = outcomes[place - 1];
      return type ? { type, message: "x" } : { type: "sent" };
    };
    await context.saveSettings({ hourlyCap: 20 });
    await writeMessages(30, "direct");
    await leave(15 + 3);
    const rows = await sql("select id from email_log where departed_at is not null");
    expect(rows).toHaveLength(15);
  });

  test("the caps count messages that a killed worker had leased", async () => {
    await context.saveSettings({ hourlyCap: 20 });
    await writeMessages(30, "direct");
    await sql(
      `update email_log set leased_by = 'dead', leased_until = now() - interval '1 second', departed_at = now()
       where recipient_email in ('direct1@exemple.fr', 'direct2@exemple.fr')`,
    );
    context.startWorker();
    await leave(13);
    expect(await sql("select error_message from email_log where status = 'failed'")).toEqual(
      Array(2).fill({ error_message: "Envoi interrompu, à vérifier" }),
    );
  });

  test("a cap of one message leaves room for messages other than links", async () => {
    await context.saveSettings({ hourlyCap: 1 });
    await writeMessages(5, "direct");
    context.startWorker();
    await leave(1);
  });

  describe("a reached cap", () => {
    const single = { recipientEmail: "zoe@exemple.fr", subject: "Bonjour", content: "Bonjour" };

    beforeEach(async () => {
      await context.saveSettings({ hourlyCap: 2 });
      await writeMessages(2, "direct");
      context.startWorker();
      await leave(1);
      await context.stopWorkers();
    });

    test("a reached cap delays a manual message, and the answer names the time", async () => {
      const answer = await context.request("POST", "/email/single", single);
      expect(await answer.json()).toMatchObject({
        outcome: "pending",
        message: expect.stringMatching(/attend.*Plafond d’envoi atteint.*\d{2}:\d{2}/),
      });
      expect(await context.log()).toMatchObject([{}, {}, { status: "pending", attempts: 0 }]);
    });

    test("a reached cap refuses a test e-mail, which is not sent later either", async () => {
      const answer = await context.request("POST", "/email/test");
      expect(await answer.json()).toMatchObject({
        ok: false,
        message: expect.stringContaining("Plafond d’envoi atteint"),
      });
      expect((await context.log()).at(-1)).toMatchObject({
        status: "failed",
        error_message: expect.stringContaining("Plafond d’envoi atteint"),
      });
    });
  });
});

describe("a requested password link", () => {
  const hour = 3_600_000;
  let clock = Date.now();
  let app: MailApp;
  let ask: () => Promise<boolean>;

  beforeAll(async () => {
    app = await createMailApp({ now: () => new Date(clock) });
    const { id, email } = (await app.signIn()).admin;
    const send = createAccountLinkSender(app.dependencies);
    ask = () => send({ accountId: id, email, purpose: "lost_password" });
  });
  beforeEach(async () => {
    clock = Date.now();
    await app.clear();
    await app.saveSettings();
  });
  afterAll(() => app.close());

  const redeem = async () => {
    const token = /#token=([\w-]+)/.exec(app.recorder.sent.at(-1)?.text ?? "")?.[1];
    const answer = await app.app.request("/api/auth/reset-password", {
      method: "POST",
      headers: app.admin.headers,
      body: JSON.stringify({ token, newPassword: "lin-et-laine-du-soir" }),
    });
    return answer.status;
  };

  test.each([
    [23, 200],
    [25, 400],
  ])(
    "a password link that was sent after three days of waiting answers, %i hours later, with %i",
    async (hours, status) => {
      app.recorder.outcome = () => ({ type: "deferred", message: "450" });
      expect(await ask()).toBe(false);
      clock += 72 * hour;
      await app.database.pool.query(
        "delete from auth_verifications where expires_at < now() + interval '3 days'",
      );
      app.recorder.outcome = () => ({ type: "sent" });
      const [entry] = await app.log();
      expect(await app.mail.deliver(entry?.id ?? "")).toEqual({ type: "sent" });
      clock += hours * hour;
      expect(await redeem()).toBe(status);
    },
  );

  test("a password link is sent at most three times in 24 hours, also for concurrent requests", async () => {
    const answers = await Promise.all(numbers(10).map(() => ask()));
    expect(answers.filter((left) => left)).toHaveLength(3);
    expect(app.recorder.sent).toHaveLength(3);
    await app.database.pool.query("update email_log set departed_at = departed_at - interval '24 hours'");
    expect(await ask()).toBe(true);
  });

  test("a password link that could not be sent does not count", async () => {
    app.recorder.outcome = () => ({ type: "refused", message: "550" });
    for (const _attempt of numbers(3)) await ask();
    app.recorder.outcome = () => ({ type: "sent" });
    expect(await ask()).toBe(true);
  });

  test("a password link is sent even when confirmations have used their cap", async () => {
    await app.saveSettings({ hourlyCap: 10, confirmationHourlyCap: 1 });
    await app.database.pool.query(
      `insert into email_log (recipient_email, subject, content, status, email_type, lane, mailbox_key, departed_at, sent_at)
       select 'a', 'b', 'c', 'sent', 'transactional', 'confirmation', 'k' || n, now(), now() from generate_series(1, 5) n`,
    );
    expect(await ask()).toBe(true);
  });
});

test("the ceiling of confirmations is 500 by default", async () => {
  const answer = await context.request("GET", "/email/settings");
  expect(await answer.json()).toMatchObject({ confirmationHourlyCap: limits.confirmationsPerHour });
  expect(limits.confirmationsPerHour).toBe(500);
});
