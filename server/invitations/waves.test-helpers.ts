import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Wave, WavePreview } from "#contract/waves.schema.ts";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";
import { emptyTables } from "#test/support/empty-tables.ts";

/** For the top of a test file: an application with mail, emptied before each test, and functions for waves. */
export function setUpWaves() {
  let context: MailApp;
  let templateId: string;
  beforeAll(async () => {
    context = await createMailApp();
    const [template] = await query<{ id: string }>(
      "select id from email_templates where name = 'Invitation'",
    );
    templateId = template?.id ?? "";
  });
  beforeEach(async () => {
    await context.clear();
    await emptyTables(context.database, "invitations, waves, segments, mail_hold, journal_entries");
    await context.saveSettings();
  });
  afterAll(() => context.close());

  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await context.database.pool.query(text, values)).rows as Row[];

  /** Adds approved and confirmed users, oldest first. */
  const addPeople = (count: number, columns = "status", value = "'approved'") =>
    query(
      `insert into beta_signups (name, firstname, email, created_at, confirmed_at, ${columns === "status" ? "status" : `status, ${columns}`})
       select 'Martin', 'Zoé', 'p' || n || '-${columns}@exemple.fr', now() - interval '1 day' + n * interval '1 second', now(),
         ${columns === "status" ? value : `'approved', ${value}`}
       from generate_series(1, $1::int) n`,
      [count],
    );
  const wave = (changes: object = {}) => ({
    audience: "user",
    order: "oldest",
    count: 2,
    templateId,
    ...changes,
  });
  const preview = async (changes: object = {}): Promise<WavePreview> => {
    const { templateId: _, ...body } = wave(changes) as Record<string, unknown>;
    const answer = await context.request("POST", "/waves/preview", body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as WavePreview;
  };
  const create = async (changes: object = {}): Promise<Wave> => {
    const answer = await context.request("POST", "/waves", wave(changes));
    expect(answer.status).toBe(201);
    return (await answer.json()) as Wave;
  };
  const start = (id: string) => context.request("POST", `/waves/${id}/start`);
  const cancel = (id: string) => context.request("POST", `/waves/${id}/cancel`);
  const makeDue = () => query("update email_log set next_attempt_at = null");
  const invited = async () =>
    (
      await query<{ email: string }>(
        "select s.email from invitations i join beta_signups s on s.id = i.signup_id where i.revoked_at is null order by s.created_at",
      )
    ).map(({ email }) => email);

  return {
    get context() {
      return context;
    },
    get templateId() {
      return templateId;
    },
    query,
    addPeople,
    wave,
    preview,
    create,
    start,
    cancel,
    makeDue,
    invited,
  };
}
