import type { PrivacyRequest } from "#contract/privacy.schema.ts";
import { privacyPeriods, type RequestKind } from "#contract/privacy.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { addMonths } from "#server/lib/add-months.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict, notFound } from "#server/lib/http/errors.ts";
import {
  closeRequest,
  deleteClosedBefore,
  findRequest,
  findRequests,
  insertRequest,
  type StoredRequest,
} from "./privacy.queries.ts";

/** When the answer to a request is due: after a month (article 12). A shorter next month ends the time on its last day. */
export function dueDate(receivedAt: Date): Date {
  return addMonths(receivedAt, privacyPeriods.requestMonths);
}

/** True when an open request has waited so long that it is shown as urgent. */
export function isUrgent(
  { receivedAt, closedAt }: { receivedAt: Date; closedAt: Date | null },
  now: Date,
): boolean {
  const ageMs = now.getTime() - receivedAt.getTime();
  return closedAt === null && ageMs >= privacyPeriods.requestWarningDays * 24 * 60 * 60 * 1_000;
}

/** The register's limit: open requests are few, and only recent closed ones matter. */
const shownMax = 500;

type Parts = Pick<AppDependencies, "db" | "now">;

/** Records a request that was answered immediately: on the person's own page, or by an administrator. */
export async function noteRequest(
  tx: Db,
  request: {
    kind: RequestKind;
    emailHash: string;
    source: "person" | "admin";
    outcome: string;
    handledBy?: string;
    at: Date;
  },
): Promise<void> {
  const { at, handledBy = null, ...noted } = request;
  await insertRequest(tx, { ...noted, handledBy, receivedAt: at, dueAt: dueDate(at), closedAt: at });
}

/** Records a request that came by letter or mail and is due within a month. */
export async function openRequest(
  { db, now }: Parts,
  { kind, emailHash, actor }: { kind: RequestKind; emailHash: string; actor: string },
): Promise<PrivacyRequest> {
  const receivedAt = now();
  return db.transaction(async (tx) => {
    const request = { kind, emailHash, source: "admin", receivedAt, dueAt: dueDate(receivedAt) } as const;
    const stored = await insertRequest(tx, request);
    await recordEntry(tx, {
      actor,
      action: "privacy.request_opened",
      subject: stored.id,
      details: { request: kind },
    });
    return present(stored, receivedAt);
  });
}

/** @throws ApiError 404, or 409 when the request is closed already */
export async function answerRequest(
  { db, now }: Parts,
  { id, outcome, actor }: { id: string; outcome: string; actor: string },
): Promise<PrivacyRequest> {
  return db.transaction(async (tx) => {
    const closed = await closeRequest(tx, id, { outcome, handledBy: actor, at: now() });
    if (!closed) {
      throw (await findRequest(tx, id)) ? conflict("Cette demande est déjà close.") : notFound();
    }
    const details = { request: closed.kind };
    await recordEntry(tx, { actor, action: "privacy.request_closed", subject: id, details });
    return present(closed, now());
  });
}

/** The requests of one address, without the administrators' names, because the person reads them. */
export async function findRequestsOf(db: Db, emailHash: string) {
  const stored = await findRequests(db, { emailHash, limit: shownMax });
  return stored.map(({ id, kind, receivedAt, dueAt, closedAt, outcome }) => ({
    id,
    kind,
    receivedAt,
    dueAt,
    closedAt,
    outcome,
  }));
}

/** @param emailHash only requests of this address; null for the whole register */
export async function listRequests({ db, now }: Parts, emailHash: string | null): Promise<PrivacyRequest[]> {
  const stored = await findRequests(db, { emailHash, limit: shownMax });
  return stored.map((request) => present(request, now()));
}

/** Upkeep: deletes closed requests that are no longer needed as proof. */
export async function deleteOldRequests({ db, now }: Parts): Promise<void> {
  const before = now();
  before.setFullYear(before.getFullYear() - privacyPeriods.requestYears);
  await deleteClosedBefore(db, before);
}

function present(request: StoredRequest, now: Date): PrivacyRequest {
  const { id, kind, source, receivedAt, dueAt, closedAt, outcome, handledBy } = request;
  return {
    id,
    kind,
    source,
    outcome,
    handledBy,
    receivedAt: receivedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    isUrgent: isUrgent(request, now),
  };
}
