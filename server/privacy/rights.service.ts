import type { Audience } from "#contract/audience.ts";
import type { JournalAction } from "#contract/journal.ts";
import type { PersonalDataReport, RectifySignup } from "#contract/privacy.schema.ts";
import type { RequestKind } from "#contract/privacy.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { skipWaitingMails } from "#server/mail/sending/messages.service.ts";
import { eraseAddress } from "#server/privacy/erasure/erasure.service.ts";
import type { DecisionDeps } from "#server/signups/decisions.service.ts";
import { findOwnSignups, limitSignups, noteActivity } from "#server/signups/own-signups.service.ts";
import { rectifySignup } from "#server/signups/rectification.service.ts";
import type { Addresses } from "./addresses.service.ts";
import { endObjection, objectWithin } from "./objection.service.ts";
import { collectPersonalData, toMyDataFile, toReport } from "./personal-data.service.ts";
import { listRequests, noteRequest } from "./requests.service.ts";
import { lift, suppress } from "./suppressions.service.ts";

export type RightsDeps = DecisionDeps & { addresses: Addresses };

/** The person's address, and the administrator who answers. The journal never holds the address. */
type Person = { email: string; actor: string };

/** Everything known about an address: sign-ups, consents, messages, blocked addresses, requests. */
export async function searchPerson(deps: RightsDeps, { email, actor }: Person): Promise<PersonalDataReport> {
  const report = await reportOn(deps, email);
  await recordEntry(deps.db, { actor, action: "privacy.searched" });
  return report;
}

/** The file for the person (articles 15 and 20): the same file as on the person's page. */
export async function exportPerson(deps: RightsDeps, { email, actor }: Person) {
  const data = await collectPersonalData(deps, await deps.addresses.hash(email));
  await deps.db.transaction((tx) => note({ ...deps, db: tx }, { email, actor }, access));
  return toMyDataFile(data);
}

const access = { action: "privacy.exported", kind: "access", outcome: "Copie remise" } as const;

/** @throws ApiError 404 when that address has no such sign-up, and the errors of `rectifySignup` */
export async function rectifyPerson(
  deps: RightsDeps,
  { email, actor }: Person,
  { audience, id, values }: { audience: Audience; id: string; values: RectifySignup },
): Promise<PersonalDataReport> {
  const emailHash = await deps.addresses.hash(email);
  await deps.db.transaction(async (tx) => {
    const signups = await findOwnSignups(tx, emailHash);
    if (!signups.some((signup) => signup.audience === audience && signup.id === id)) throw notFound();
    await rectifySignup({ ...deps, db: tx }, { audience, id, facts: values, actor });
    // The old address is no longer stored, so the request belongs to the new one.
    await note({ ...deps, db: tx }, { email: values.email, actor }, rectification);
  });
  return reportOn(deps, values.email);
}

const rectification = {
  action: "privacy.rectified",
  kind: "rectification",
  outcome: "Données rectifiées",
} as const;

/** Limits the data, which are then kept but neither decided nor written to (article 18), or lifts the limit. */
export async function limitPerson(
  deps: RightsDeps,
  { email, actor }: Person,
  limited: boolean,
): Promise<PersonalDataReport> {
  const { addresses, now } = deps;
  const emailHash = await addresses.hash(email);
  await deps.db.transaction(async (tx) => {
    await limitSignups(tx, emailHash, limited ? now() : null);
    // Also before a limitation: that of an objection may have a narrower scope.
    await lift(tx, { emailHash, reasons: ["limited"] });
    if (limited) {
      const signups = await findOwnSignups(tx, emailHash);
      await skipWaitingMails(
        tx,
        signups.map(({ id }) => id),
      );
      await suppress(tx, { emailHash, scope: "all", reason: "limited", source: actor });
    } else {
      // The year without activity was paused during the limitation.
      await noteActivity(tx, emailHash, now());
    }
    await note({ ...deps, db: tx }, { email, actor }, limited ? limitation : endOfLimitation);
  });
  return reportOn(deps, email);
}

const limitation = { action: "privacy.limited", kind: "limitation", outcome: "Traitement limité" } as const;
const endOfLimitation = {
  action: "privacy.unlimited",
  kind: "limitation",
  outcome: "Limitation levée",
} as const;

/** Ends news, statistics and every use that rests on our legitimate interest (article 21), or withdraws the objection. */
export async function objectForPerson(
  deps: RightsDeps,
  { email, actor }: Person,
  objects: boolean,
): Promise<PersonalDataReport> {
  const emailHash = await deps.addresses.hash(email);
  await deps.db.transaction(async (tx) => {
    if (objects) await objectWithin(tx, { emailHash, at: deps.now(), source: actor });
    else await endObjection(tx, emailHash);
    await note({ ...deps, db: tx }, { email, actor }, objects ? objection : endOfObjection);
  });
  return reportOn(deps, email);
}

const objection = { action: "privacy.objected", kind: "objection", outcome: "Opposition appliquée" } as const;
const endOfObjection = {
  action: "privacy.objection_ended",
  kind: "objection",
  outcome: "Opposition levée",
} as const;

/** @returns how many sign-ups there were */
export async function erasePerson(deps: RightsDeps, { email, actor }: Person): Promise<number> {
  const emailHash = await deps.addresses.hash(email);
  return deps.db.transaction(async (tx) => {
    const count = await eraseAddress(tx, deps.events, { emailHash, source: actor });
    await note({ ...deps, db: tx }, { email, actor }, erasure);
    return count;
  });
}

const erasure = { action: "privacy.erased", kind: "erasure", outcome: "Données effacées" } as const;

async function reportOn(deps: RightsDeps, email: string): Promise<PersonalDataReport> {
  const emailHash = await deps.addresses.hash(email);
  return toReport(await collectPersonalData(deps, emailHash), await listRequests(deps, emailHash));
}

async function note(
  { db, now, addresses }: RightsDeps,
  { email, actor }: Person,
  { action, kind, outcome }: { action: JournalAction; kind: RequestKind; outcome: string },
): Promise<void> {
  const emailHash = await addresses.hash(email);
  await noteRequest(db, { kind, emailHash, source: "admin", outcome, handledBy: actor, at: now() });
  await recordEntry(db, { actor, action });
}
