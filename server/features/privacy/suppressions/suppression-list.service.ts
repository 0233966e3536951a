import type { z } from "zod";
import { type SuppressionScope, suppressionReasonLabels } from "#contract/privacy.ts";
import {
  type addSuppressionSchema,
  type Suppression,
  suppressionMessages,
  type suppressionQuerySchema,
} from "#contract/suppressions.schema.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/features/journal/journal.service.ts";
import { findLoggedEmails } from "#server/features/mailing/outbox/recipient-log.service.ts";
import type { Addresses } from "#server/features/privacy/addresses/addresses.service.ts";
import { withdrawConsents } from "#server/features/privacy/consent/consents.service.ts";
import { findSignupEmails } from "#server/features/signups/own-signups.service.ts";
import { csvLine, csvStart } from "#server/lib/csv.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict, notFound } from "#server/lib/http/errors.ts";
import { deleteSuppression, findById, findNext, type Place } from "./suppressions.repository.ts";
import { type StoredSuppression, suppress } from "./suppressions.service.ts";

export type ListDependencies = Pick<AppDependencies, "db"> & { addresses: Addresses };

const pageSize = 50;
const exportStep = 500;

/** The addresses that are not written to, newest first. */
export async function listSuppressions(
  { db, addresses }: ListDependencies,
  { email, before }: z.output<typeof suppressionQuerySchema>,
) {
  const emailHash = email === "" ? null : await addresses.hash(email);
  const after = before === undefined ? null : placeOf(before);
  const found = await findNext(db, { emailHash, after, limit: pageSize + 1 });
  const page = found.slice(0, pageSize);
  const last = page.at(-1);
  return {
    items: await present(db, page),
    next: found.length > page.length && last ? `${last.at.toISOString()}_${last.id}` : null,
  };
}

/** @throws ApiError 409 when it is blocked for that reason already */
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
 * The address may be written to again, as far as nothing else forbids it; a consent that was withdrawn stays so.
 * @throws ApiError 404, and 409 for what is lifted elsewhere
 */
export async function liftSuppression(
  { db }: Pick<ListDependencies, "db">,
  { id, reason, actor }: { id: string; reason: string; actor: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await findById(tx, id);
    if (stored?.reason === "limited") throw conflict(suppressionMessages.limited);
    if (!stored || !(await deleteSuppression(tx, id))) throw notFound(suppressionMessages.gone);
    const details = { suppression: stored.reason, reason };
    await recordEntry(tx, { actor, action: "suppression.lifted", subject: id, details });
  });
}

/** All of them as the text of a CSV file, made piece by piece. */
export async function exportSuppressions(db: Db, actor: string): Promise<AsyncGenerator<string, void>> {
  await recordEntry(db, { actor, action: "suppressions.exported" });
  return csvOf(db);
}

const scopes: Record<SuppressionScope, string> = { news: "Actualités", all: "Tout message" };
const dates = new Intl.DateTimeFormat("fr-FR", {
  timeZone: "Europe/Paris",
  dateStyle: "short",
  timeStyle: "short",
});

async function* csvOf(db: Db): AsyncGenerator<string, void> {
  yield csvStart + csvLine(["Adresse", "Motif", "Portée", "Depuis", "Origine"]);
  let after: Place | null = null;
  do {
    const step: StoredSuppression[] = await findNext(db, { emailHash: null, after, limit: exportStep });
    const lines = (await present(db, step)).map(({ email, reason, scope, at, source }) =>
      csvLine([
        email ?? suppressionMessages.erased,
        ...[suppressionReasonLabels[reason], scopes[scope], dates.format(new Date(at)), source],
      ]),
    );
    if (lines.length > 0) yield lines.join("");
    after = step.length === exportStep ? (step.at(-1) ?? null) : null;
  } while (after);
}

/** With the addresses that another table still holds. */
async function present(db: Db, stored: StoredSuppression[]): Promise<Suppression[]> {
  const hashes = [...new Set(stored.map(({ emailHash }) => emailHash))];
  const emails = new Map<string, string>();
  if (hashes.length > 0) {
    const found = [...(await findLoggedEmails(db, hashes)), ...(await findSignupEmails(db, hashes))];
    for (const { emailHash, email } of found) emails.set(emailHash, email);
  }
  return stored.map(({ emailHash, at, ...rest }) => ({
    ...{ id: rest.id, scope: rest.scope, reason: rest.reason, source: rest.source },
    ...{ email: emails.get(emailHash) ?? null, at: at.toISOString() },
  }));
}

function placeOf(cursor: string): Place {
  const [at = "", id = ""] = cursor.split("_");
  return { at: new Date(at), id };
}
