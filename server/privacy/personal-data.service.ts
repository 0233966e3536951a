import type { PersonalDataReport, PrivacyRequest } from "#contract/privacy.schema.ts";
import { questionsFor } from "#contract/questionnaire.ts";
import type { MyData } from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { findInvitationsOf, presentInvitation } from "#server/invitations/invitation-states.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import { findEventsByAddress } from "#server/mail/bounces/events.service.ts";
import { findMessagesWithTexts } from "#server/mail/sending/log.service.ts";
import { countFriends, findCodes, findReferred } from "#server/referrals/referrals.service.ts";
import { findImportedLines } from "#server/signups/imports/lines.service.ts";
import {
  findOwnSignups,
  type OwnQuestion,
  type OwnSignup,
  presentAnswers,
} from "#server/signups/own-signups.service.ts";
import { findTransmissions } from "#server/webhooks/webhooks.service.ts";
import type { Addresses } from "./addresses.service.ts";
import { findConsents, receivesNews } from "./consents.service.ts";
import { findRequestsOf } from "./requests.service.ts";
import { findSuppressions } from "./suppressions.service.ts";

export type PersonalData = Awaited<ReturnType<typeof collectPersonalData>>;

/**
 * All data of one address, from every feature, for the person's own page and for the back office.
 * `email` is null when no table holds the address.
 */
export async function collectPersonalData(
  { db, now, addresses }: Pick<AppDependencies, "db" | "now"> & { addresses: Addresses },
  emailHash: string,
) {
  const signups = await findOwnSignups(db, emailHash);
  const signupIds = signups.map(({ id }) => id);
  const invitations = await findInvitationsOf(db, signupIds, now());
  const [friends, codes] = [await countFriends(db, signupIds), await findCodes(db, signupIds)];
  const referred = await findReferred(db, signupIds);
  const messages = await findMessagesWithTexts(db, emailHash);
  return {
    email: signups[0]?.email ?? messages[0]?.recipientEmail ?? null,
    signups: signups.map((signup) => ({
      ...signup,
      /** The invitation codes of the sign-up, newest first. */
      invitations: invitations.filter(({ signupId }) => signupId === signup.id),
      /** How many friends signed up by the person's link, without their names. */
      friends: friends.get(signup.id) ?? 0,
      /** Whether the person signed up by a friend's link, without the friend's name. */
      wasReferred: referred.has(signup.id),
      /** The code of the person's link for friends. */
      referralCode: codes.get(signup.id) ?? null,
      /** Why the sign-up was held as a friend, and the verdict, without its author. */
      referral: referred.get(signup.id) ?? null,
    })),
    consents: await findConsents(db, emailHash),
    messages,
    events: (await findEventsByAddress(db, [emailHash])).get(emailHash) ?? [],
    suppressions: await findSuppressions(db, emailHash),
    requests: await findRequestsOf(db, emailHash),
    importedLines: await findImportedLines({ db, addresses }, emailHash),
    transmissions: await findTransmissions(
      db,
      signups.map(({ id }) => id),
    ),
    receivesNews: await receivesNews(db, emailHash),
    isLimited: signups.some(({ limitedAt }) => limitedAt !== null),
  };
}

/**
 * The address of its sign-up; null without a sign-up. A message in the log does not count: otherwise a stranger could request
 * a link for an administrator's address.
 */
export async function findKnownAddress(db: Db, emailHash: string): Promise<string | null> {
  const [signup] = await findOwnSignups(db, emailHash);
  return signup?.email ?? null;
}

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** The data of one address, as the back office shows and exports it. */
export function toReport(data: PersonalData, requests: PrivacyRequest[]): PersonalDataReport {
  const { email, receivesNews, isLimited } = data;
  return {
    email,
    receivesNews,
    isLimited,
    requests,
    signups: data.signups.map((signup) => {
      const {
        audience,
        id,
        firstname,
        name,
        website,
        status,
        version,
        answers,
        source,
        friends,
        starred,
        note,
      } = signup;
      const invitations = signup.invitations.map(presentInvitation);
      return {
        audience,
        id,
        firstname,
        name,
        email: signup.email,
        website,
        status,
        version,
        answers,
        source,
        friends,
        starred,
        note,
        invitations,
        createdAt: signup.createdAt.toISOString(),
        decidedAt: iso(signup.decidedAt),
        confirmedAt: iso(signup.confirmedAt),
        limitedAt: iso(signup.limitedAt),
        objectedAt: iso(signup.objectedAt),
      };
    }),
    consents: data.consents.map(
      ({ text, givenAt, confirmedAt, confirmation, withdrawnAt, withdrawnBy, place }) => ({
        text,
        place,
        confirmation,
        withdrawnBy,
        givenAt: givenAt.toISOString(),
        confirmedAt: iso(confirmedAt),
        withdrawnAt: iso(withdrawnAt),
      }),
    ),
    messages: data.messages.map(({ id, subject, status, createdAt, sentAt }) => ({
      id,
      subject,
      status,
      createdAt: createdAt.toISOString(),
      sentAt: iso(sentAt),
    })),
    events: data.events.map(({ kind, statusCode, serverWords, verified, at }) => ({
      kind,
      statusCode,
      serverWords,
      verified,
      at,
    })),
    suppressions: data.suppressions.map(({ reason, scope, at }) => ({ reason, scope, at: at.toISOString() })),
  };
}

/** Null for an imported person, who made no visit. */
const visitSourceOf = ({ source, isImported }: Pick<OwnSignup, "source" | "isImported">) =>
  isImported ? null : source;

/** The data of one address, as the person's own page shows it. */
export function toMyData(data: PersonalData, questions: readonly OwnQuestion[]): MyData {
  const { email, signups, consents, messages, suppressions, receivesNews } = data;
  return {
    email: email ?? "",
    signups: signups.map((signup) => ({
      audience: signup.audience,
      id: signup.id,
      firstname: signup.firstname,
      name: signup.name,
      website: signup.website,
      status: signup.status,
      answers: signup.answers,
      source: visitSourceOf(signup),
      isImported: signup.isImported,
      friends: signup.friends,
      wasReferred: signup.wasReferred,
      invitations: signup.invitations.map(({ state, createdAt, sentAt, redeemedAt }) => ({
        state,
        createdAt: createdAt.toISOString(),
        sentAt: iso(sentAt),
        redeemedAt: iso(redeemedAt),
      })),
      starred: signup.starred,
      note: signup.note,
      questions: questionsFor(signup.audience, questions),
      responses: presentAnswers(signup.responses, questions),
      createdAt: signup.createdAt.toISOString(),
      decidedAt: iso(signup.decidedAt),
      confirmedAt: iso(signup.confirmedAt),
      isLimited: signup.limitedAt !== null,
      disposableEmail: signup.disposableEmail,
    })),
    consents: consents.map(
      ({ text, textVersion, givenAt, confirmedAt, confirmation, withdrawnAt, place }) => ({
        text,
        place,
        textVersion,
        confirmation,
        givenAt: givenAt.toISOString(),
        confirmedAt: iso(confirmedAt),
        withdrawnAt: iso(withdrawnAt),
      }),
    ),
    messages: messages.map(({ subject, text, status, sentAt, createdAt }) => ({
      subject,
      text,
      status,
      at: (sentAt ?? createdAt).toISOString(),
    })),
    events: data.events
      .filter(({ verified }) => verified)
      .map(({ kind, statusCode, serverWords, at }) => ({ kind, statusCode, serverWords, at })),
    requests: data.requests.map(({ kind, receivedAt, closedAt, outcome }) => ({
      kind,
      receivedAt: receivedAt.toISOString(),
      closedAt: iso(closedAt),
      outcome,
    })),
    receivesNews,
    isBlocked: suppressions.some(({ reason }) => reason !== "unsubscribed" && reason !== "erased"),
    objectedAt: iso(signups.find(({ objectedAt }) => objectedAt !== null)?.objectedAt ?? null),
  };
}

/** The person's data as a file: with more details than the page, without the names of administrators. */
export function toMyDataFile(data: PersonalData) {
  const { suppressions, signups, ...rest } = data;
  return {
    ...rest,
    signups: signups.map(({ responses: _, ...signup }) => ({ ...signup, source: visitSourceOf(signup) })),
    suppressions: suppressions.map(({ scope, reason, at }) => ({ scope, reason, at })),
  };
}
