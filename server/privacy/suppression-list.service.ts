import type { z } from "zod";
import type { EmailEvent } from "#contract/bounces.schema.ts";
import { type SuppressionReason, type SuppressionScope, suppressionReasonLabels } from "#contract/privacy.ts";
import {
  type addSuppressionSchema,
  type Suppression,
  suppressionMessages,
  type suppressionQuerySchema,
} from "#contract/suppressions.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { csvLine, csvStart } from "#server/lib/csv.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict, notFound } from "#server/lib/http/errors.ts";
import { findEventsByAddress, liftBounces } from "#server/mail/bounces/events.service.ts";
import { findLoggedEmails } from "#server/mail/sending/log.service.ts";
import { findSignupEmails } from "#server/signups/own-signups.service.ts";
import type { Addresses } from "./addresses.service.ts";
import { withdrawConsents } from "./consents.service.ts";
import { type Cursor, findSuppressionsByIds, listSuppressionsAfter } from "./suppressions.queries.ts";
import { liftByIds, type StoredSuppression, suppress } from "./suppressions.service.ts";

export type ListDependencies = Pick<AppDependencies, "db"> & { addresses: Addresses };

type LiftDependencies = Pick<AppDependencies, "db" | "now">;

const pageSize = 50;
const exportStep = 500;

/** Lists suppressed addresses, newest first. */
export async function listSuppressions(
  { db, addresses }: ListDependencies,
  { email, reason, before }: z.output<typeof suppressionQuerySchema>,
) {
  const emailHash = email === "" ? null : await addresses.hash(email);
  const after = before === undefined ? null : readCursor(before);
  const found = await listSuppressionsAfter(db, {
    emailHash,
    after,
    limit: pageSize + 1,
    reason: reason === "all" ? null : reason,
  });
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  return {
    items: await present(db, page),
    next: found.length > page.length && last ? `${last.at.toISOString()}_${last.id}` : null,
  };
}

/** @throws ApiError 409 when the address is blocked for that reason already */
export async function addSuppression(
  { db, addresses }: ListDependencies,
  { email, reason, actor }: z.output<typeof addSuppressionSchema> & { actor: string },
): Promise<Suppression> {
  const emailHash = await addresses.hash(email);
  return db.transaction(async (tx) => {
    const added = await suppress(tx, { emailHash, scope: "news", reason, source: actor });
    if (!added) throw conflict(suppressionMessages.exists);
    if (reason === "unsubscribed") await withdrawConsents(tx, { emailHash, by: "admin" });
    const details = { suppression: reason };
    await recordEntry(tx, { actor, action: "suppression.added", subject: added.id, details });
    const [presented] = await present(tx, [added]);
    if (!presented) throw new Error("one suppression was presented as none");
    return presented;
  });
}

/**
 * Lifts one suppression. Mail may then be sent unless another rule forbids it; a withdrawn consent stays withdrawn.
 * @throws ApiError 404, and 409 for a limitation, which is lifted on the privacy screen
 */
export async function liftSuppression(
  deps: LiftDependencies,
  { id, reason, actor }: { id: string; reason: string; actor: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [stored] = await findSuppressionsByIds(tx, [id]);
    if (stored?.reason === "limited") throw conflict(suppressionMessages.limited);
    const lifted = await liftWithin({ ...deps, db: tx }, { ids: [id], reason, actor });
    if (lifted === 0) throw notFound(suppressionMessages.gone);
  });
}

/** Lifts several suppressions. Skips limitations and suppressions that no longer exist. @returns how many were lifted */
export async function liftSuppressions(
  deps: LiftDependencies,
  lift: { ids: string[]; reason: string; actor: string },
): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const stored = await findSuppressionsByIds(tx, lift.ids);
    const ids = stored.filter(({ reason }) => reason !== "limited").map(({ id }) => id);
    return liftWithin({ ...deps, db: tx }, { ...lift, ids });
  });
}

/** Also resets earlier bounces, so that the next one does not count as the third in a row. */
async function liftWithin(
  { db: tx, now }: LiftDependencies,
  { ids, reason, actor }: { ids: string[]; reason: string; actor: string },
): Promise<number> {
  if (ids.length === 0) return 0;
  const lifted = await liftByIds(tx, ids);
  const bounced = lifted.filter(({ reason }) => isByServers(reason)).map(({ emailHash }) => emailHash);
  if (bounced.length > 0) await liftBounces(tx, { hashes: bounced, now: now() });
  for (const stored of lifted) {
    const details = { suppression: stored.reason, reason };
    await recordEntry(tx, { actor, action: "suppression.lifted", subject: stored.id, details });
  }
  return lifted.length;
}

/** Mail servers cause these reasons; the other reasons are a person's wish. */
const isByServers = (reason: SuppressionReason) => reason === "bounced" || reason === "complained";

/** All suppressions as the text of a CSV file, made piece by piece. */
export async function exportSuppressions(db: Db, actor: string): Promise<AsyncGenerator<string, void>> {
  await recordEntry(db, { actor, action: "suppressions.exported" });
  return csvOf(db);
}

const scopes: Record<SuppressionScope, string> = { news: "Actualités", all: "Tout message" };

async function* csvOf(db: Db): AsyncGenerator<string, void> {
  yield csvStart + csvLine(["Adresse", "Motif", "Portée", "Depuis", "Origine"]);
  let after: Cursor | null = null;
  do {
    const step: StoredSuppression[] = await listSuppressionsAfter(db, {
      emailHash: null,
      after,
      limit: exportStep,
    });
    const lines = (await present(db, step)).map(({ email, reason, scope, at, source }) =>
      csvLine([
        email ?? suppressionMessages.erased,
        suppressionReasonLabels[reason],
        scopes[scope],
        new Date(at),
        source,
      ]),
    );
    if (lines.length > 0) yield lines.join("");
    after = step.length === exportStep ? (step.at(-1) ?? null) : null;
  } while (after);
}

/** Adds the addresses that another table still holds. */
async function present(db: Db, stored: StoredSuppression[]): Promise<Suppression[]> {
  const hashes = [...new Set(stored.map(({ emailHash }) => emailHash))];
  const emails = new Map<string, string>();
  if (hashes.length > 0) {
    const found = [...(await findLoggedEmails(db, hashes)), ...(await findSignupEmails(db, hashes))];
    for (const { emailHash, email } of found) emails.set(emailHash, email);
  }
  const byServers = stored.filter(({ reason }) => isByServers(reason)).map(({ emailHash }) => emailHash);
  const events = await findEventsByAddress(db, byServers);
  return stored.map(({ emailHash, at, until, ...rest }) => ({
    id: rest.id,
    scope: rest.scope,
    reason: rest.reason,
    source: rest.source,
    email: emails.get(emailHash) ?? null,
    at: at.toISOString(),
    until: until?.toISOString() ?? null,
    events: isByServers(rest.reason)
      ? (events.get(emailHash) ?? []).filter((event) => isAbout(rest.reason, event))
      : [],
  }));
}

const isAbout = (reason: SuppressionReason, { kind }: EmailEvent) =>
  reason === "complained" ? kind === "complaint" : kind === "hard" || kind === "soft";

function readCursor(cursor: string): Cursor {
  const [at = "", id = ""] = cursor.split("_");
  return { at: new Date(at), id };
}
