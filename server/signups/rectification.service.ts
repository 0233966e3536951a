import type { Audience } from "#contract/audience.ts";
import { domainOf } from "#contract/email-address.ts";
import type { RectifySignup } from "#contract/privacy.schema.ts";
import { validateWebsite } from "#contract/signup.ts";
import type { SignupDetail } from "#contract/signup-list.schema.ts";
import { staleMessage } from "#contract/version.schema.ts";
import { websiteAddress } from "#contract/website.ts";
import { findLastActor, recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { type ApiError, invalid, stale } from "#server/lib/http/errors.ts";
import { findSignup, lockSignup, type StoredSignup } from "./decisions.queries.ts";
import { type DecisionDeps, getSignup } from "./decisions.service.ts";
import { replaceFacts } from "./rectification.queries.ts";
import { findUnusedAddresses } from "./retention.queries.ts";
import type { SignupEvents } from "./signup-events.ts";
import { duplicateEmail, signupNotFound } from "./signups.errors.ts";
import { isDisposableDomain } from "./signups.rules.ts";

type Rectification = { audience: Audience; id: string; facts: RectifySignup; actor: string };

/**
 * Corrects a sign-up (article 16). The old facts are not kept. The wrong address is erased when no other sign-up has it,
 * and the new address is asked to confirm.
 * @throws 404, 409 `stale` with the current state, 409 `duplicate_email`, 400
 */
export async function rectifySignup(deps: DecisionDeps, rectification: Rectification): Promise<SignupDetail> {
  const { audience, id, facts, actor } = rectification;
  const website = validateWebsite(audience, facts.website);
  if (website !== null) throw invalid({ website });
  await deps.db.transaction(async (tx) => {
    const before = await findSignup(tx, audience, id);
    if (!before) throw signupNotFound();
    await replace({ ...deps, db: tx }, rectification);
    await recordEntry(tx, { actor, action: "signup.rectified", subject: id, details: { audience } });
    if (before.email.toLowerCase() !== facts.email.toLowerCase())
      await emitReaddressed(tx, deps.events, { audience, before });
  });
  return getSignup(deps, { audience, id });
}

async function replace(deps: DecisionDeps, { audience, id, facts, actor }: Rectification): Promise<void> {
  const { firstname, name, email, website, version } = facts;
  const { type } = await replaceFacts(
    deps.db,
    { audience, id, version },
    {
      firstname,
      name,
      email,
      disposableEmail: isDisposableDomain(domainOf(email)),
      website: audience === "brand" ? websiteAddress(website ?? "") : null,
    },
  );
  if (type === "duplicate") throw duplicateEmail();
  if (type === "replaced") return;
  throw await staleSignup(deps, { audience, id, actor });
}

/** Refuses an edit when the facts, the star or the note were saved after it began. @throws 404 */
export async function staleSignup(
  { db }: Pick<DecisionDeps, "db">,
  { audience, id, actor }: Omit<Rectification, "facts">,
): Promise<ApiError> {
  const savedBy = await findLastActor(db, { action: ["signup.rectified", "signup.noted"], subject: id });
  return stale(await getSignup({ db }, { audience, id }), staleMessage(savedBy, actor));
}

/**
 * Replaces only the address.
 * @param confirmedAt when its owner confirmed it; null: the address is asked to confirm
 * @throws 404, 409 `duplicate_email`
 */
export async function readdressSignup(
  tx: Db,
  events: SignupEvents,
  {
    audience,
    id,
    email,
    confirmedAt,
  }: { audience: Audience; id: string; email: string; confirmedAt: Date | null },
): Promise<void> {
  const before = await lockSignup(tx, audience, id);
  if (!before) throw signupNotFound();
  const { firstname, name, version } = before;
  const disposableEmail = isDisposableDomain(domainOf(email));
  const facts = { firstname, name, website: null, email, disposableEmail };
  const { type } = await replaceFacts(tx, { audience, id, version }, facts, confirmedAt);
  if (type === "duplicate") throw duplicateEmail();
  await emitReaddressed(tx, events, { audience, before });
  if (confirmedAt !== null && before.confirmedAt === null)
    await events.emit(tx, "confirmed", { audience, signups: [{ ...before, email }] });
}

/** Erases the old address when no other sign-up has it. */
async function emitReaddressed(
  tx: Db,
  events: SignupEvents,
  { audience, before }: { audience: Audience; before: StoredSignup },
): Promise<void> {
  const after = await findSignup(tx, audience, before.id);
  if (!after) throw signupNotFound();
  await events.emit(tx, "readdressed", { audience, before, after });
  const emailHashes = await findUnusedAddresses(tx, [before.emailHash]);
  if (emailHashes.length > 0)
    await events.emit(tx, "erased", { emailHashes, asked: false, source: "rectification" });
}
