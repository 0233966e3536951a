import { and, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Audience } from "#contract/audience.ts";
import { invitationStates } from "#contract/waves.ts";
import { invitations } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { rows, textArray } from "#server/lib/database/sql.ts";

export type StoredInvitation = typeof invitations.$inferSelect;

export type NewInvitation = {
  id: string;
  waveId: string | null;
  audience: Audience;
  signupId: string;
  codeHash: string;
  codeSealed: string;
  validDays: number;
  messageId: string;
};

/** @throws a unique violation when a person has an invitation: the caller must hold `lockInvitations` and check first */
export async function insertInvitations(tx: Db, given: NewInvitation[]): Promise<void> {
  await tx.execute(sql`
    insert into invitations (id, wave_id, audience, signup_id, code_hash, code_sealed, valid_days, message_id)
    select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (
      id uuid, "waveId" uuid, audience text, "signupId" uuid, "codeHash" text, "codeSealed" text, "validDays" int, "messageId" uuid
    )`);
}

/**
 * The sealed code of an invitation that may be sent. Null when the invitation is revoked, used or deleted, or its wave was stopped before.
 */
export async function findSealedCode(db: Db, id: string): Promise<string | null> {
  const [row] = await db
    .select({ code: invitations.codeSealed })
    .from(invitations)
    .where(
      and(
        eq(invitations.id, id),
        isNull(invitations.revokedAt),
        isNull(invitations.redeemedAt),
        sql`(${invitations.sentAt} is not null or not wave_stopped_after(${invitations.waveId}, ${invitations.createdAt}))`,
      ),
    );
  return row?.code ?? null;
}

type Whose = { waveId: string } | { signupIds: string[] };
const isWhose = (whose: Whose) =>
  "waveId" in whose
    ? eq(invitations.waveId, whose.waveId)
    : sql`${invitations.signupId} = any(${textArray(whose.signupIds)}::uuid[])`;

/** The messages with codes, also with revoked ones, because a sent message cannot be undone. */
export async function findMessageIds(db: Db, whose: Whose): Promise<string[]> {
  const found = await db.select({ id: invitations.messageId }).from(invitations).where(isWhose(whose));
  return found.map(({ id }) => id);
}

/** Revokes codes that were neither sent nor redeemed. @param inFlight messages that may be leaving now. @returns how many */
export async function revokeUnsent(tx: Db, whose: Whose, inFlight: string[]): Promise<number> {
  const { rowCount } = await tx
    .update(invitations)
    .set({ revokedAt: sql`now()`, codeSealed: null })
    .where(
      and(
        isWhose(whose),
        isNull(invitations.sentAt),
        isNull(invitations.redeemedAt),
        isNull(invitations.revokedAt),
        sql`${invitations.messageId} <> all(${textArray(inFlight)}::uuid[])`,
      ),
    );
  return rowCount ?? 0;
}

const stateSchema = z.object({
  id: z.string(),
  signupId: z.string(),
  waveId: z.string().nullable(),
  state: z.enum(invitationStates),
  createdAt: z.coerce.date(),
  sentAt: z.coerce.date().nullable(),
  expiresAt: z.coerce.date().nullable(),
  remindedAt: z.coerce.date().nullable(),
  redeemedAt: z.coerce.date().nullable(),
  revokedAt: z.coerce.date().nullable(),
});
export type InvitationSummary = z.output<typeof stateSchema>;

/** All codes of these sign-ups, newest first. */
export function findInvitationsOf(db: Db, signupIds: string[], at: Date): Promise<InvitationSummary[]> {
  return rows(
    db,
    stateSchema,
    sql`
    select id, signup_id as "signupId", wave_id as "waveId", created_at as "createdAt", sent_at as "sentAt",
      expires_at as "expiresAt", reminded_at as "remindedAt", redeemed_at as "redeemedAt", revoked_at as "revokedAt",
      invitation_state(sent_at, expires_at, bounced_at, redeemed_at, revoked_at, ${at.toISOString()}::timestamptz) as state
    from invitations where signup_id = any(${textArray(signupIds)}::uuid[])
    order by created_at desc, id`,
  );
}

export async function findByCode(db: Db, codeHash: string): Promise<StoredInvitation | null> {
  const [row] = await db.select().from(invitations).where(eq(invitations.codeHash, codeHash));
  return row ?? null;
}

export async function findInvitation(db: Db, id: string): Promise<StoredInvitation | null> {
  const [row] = await db.select().from(invitations).where(eq(invitations.id, id));
  return row ?? null;
}

/**
 * Locks an invitation until the transaction ends. The caller must have locked its sign-up first, as a deletion does, to avoid deadlocks.
 */
export async function lockInvitation(tx: Db, id: string): Promise<StoredInvitation | null> {
  const [row] = await tx.select().from(invitations).where(eq(invitations.id, id)).for("update");
  return row ?? null;
}

export async function updateInvitation(tx: Db, id: string, values: Partial<StoredInvitation>): Promise<void> {
  await tx.update(invitations).set(values).where(eq(invitations.id, id));
}

const remindedSchema = z.object({
  invitationId: z.string(),
  signupId: z.string(),
  email: z.string(),
  firstname: z.string(),
  name: z.string(),
});

/**
 * Marks unused codes that end soon as reminded, and returns their people. Leaves out people whom a wave would leave out for another reason
 * than their invitation, for example an unconfirmed address. Marks none while a hold keeps mail back.
 */
export function markReminded(
  tx: Db,
  { now, before, limit, minDays }: { now: Date; before: Date; limit: number; minDays: number },
) {
  const time = sql`${now.toISOString()}::timestamptz`;
  // A common table expression is evaluated once. The planner may evaluate a subquery once per row, and would skip the rows just marked.
  return rows(
    tx,
    remindedSchema,
    sql`
    with due as (
      select i.id, i.signup_id, person.email, person.firstname, person.name
      from invitations i
      cross join lateral (
        select * from invitation_candidates(i.audience) as candidate where candidate.id = i.signup_id offset 0
      ) as person
      where i.code_sealed is not null and i.expires_at > ${time} and i.expires_at <= ${before.toISOString()}::timestamptz
        and i.valid_days > ${minDays} and i.reminded_at is null
        and i.redeemed_at is null and i.revoked_at is null and i.bounced_at is null and not mail_is_held()
        and person.left_out = 'invited'
      order by i.expires_at
      limit ${limit}
      for update of i skip locked
    )
    update invitations set reminded_at = ${time} from due where invitations.id = due.id
    returning due.id as "invitationId", due.signup_id as "signupId", due.email, due.firstname, due.name`,
  );
}

/** Marks all codes that end before `before` as reminded. */
export async function markAllReminded(tx: Db, { now, before }: { now: Date; before: Date }): Promise<void> {
  await tx
    .update(invitations)
    .set({ remindedAt: now })
    .where(
      and(
        isNull(invitations.remindedAt),
        isNotNull(invitations.codeSealed),
        lte(invitations.expiresAt, before),
      ),
    );
}

/**
 * Deletes sealed codes that have expired or were never sent. @param unsentBefore older messages cannot be sent again, because their text is
 * deleted
 */
export async function clearExpiredCodes(
  db: Db,
  { now, unsentBefore }: { now: Date; unsentBefore: Date },
): Promise<void> {
  await db
    .update(invitations)
    .set({ codeSealed: null })
    .where(
      sql`code_sealed is not null and (expires_at < ${now.toISOString()}::timestamptz
        or expires_at is null and created_at < ${unsentBefore.toISOString()}::timestamptz)`,
    );
}

export async function deleteInvitations(tx: Db, signupIds: string[]): Promise<void> {
  await tx.execute(sql`delete from invitations where signup_id = any(${textArray(signupIds)}::uuid[])`);
}
