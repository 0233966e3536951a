import { setTimeout as pause } from "node:timers/promises";
import type { MailSink } from "#test/support/mail-sink.ts";
import type { ServerProcess } from "#test/support/server-process.ts";
import type { AdminCall } from "#test/support/sign-in-first-admin.ts";

type Server = Pick<ServerProcess, "sql">;
type Started = { id: string; total: number };
const endsWithinMs = 120_000;

/** A campaign that runs while the versions change: each recipient must get it once. */
export class Campaign {
  readonly total: number;
  readonly #id: string;
  readonly #sink: MailSink;

  private constructor({ id, total }: Started, sink: MailSink) {
    this.total = total;
    this.#id = id;
    this.#sink = sink;
  }

  /** Starts a campaign to all sign-ups. @param lastsMs its approximate duration, from which the pauses between messages follow */
  static async start(call: AdminCall, sink: MailSink, lastsMs: number): Promise<Campaign> {
    const audience = "recipientType=all&statusFilter=all&kind=service";
    const recipients = await call("GET", `/api/admin/campaigns/recipients?${audience}`);
    const { count } = recipients as { count: number };
    if (count === 0) throw new Error("there are no sign-ups of the previous version");
    await call("PUT", "/api/admin/email/settings", {
      version: 0,
      senderName: "Tenue",
      senderEmail: "bonjour@tenue.example",
      preferredProvider: "smtp",
      simulationMode: false,
      smtpHost: "127.0.0.1",
      smtpPort: sink.port,
      smtpUsername: null,
      pauseMs: Math.ceil(lastsMs / count),
      parallelism: 1,
    });
    const started = await call("POST", "/api/admin/campaigns", {
      subject: "Bonjour {{firstName}}",
      content: "<p>La bêta ouvre.</p>",
      recipientType: "all",
      statusFilter: "all",
      kind: "service",
      reason: "Votre place est prête",
    });
    return new Campaign(started as Started, sink);
  }

  /** Waits for the end of the campaign. @returns faults, one per line */
  async faults(server: Server, signal: AbortSignal): Promise<string[]> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(endsWithinMs)]);
    let state = await this.#read(server);
    while (state?.status !== "completed" && !limit.aborted) {
      await pause(500);
      state = await this.#read(server);
    }
    const messages = await server.sql<{ id: string; recipient: string }>(
      "select id, recipient_email as recipient from email_log where campaign_id = $1",
      [this.#id],
    );
    // The message id begins with the id of the log row.
    const arrived = (await this.#sink.received()).map(({ messageId }) => messageId.split("@")[0] ?? "");
    const once = new Set(arrived);
    const missing = messages.filter(({ id }) => !once.has(id)).length;
    const people = new Set(messages.map(({ recipient }) => recipient)).size;
    const found = [];
    if (state?.status !== "completed" || state.sent !== this.total)
      found.push(`campaign: ${state?.status}, ${state?.sent} of ${this.total} sent`);
    if (people !== this.total || messages.length !== this.total)
      found.push(`campaign: ${messages.length} messages to ${people} people instead of ${this.total}`);
    if (missing > 0) found.push(`campaign: ${missing} messages never arrived`);
    if (arrived.length > once.size) found.push(`${arrived.length - once.size} messages arrived twice`);
    return found;
  }

  async #read({ sql }: Server): Promise<{ status: string; sent: number } | undefined> {
    const states = await sql<{ status: string; sent: number }>(
      "select status, sent from campaigns where id = $1",
      [this.#id],
    );
    return states[0];
  }
}
