import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { type Audience, audiences, type SignupStatus } from "#contract/audience.ts";
import type { Responses } from "#contract/signup.ts";
import type { Db } from "#server/lib/database/database.ts";
import { textArray } from "#server/lib/database/sql.ts";
import { signupTables } from "./signups.queries.ts";

/** A sign-up as its owner may see it. `website` is null for users. */
export type StoredOwnSignup = {
  audience: Audience;
  id: string;
  firstname: string;
  name: string;
  email: string;
  emailHash: string;
  website: string | null;
  responses: Responses;
  status: SignupStatus;
  createdAt: Date;
  decidedAt: Date | null;
  /** The version of the texts that the person accepted with the form; null for older sign-ups. */
  textsVersion: string | null;
  confirmedAt: Date | null;
  remindedAt: Date | null;
  activeAt: Date | null;
  limitedAt: Date | null;
  disposableEmail: boolean;
  objectedAt: Date | null;
  sourceId: number | null;
  /** True when the sign-up comes from an imported list. */
  isImported: boolean;
  starred: boolean;
  note: string | null;
  version: number;
};

/** Identifies a sign-up, on the condition that it still has that address. */
export type OwnAddress = { audience: Audience; id: string; emailHash: string };

/** The sign-ups of an address in both audiences, oldest first. @param counted leaves out duplicates and samples */
export async function findByAddress(
  db: Db,
  emailHash: string,
  { counted = false } = {},
): Promise<StoredOwnSignup[]> {
  const found: StoredOwnSignup[] = [];
  for (const audience of audiences) {
    const table = signupTables[audience];
    const stored = await db
      .select()
      .from(table)
      .where(
        and(
          eq(table.emailHash, emailHash),
          ...(counted ? [isNull(table.duplicateOf), eq(table.sample, false)] : []),
        ),
      )
      .orderBy(asc(table.createdAt), asc(table.id));
    found.push(...stored.map((row) => toOwn(audience, row)));
  }
  return found;
}

/** The audience and the present address of a sign-up; null when it was deleted. */
export async function findAddressOf(db: Db, id: string): Promise<OwnAddress | null> {
  for (const audience of audiences) {
    const { id: idColumn, emailHash } = signupTables[audience];
    const [found] = await db.select({ emailHash }).from(signupTables[audience]).where(eq(idColumn, id));
    if (found) return { audience, id, ...found };
  }
  return null;
}

/** The addresses of these hashes that sign-ups have. Leaves out samples. */
export async function findSignupEmails(
  db: Db,
  emailHashes: string[],
): Promise<{ emailHash: string; email: string }[]> {
  const found = Object.values(signupTables).map((table) =>
    db
      .select({ emailHash: table.emailHash, email: table.email })
      .from(table)
      .where(and(inArray(table.emailHash, emailHashes), eq(table.sample, false))),
  );
  return (await Promise.all(found)).flat();
}

/** The addresses and names for messages about these sign-ups. */
export function findPeople(db: Db, audience: Audience, ids: string[]) {
  const { id, email, firstname, name } = signupTables[audience];
  return db
    .select({ id, email, firstname, name })
    .from(signupTables[audience])
    .where(sql`${id} = any(${textArray(ids)}::uuid[])`);
}

/** @returns null when the sign-up was deleted, has another address by now, or was confirmed before */
export async function markConfirmed(db: Db, { audience, id, emailHash, at }: OwnAddress & { at: Date }) {
  const table = signupTables[audience];
  const [row] = await db
    .update(table)
    .set({ confirmedAt: at, activeAt: at })
    .where(and(eq(table.id, id), eq(table.emailHash, emailHash), isNull(table.confirmedAt)))
    .returning();
  return row ?? null;
}

export async function noteActivity(db: Db, emailHash: string, at: Date): Promise<void> {
  for (const table of Object.values(signupTables)) {
    await db.update(table).set({ activeAt: at }).where(eq(table.emailHash, emailHash));
  }
}

/**
 * Limits the sign-ups of an address: they are kept, but not decided, written to or counted. `at` null lifts the limit.
 * @param limited only these audiences
 */
export async function limitSignups(
  db: Db,
  emailHash: string,
  at: Date | null,
  limited: readonly Audience[] = audiences,
): Promise<void> {
  for (const audience of limited) {
    const table = signupTables[audience];
    await db.update(table).set({ limitedAt: at }).where(eq(table.emailHash, emailHash));
  }
}

/** Leaves the sign-ups of an address out of statistics. `at` null includes them again. */
export async function markObjected(db: Db, emailHash: string, at: Date | null): Promise<void> {
  for (const table of Object.values(signupTables))
    await db.update(table).set({ objectedAt: at }).where(eq(table.emailHash, emailHash));
}

export type Correction = { firstname: string; name: string; website: string | null };

/** @returns whether a sign-up with that id and address exists */
export async function correct(
  db: Db,
  { audience, id, emailHash }: OwnAddress,
  { firstname, name, website }: Correction,
): Promise<boolean> {
  const table = signupTables[audience];
  const { rowCount } = await db
    .update(table)
    .set({
      firstname,
      name,
      version: sql`${table.version} + 1`,
      ...(audience === "brand" && website !== null && { website }),
    })
    .where(and(eq(table.id, id), eq(table.emailHash, emailHash)));
  return (rowCount ?? 0) > 0;
}

/** @returns whether a sign-up with that id and address exists */
export async function replaceResponses(
  db: Db,
  { audience, id, emailHash }: OwnAddress,
  responses: Responses,
): Promise<boolean> {
  const table = signupTables[audience];
  const { rowCount } = await db
    .update(table)
    .set({ responses, version: sql`${table.version} + 1` })
    .where(and(eq(table.id, id), eq(table.emailHash, emailHash)));
  return (rowCount ?? 0) > 0;
}

type Row = Omit<StoredOwnSignup, "audience" | "website" | "isImported"> & {
  importId: string | null;
  website?: string;
};

function toOwn(audience: Audience, row: Row): StoredOwnSignup {
  const { id, firstname, name, email, emailHash, responses, status } = row;
  const {
    disposableEmail,
    createdAt,
    decidedAt,
    textsVersion,
    confirmedAt,
    remindedAt,
    activeAt,
    limitedAt,
    objectedAt,
    sourceId,
    starred,
    note,
    version,
  } = row;
  return {
    audience,
    id,
    firstname,
    name,
    email,
    emailHash,
    website: row.website ?? null,
    responses,
    status,
    disposableEmail,
    createdAt,
    decidedAt,
    textsVersion,
    confirmedAt,
    remindedAt,
    activeAt,
    limitedAt,
    objectedAt,
    sourceId,
    isImported: row.importId !== null,
    starred,
    note,
    version,
  };
}
