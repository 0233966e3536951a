import { randomUUID } from "node:crypto";
import { systemActor } from "#contract/journal.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import type { Invitation as InvitationPage } from "#contract/site-pages.ts";
import { invitationMessages, leftOutLabels, waveMessages } from "#contract/waves.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { conflict, notFound } from "#server/lib/http/errors.ts";
import { nullIfForeign } from "#server/lib/secret-box.ts";
import {
  deleteWaitingMessages,
  insertInvitationMails,
} from "#server/mail/sending/invitation-messages.service.ts";
import type { OpenInvitation } from "#server/mail/sending/message-sender.ts";
import { findTemplate } from "#server/mail/templates/templates.service.ts";
import { findPeople, lockSignups } from "#server/signups/own-signups.service.ts";
import type { SignupHandlers } from "#server/signups/signup-events.ts";
import type { Site } from "#server/site/site-settings.service.ts";
import { isClockAhead } from "#server/upkeep/clock.service.ts";
import { codeBox, createCode, hashCode, parseInvitationCode } from "./codes.rules.ts";
import { ensureMayInvite, givesCode } from "./invitation-text.service.ts";
import {
  clearExpiredCodes,
  deleteInvitations,
  findByCode,
  findInvitation,
  findInvitationsOf,
  findMessageIds,
  findSealedCode,
  insertInvitations,
  lockInvitation,
  markAllReminded,
  markReminded,
  revokeUnsent,
  type StoredInvitation,
  updateInvitation,
} from "./invitations.queries.ts";
import { reminderMail } from "./reminder.rules.ts";
import { findLeftOut, findWave, lockInvitations } from "./waves.queries.ts";

type Deps = Pick<AppDependencies, "db" | "now" | "config"> & { site: Site };

/** Opens the sealed code just before its message leaves. */
export function createInvitationOpener({
  db,
  config,
}: Pick<AppDependencies, "db" | "config">): OpenInvitation {
  const box = codeBox(config);
  return async (id) => {
    const sealed = await findSealedCode(db, id);
    const code = sealed === null ? null : nullIfForeign(() => box.open(sealed));
    return code === null ? null : { code, link: `${config.baseUrl}/i/${code}` };
  };
}

/** The state for the page of a code. Changes nothing, because mail programs open links to scan them. */
export async function readInvitation(
  { db, now, site }: Pick<Deps, "db" | "now" | "site">,
  typed: string,
): Promise<InvitationPage> {
  const code = parseInvitationCode(typed);
  const invitation = code === null ? null : await findByCode(db, hashCode(code));
  if (code === null || !invitation) return { state: "unknown" };
  const state = usability(invitation, now());
  if (state !== "valid") return { state };
  const { appUrl } = (await site.current()).invitations;
  return {
    state,
    code,
    until: invitation.expiresAt?.toISOString() ?? null,
    appAddress: withCode(appUrl, code),
  };
}

function withCode(appUrl: string, code: string): string | null {
  if (appUrl === "") return null;
  const address = new URL(appUrl);
  address.searchParams.set("code", code);
  return address.href;
}

/** Tells if a code can be redeemed. An interrupted message may have arrived, so its code is valid even without `sentAt`. */
export function usability(
  { redeemedAt, revokedAt, expiresAt }: Pick<StoredInvitation, "redeemedAt" | "revokedAt" | "expiresAt">,
  now: Date,
): "valid" | "redeemed" | "revoked" | "expired" {
  if (redeemedAt) return "redeemed";
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt <= now ? "expired" : "valid";
}

/**
 * Makes a new code at a person's request. The old code is revoked and no longer counts in its wave.
 * @throws ApiError 404; 409 when the code was redeemed or replaced, the person may not get mail, or the template gives no code;
 * 403 as `ensureMayInvite`
 */
export async function renewInvitation(
  deps: Deps,
  id: string,
  admin: { email: string; isSuperAdmin: boolean },
): Promise<void> {
  const { validDays } = (await deps.site.current()).invitations;
  await deps.db.transaction(async (tx) => {
    await lockInvitations(tx);
    const old = await lockWithSignup(tx, id);
    if (old.redeemedAt) throw conflict(invitationMessages.redeemed);
    const { audience, signupId, waveId } = old;
    const [newest] = await findInvitationsOf(tx, [signupId], deps.now());
    if (newest?.id !== id) throw conflict(invitationMessages.replaced);
    await revokeWithin(tx, old, { revokedAt: old.revokedAt ?? deps.now(), replacedAt: deps.now() });
    const leftOut = await findLeftOut(tx, audience, signupId);
    if (leftOut !== null && leftOut !== "invited")
      throw conflict(invitationMessages.leftOut(leftOutLabels[leftOut][0]));
    const template =
      waveId && (await findWave(tx, waveId).then((wave) => wave && findTemplate(tx, wave.templateId)));
    if (!template) throw conflict(invitationMessages.templateGone);
    if (!givesCode(template)) throw conflict(waveMessages.templateWithoutCode);
    await ensureMayInvite(tx, template, admin);
    const [person] = await findPeople(tx, audience, [signupId]);
    if (!person) throw notFound(invitationMessages.notFound);
    const code = createCode();
    const [newId, messageId] = [randomUUID(), randomUUID()];
    const invitation = { id: newId, waveId, audience, signupId, validDays, messageId };
    const secrets = { codeHash: hashCode(code), codeSealed: codeBox(deps.config).seal(code) };
    await insertInvitations(tx, [{ ...invitation, ...secrets }]);
    const text = { templateId: template.id, subject: template.subject, content: template.content };
    const { email, firstname, name } = person;
    const message = { id: messageId, invitationId: newId, signupId, email, firstname, name };
    await insertInvitationMails(tx, text, [message], { delaySeconds: 0 });
    await recordEntry(tx, {
      actor: admin.email,
      action: "invitation.renewed",
      subject: newId,
      details: { audience },
    });
  });
}

/** @throws ApiError 404, 409 when the code was redeemed or revoked before */
export async function revokeInvitation(
  { db, now }: Pick<Deps, "db" | "now">,
  id: string,
  actor: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const invitation = await lockWithSignup(tx, id);
    if (invitation.redeemedAt) throw conflict(invitationMessages.redeemed);
    if (invitation.revokedAt) throw conflict(invitationMessages.revoked);
    await revokeWithin(tx, invitation, { revokedAt: now() });
    const details = { audience: invitation.audience };
    await recordEntry(tx, { actor, action: "invitation.revoked", subject: id, details });
  });
}

/** Locks the sign-up, then its message, then the invitation. Deletions and workers use the same order, which avoids deadlocks. */
async function lockWithSignup(tx: Db, id: string): Promise<StoredInvitation> {
  const found = await findInvitation(tx, id);
  if (!found) throw notFound(invitationMessages.notFound);
  await lockSignups(tx, found.audience, [found.signupId]);
  if (!found.redeemedAt && !found.sentAt) await deleteWaitingMessages(tx, [found.messageId]);
  const locked = await lockInvitation(tx, id);
  if (!locked) throw notFound(invitationMessages.notFound);
  return locked;
}

function revokeWithin(tx: Db, { id }: StoredInvitation, times: { revokedAt: Date; replacedAt?: Date }) {
  return updateInvitation(tx, id, { ...times, codeSealed: null });
}

const dayMs = 86_400_000;
/** The reminder is sent this many days before a code ends. */
const reminderDays = 3;
const batchSize = 500;

/** Upkeep: sends one reminder per code. Short-lived codes get none, because it would follow the first message immediately. */
export async function remindInvitations({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  if (await isClockAhead({ db, now })) return;
  const before = new Date(now().getTime() + reminderDays * dayMs);
  while ((await remindBatch({ db, now }, before)) === batchSize);
}

function remindBatch({ db, now }: Pick<Deps, "db" | "now">, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const marked = await markReminded(tx, { now: now(), before, limit: batchSize, minDays: reminderDays });
    if (marked.length > 0) {
      const messages = marked.map((person) => ({ id: randomUUID(), ...person }));
      await insertInvitationMails(tx, { templateId: null, ...reminderMail }, messages, { delaySeconds: 0 });
      const details = { count: marked.length };
      await recordEntry(tx, { actor: systemActor, action: "invitations.reminded", details });
    }
    return marked.length;
  });
}

/** Sends no reminder of codes that end soon, because it may have left since the backup. @param tx the transaction of the restore */
export async function skipDueReminders(tx: Db): Promise<void> {
  const now = new Date();
  await markAllReminded(tx, { now, before: new Date(now.getTime() + reminderDays * dayMs) });
}

/** Upkeep: deletes sealed codes that can no longer be sent. */
export async function clearOldInvitationCodes({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  const unsentBefore = new Date(now().getTime() - privacyPeriods.mailTextDays * dayMs);
  await clearExpiredCodes(db, { now: now(), unsentBefore });
}

const idsOf = (signups: { id: string }[]) => ({ signupIds: signups.map(({ id }) => id) });

/**
 * Deletes an invitation with its sign-up. Revokes an unsent one when the sign-up's approval is undone, or when its address changes and
 * needs a new confirmation.
 */
export const invitationHandlers: SignupHandlers = {
  deleted: (tx, { signups }) => deleteInvitations(tx, idsOf(signups).signupIds),
  undone: (tx, { signups }) => withdraw(tx, signups),
  async readdressed(tx, { after }) {
    if (after.confirmedAt === null) await withdraw(tx, [after]);
  },
};

async function withdraw(tx: Db, signups: { id: string }[]): Promise<void> {
  const { inFlight } = await deleteWaitingMessages(tx, await findMessageIds(tx, idsOf(signups)));
  await revokeUnsent(tx, idsOf(signups), inFlight);
}
