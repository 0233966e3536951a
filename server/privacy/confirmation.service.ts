import type { Audience } from "#contract/audience.ts";
import { canonicalEmail } from "#contract/email-address.ts";
import { validateEmail } from "#contract/signup.ts";
import {
  type AskedNews,
  type Confirmation,
  type ConfirmationAction,
  offeredNews,
} from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { repeatConfirmations } from "#server/mail/sending/signup-messages.service.ts";
import { eraseAddress } from "#server/privacy/erasure/erasure.service.ts";
import { confirmSignup, findByAddress, findSignup } from "#server/signups/own-signups.service.ts";
import { deleteOneSignup } from "#server/signups/retention.service.ts";
import type { SignupEvents } from "#server/signups/signup-events.ts";
import type { Addresses } from "./addresses.service.ts";
import { type ConfirmationToken, type ConfirmationTokens, isExpired } from "./confirmation-token.ts";
import {
  type ConsentTexts,
  confirmConsents,
  declineConsents,
  findConsents,
  giveConsent,
  receivesNews,
} from "./consents.service.ts";
import { lift } from "./suppressions.service.ts";

export type ConfirmationDependencies = Pick<AppDependencies, "db" | "now" | "config"> & {
  events: SignupEvents;
  confirmationTokens: ConfirmationTokens;
  consentTexts: ConsentTexts;
};

/** The state for the page of the link. Changes nothing, because mail programs open links to scan them. */
export async function readConfirmation(deps: ConfirmationDependencies, text: string): Promise<Confirmation> {
  const token = readValid(deps, text);
  return token ? describe(deps.db, token) : expired;
}

/**
 * Confirms the address. Also confirms the consent of the form, or the consent offered to an imported person, if the owner chose that. The
 * first answer counts; a later one changes nothing. The previous version's page did not ask about news: then the person is asked again.
 */
export async function confirmAddress(
  deps: ConfirmationDependencies,
  text: string,
  action: ConfirmationAction,
): Promise<Confirmation> {
  const token = readValid(deps, text);
  if (!token) return expired;
  const { audience, id, emailHash } = token;
  const textVersion = await deps.consentTexts.version();
  return deps.db.transaction(async (tx) => {
    const before = await describe(tx, token);
    if (before.state !== "ask" || (action === "confirm" && before.askedNews !== null)) return before;
    if (await confirmSignup(tx, deps.events, { ...token, at: deps.now() })) {
      await lift(tx, { emailHash, reasons: ["erased"] });
      const holder = { audience, signupId: id };
      if (action !== "confirm_with_news") await declineConsents(tx, holder);
      else if (before.askedNews?.isOffered) await giveConsent(tx, { ...holder, emailHash, textVersion });
      else await confirmConsents(tx, holder);
    }
    return describe(tx, token);
  });
}

const expired = { state: "expired" } as const;

async function describe(db: Db, token: ConfirmationToken): Promise<Confirmation> {
  const { id: signupId, emailHash } = token;
  const signup = await findSignupOfToken(db, token);
  if (!signup) return expired;
  if (!signup.confirmedAt) {
    const askedNews = await findAskedNews(db, { audience: token.audience, signupId, emailHash });
    return { state: "ask", askedNews, isImported: signup.importId !== null };
  }
  const hasAsked = (await findConsents(db, emailHash)).some((consent) => consent.signupId === signupId);
  return { state: "confirmed", receivesNews: hasAsked ? await receivesNews(db, emailHash) : null };
}

/** The news that a confirmation asks about. A consent that was confirmed or withdrawn is not asked about again. */
export async function findAskedNews(
  db: Db,
  { audience, signupId, emailHash }: { audience: Audience; signupId: string; emailHash: string },
): Promise<AskedNews | null> {
  const own = (await findConsents(db, emailHash)).filter((consent) => consent.signupId === signupId);
  const asked = own.find(({ confirmedAt, withdrawnAt }) => confirmedAt === null && withdrawnAt === null);
  if (asked) return { words: asked.text, isOffered: false };
  if (own.length > 0) return null;
  const signup = await findSignup(db, audience, signupId);
  return signup && signup.importId !== null ? offeredNews : null;
}

/** The state for the page that asks before `eraseUnwanted`. Changes nothing. */
export async function askToErase(deps: ConfirmationDependencies, text: string): Promise<Confirmation> {
  const token = readValid(deps, text);
  if (!token || !(await findSignupOfToken(deps.db, token))) return expired;
  return { state: "ask_erase", keepsOther: await hasConfirmedOther(deps.db, token) };
}

/** 'Ce n'est pas moi': erases the address, or only this sign-up while the address has a confirmed one in the other audience. */
export async function eraseUnwanted(deps: ConfirmationDependencies, text: string): Promise<Confirmation> {
  const token = readValid(deps, text);
  if (!token) return expired;
  return deps.db.transaction(async (tx) => {
    if (!(await findSignupOfToken(tx, token))) return expired;
    const { audience, id, emailHash } = token;
    const source = "Lien de confirmation";
    const keepsOther = await hasConfirmedOther(tx, token);
    if (keepsOther) await deleteOneSignup(tx, deps.events, { audience, id, source });
    else await eraseAddress(tx, deps.events, { emailHash, source });
    return { state: "erased", keepsOther };
  });
}

async function hasConfirmedOther(db: Db, { audience, emailHash }: ConfirmationToken): Promise<boolean> {
  const own = await findByAddress(db, emailHash);
  return own.some((other) => other.audience !== audience && other.confirmedAt !== null);
}

/** Sends the message again if there is anything left to confirm. The answer does not reveal if there is. */
export async function resendConfirmation(deps: ConfirmationDependencies, text: string): Promise<void> {
  const token = deps.confirmationTokens.read(text);
  if (!token) return;
  await deps.db.transaction(async (tx) => {
    const signup = await findSignupOfToken(tx, token);
    if (signup && !signup.confirmedAt) await repeatConfirmations(tx, deps.config, token.audience, [signup]);
  });
}

/**
 * Sends the message again to an address that signed up without confirming. It does so after the answer: neither the answer nor its time
 * reveals if there is such a sign-up. An imported person gets the message only after a campaign asked them to confirm: until then they
 * do not know about their sign-up.
 * @returns the problem of the typed address, or null
 */
export function resendToAddress(
  deps: Pick<AppDependencies, "db" | "config" | "log"> & { addresses: Addresses },
  { audience, email: typed }: { audience: Audience; email: string },
): string | null {
  const problem = validateEmail(typed);
  const email = canonicalEmail(typed);
  if (problem !== null || email === null) return problem;
  repeatUnconfirmed(deps, audience, email).catch((error: unknown) => {
    deps.log.error("failed to repeat a confirmation", { error });
  });
  return null;
}

async function repeatUnconfirmed(
  { db, config, addresses }: Pick<AppDependencies, "db" | "config"> & { addresses: Addresses },
  audience: Audience,
  email: string,
): Promise<void> {
  const known = await findByAddress(db, await addresses.hash(email));
  for (const { id } of known.filter((own) => own.audience === audience)) {
    await db.transaction(async (tx) => {
      const signup = await findSignup(tx, audience, id);
      const isWaiting = signup && !signup.confirmedAt && !signup.limitedAt && !signup.sample;
      const wasAsked = signup && (signup.importId === null || signup.remindedAt !== null);
      if (isWaiting && wasAsked) await repeatConfirmations(tx, config, audience, [signup]);
    });
  }
}

function readValid(
  { confirmationTokens, now }: ConfirmationDependencies,
  text: string,
): ConfirmationToken | null {
  const token = confirmationTokens.read(text);
  return token && !isExpired(token, now()) ? token : null;
}

/** The sign-up that a link is for, if it still has the address that the link was sent to. */
async function findSignupOfToken(db: Db, { audience, id, emailHash }: ConfirmationToken) {
  const signup = await findSignup(db, audience, id);
  return signup?.emailHash === emailHash ? signup : null;
}
