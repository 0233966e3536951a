import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAddresses } from "#server/privacy/addresses.service.ts";
import { createConsentTexts } from "#server/privacy/consents.service.ts";
import { createActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import { idleShield } from "#server/shield/shield.test-helpers.ts";
import { everyDomainAccepts } from "#test/support/domain-resolver.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { decideSignup, deleteSignup, undoDecision } from "./decisions.service.ts";
import { createSignupEvents, type SignupHandlers } from "./signup-events.ts";
import { createSignupIntake } from "./signups.service.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.execute(sql`delete from beta_signups`);
  await database.db.execute(sql`delete from journal_entries`);
});

/** Stores each event in a table, as the mail feature stores messages. */
const noting: SignupHandlers = {
  async decided(tx, { audience, status, signups }) {
    for (const { email } of signups) await note(tx, `${status} ${audience} ${email}`);
  },
  async undone(tx, { audience, signups }) {
    for (const { email } of signups) await note(tx, `undone ${audience} ${email}`);
  },
  async deleted(tx, { audience, signups }) {
    for (const { email } of signups) await note(tx, `deleted ${audience} ${email}`);
  },
};

const failing: SignupHandlers = {
  async decided() {
    throw new Error("listener failed");
  },
};

async function note(tx: Parameters<NonNullable<SignupHandlers["decided"]>>[0], text: string): Promise<void> {
  await tx.execute(sql`insert into journal_entries (actor, action) values ('test', ${text})`);
}

async function notes(): Promise<unknown[]> {
  const { rows } = await database.db.execute(
    sql`select action from journal_entries where actor = 'test' order by action`,
  );
  return rows.map((row) => row.action);
}

function bodyOf(email: string) {
  return { firstname: "A", name: "B", email, responses: {} };
}

function take(...emails: string[]) {
  const { db } = database;
  const intake = createSignupIntake({
    db,
    shield: idleShield(db),
    questions: createActiveQuestions(db),
    addresses: createAddresses(db),
    consentTexts: createConsentTexts(db),
    resolver: everyDomainAccepts,
    now: () => new Date(),
    config: { authSecret: "a secret of this test".repeat(2) },
    referralOf: async () => null,
  });
  return Promise.allSettled(
    emails.map((email) =>
      intake.takeSignup({
        audience: "user",
        body: bodyOf(email),
        key: undefined,
        scripted: true,
        device: { networks: [], userAgent: "" },
      }),
    ),
  );
}

test("a confirmation that fails undoes its own sign-up and no other of the batch", async () => {
  await database.db.execute(sql`update email_templates set is_active = true where event = 'signup'`);
  await database.db.execute(
    sql`alter table email_log add constraint no_bad check (recipient_email not like 'bad%')`,
  );
  const outcomes = await take("a@b.fr", "bad@b.fr", "c@d.fr");
  await database.db.execute(sql`alter table email_log drop constraint no_bad`);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const { rows } = await database.db.execute(sql`
    select email, (select count(*)::int from email_log where recipient_email = email) as messages
    from beta_signups order by email`);
  expect(rows).toEqual([
    { email: "a@b.fr", messages: 1 },
    { email: "c@d.fr", messages: 1 },
  ]);
});

test("a listener gets decisions, undos and deletions", async () => {
  const [taken] = await take("a@b.fr");
  const id = taken?.status === "fulfilled" ? taken.value : "";
  const deps = { db: database.db, now: () => new Date(), events: createSignupEvents([noting]) };
  const target = { audience: "user", id, actor: "admin@tenue.example" } as const;
  await decideSignup(deps, { ...target, status: "approved" });
  await undoDecision(deps, target);
  await deleteSignup(deps, target);
  expect(await notes()).toEqual(["approved user a@b.fr", "deleted user a@b.fr", "undone user a@b.fr"]);
});

test("a decision is rolled back when a listener fails", async () => {
  const [taken] = await take("a@b.fr");
  const id = taken?.status === "fulfilled" ? taken.value : "";
  const deps = { db: database.db, now: () => new Date(), events: createSignupEvents([failing]) };
  const target = { audience: "user", id, actor: "admin@tenue.example" } as const;
  await expect(decideSignup(deps, { ...target, status: "approved" })).rejects.toThrow("listener failed");
  const { rows } = await database.db.execute(sql`select status from beta_signups`);
  expect(rows).toEqual([{ status: "pending" }]);
});
