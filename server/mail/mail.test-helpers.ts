import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import type { z } from "zod";
import type { updateEmailSettingsSchema } from "#contract/email.schema.ts";
import type { EmailProvider } from "#contract/email.ts";
import type { DeliverySettings } from "#server/mail/transports/transport.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { presentVersion } from "#test/support/present-version.ts";
import { createTestApp, type SignedIn, type TestAppOverrides } from "#test/support/test-app.ts";
import type { Mail } from "./mail.ts";
import { type Pause, restMs, tickMs } from "./sending/worker-context.ts";
import type { MailTransport, OutgoingMessage, SendOutcome } from "./transports/transport.ts";

/** Options of `vi.waitFor`. A correct result comes quickly; the limit only ends a test that would hang. */
export const soon = { timeout: 110_000, interval: 30 };

/** Pauses of workers are shorter by this factor. */
const haste = 20;

/** The tasks of a worker: three lanes, the start of campaigns, their sending, and probes of servers. */
const tasksOfWorker = 6;

/** Makes the pauses of one worker and counts its turns. A task pauses for a tick after a turn; all tasks pause when nothing is due. */
function createPauses() {
  let ticks = 0;
  const pause: Pause = (ms, signal) => {
    if (ms === tickMs) ticks += 1;
    if (ms === restMs) ticks += tasksOfWorker;
    return sleep(ms / haste, undefined, { signal });
  };
  return { pause, ticks: () => ticks };
}

/** Makes a transport that stores messages and returns configured outcomes. `opened` counts the transports made. */
function createRecordingTransport() {
  const recorder = {
    sent: [] as OutgoingMessage[],
    opened: 0,
    outcome: (_message: OutgoingMessage): SendOutcome | Promise<SendOutcome> => ({ type: "sent" }),
    verdict: (_provider: EmailProvider): string | null => null,
    transport: ({ provider }: Pick<DeliverySettings, "provider">): MailTransport => {
      recorder.opened += 1;
      return {
        async send(message) {
          recorder.sent.push(message);
          return recorder.outcome(message);
        },
        verify: async () => recorder.verdict(provider),
        close() {},
        abort() {},
      };
    },
  };
  return recorder;
}

export const validSettings: Omit<z.input<typeof updateEmailSettingsSchema>, "version"> = {
  senderName: "Tenue",
  senderEmail: "bonjour@tenue.example",
  replyTo: "reponse@tenue.example",
  preferredProvider: "smtp",
  simulationMode: false,
  pauseMs: 0,
  parallelism: 1,
  smtpHost: "smtp.exemple.fr",
  smtpPort: 587,
  smtpUsername: null,
};

const agreedByEverybody = `
  with shown as (insert into consent_texts (version, text) values ('test', '{"news": "Recevoir les nouvelles"}') on conflict do nothing)
  insert into consents (audience, signup_id, email_hash, purpose, text_version, confirmed_at)
  select audience, id, email_hash, 'news', 'test', now() from (
    select 'user' as audience, id, email_hash from beta_signups
    union all select 'brand', id, email_hash from brand_signups
  ) as everybody`;

/** Returns a text part with the footer that visitors get. */
export const withFooter = (text: string) => `${text}\n\n-- \nMes données (http://localhost/mes-donnees)`;

/** The fields of a campaign that reaches all people whom its filters select. */
export const toEverybody = { kind: "service", reason: "Votre place est prête" } as const;

/** The application with a recording transport and a signed-in super administrator. */
export async function createMailApp(overrides: TestAppOverrides = {}) {
  const recorder = createRecordingTransport();
  const context = await createTestApp({ transport: recorder.transport, ...overrides });
  const admin: SignedIn = await context.signIn({ superAdmin: true });
  const request = (method: string, path: string, body?: unknown) =>
    context.app.request(`/api/admin${path}`, {
      method,
      headers: admin.headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const read = async (path: string): Promise<unknown> => (await request("GET", path)).json();
  /** Overwrites the stored settings. */
  const save = async (path: string, body: object) =>
    request("PUT", path, { ...body, version: await presentVersion(read, path) });
  const workers: { mail: Mail; ticks: () => number }[] = [];
  const stopWorkers = async () => {
    for (const { mail } of workers.splice(0)) await mail.stop();
  };
  return {
    ...context,
    admin,
    stopWorkers,
    /** Starts one more worker. The next `clear()` or `stopWorkers()` stops it. */
    startWorker(changes: TestAppOverrides = {}): Mail {
      const { pause, ticks } = createPauses();
      const { mail } = context.compose({ pause, ...changes });
      workers.push({ mail, ticks });
      mail.start();
      return mail;
    },
    /** Resolves when every task of every worker has looked for work twice, so that all due work has begun. */
    async turns(): Promise<void> {
      const enough = workers.map(({ ticks }) => ({ ticks, count: ticks() + 3 * tasksOfWorker }));
      const areMade = () => expect(enough.every(({ ticks, count }) => ticks() >= count)).toBe(true);
      await vi.waitFor(areMade, soon);
    },
    recorder,
    request,
    read,
    save,
    saveSettings: (changes: Partial<typeof validSettings> = {}) =>
      save("/email/settings", { ...validSettings, ...changes }),
    async close() {
      await stopWorkers();
      await context.close();
    },
    async log<Row = LogRow>(columns = "*"): Promise<Row[]> {
      const { rows } = await context.database.pool.query(
        `select ${columns} from email_log order by created_at, id`,
      );
      return rows as Row[];
    },
    /** Makes all signed-up people agree to news and confirm it. */
    agree: () => context.database.pool.query(agreedByEverybody),
    async clear() {
      await stopWorkers();
      await emptyTables(
        context.database,
        "email_events, email_log, campaigns, email_settings, beta_signups, brand_signups, consents, suppressions",
      );
      recorder.sent.length = 0;
      recorder.outcome = () => ({ type: "sent" });
      recorder.verdict = () => null;
    },
  };
}

export type MailApp = Awaited<ReturnType<typeof createMailApp>>;

export type LogRow = {
  id: string;
  recipient_email: string;
  recipient_name: string | null;
  subject: string;
  content: string | null;
  status: string;
  email_type: string;
  error_message: string | null;
  attempts: number;
  next_attempt_at: Date | null;
  sent_at: Date | null;
  campaign_id: string | null;
  leased_by: string | null;
};
