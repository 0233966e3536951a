import type { RequestKind } from "#contract/privacy.ts";
import type { Correction } from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { eraseAddress } from "#server/privacy/erasure/erasure.service.ts";
import {
  correctionProblems,
  correctSignup,
  findOwnSignups,
  noteActivity,
} from "#server/signups/own-signups.service.ts";
import type { SignupEvents } from "#server/signups/signup-events.ts";
import type { ConsentTexts } from "./consent-texts.service.ts";
import { giveConsent } from "./consents.service.ts";
import { leaveWithin } from "./leaving.service.ts";
import { noteRequest } from "./requests.service.ts";

export type MyDataDependencies = Pick<AppDependencies, "db" | "now"> & {
  consentTexts: ConsentTexts;
  events: SignupEvents;
};

/** Who did what, where an administrator reads it. */
const source = "Page « Mes données »";

/** Each act is their last one, and stands in the register of requests. */
async function note(
  tx: Db,
  { emailHash, at, kind, outcome }: { emailHash: string; at: Date; kind: RequestKind; outcome: string },
): Promise<void> {
  await noteActivity(tx, emailHash, at);
  await noteRequest(tx, { kind, emailHash, source: "person", outcome, at });
}

/** @returns the correction as it was typed with what is wrong with it; null when it is done, or there is no such sign-up */
export async function correctMyData(
  { db, now }: MyDataDependencies,
  emailHash: string,
  { signupId, typed }: Pick<Correction, "signupId" | "typed">,
): Promise<Correction | null> {
  return db.transaction(async (tx) => {
    const signup = (await findOwnSignups(tx, emailHash)).find(({ id }) => id === signupId);
    if (!signup) return null;
    const { audience, id } = signup;
    const form = audience === "brand" ? typed : { firstname: typed.firstname, name: typed.name };
    const problems = correctionProblems(audience, form);
    if (Object.keys(problems).length > 0) return { signupId, typed, problems };
    await correctSignup(tx, { audience, id, emailHash }, form);
    await note(tx, { emailHash, at: now(), kind: "rectification", outcome: "Corrigé par la personne" });
    return null;
  });
}

/** They want news: for each of their sign-ups, to the words of today. */
export async function agreeToNews(
  { db, now, consentTexts }: MyDataDependencies,
  emailHash: string,
): Promise<void> {
  const textVersion = await consentTexts.version();
  await db.transaction(async (tx) => {
    for (const { audience, id } of await findOwnSignups(tx, emailHash)) {
      await giveConsent(tx, { audience, signupId: id, emailHash, textVersion });
    }
    await noteActivity(tx, emailHash, now());
  });
}

/** They want none any more. */
export async function withdrawFromNews({ db, now }: MyDataDependencies, emailHash: string): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    await leaveWithin(tx, { emailHash, at, source });
    await note(tx, { emailHash, at, kind: "objection", outcome: "Consentement retiré par la personne" });
  });
}

export async function eraseMyData({ db, now, events }: MyDataDependencies, emailHash: string): Promise<void> {
  const outcome = "Effacé par la personne";
  await db.transaction(async (tx) => {
    await eraseAddress(tx, events, { emailHash, source });
    await noteRequest(tx, { kind: "erasure", emailHash, source: "person", outcome, at: now() });
  });
}

/** They take their data with them. */
export async function noteDownload({ db, now }: MyDataDependencies, emailHash: string): Promise<void> {
  await db.transaction((tx) =>
    note(tx, { emailHash, at: now(), kind: "portability", outcome: "Téléchargé par la personne" }),
  );
}
