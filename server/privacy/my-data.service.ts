import { brand } from "#contract/brand.ts";
import { canonicalEmail } from "#contract/email-address.ts";
import { privacyPeriods, type RequestKind } from "#contract/privacy.ts";
import { questionsFor } from "#contract/questionnaire.ts";
import { validateEmail } from "#contract/signup.ts";
import type { Correction, MyData } from "#contract/site-pages.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { linkPlace } from "#server/mail/content/personal-link.ts";
import type { Mail } from "#server/mail/mail.ts";
import { writeLinkMessage } from "#server/mail/sending/messages.service.ts";
import { eraseAddress } from "#server/privacy/erasure/erasure.service.ts";
import { findQuestionsWithFormerOptions } from "#server/questionnaire/active-questions.service.ts";
import {
  answerProblems,
  correctAnswers,
  correctionProblems,
  correctSignup,
  findOwnSignups,
  noteActivity,
  presentAnswers,
} from "#server/signups/own-signups.service.ts";
import type { SignupEvents } from "#server/signups/signup-events.ts";
import { type FormFields, typedAnswers } from "#server/signups/signup-page.rules.ts";
import type { Addresses } from "./addresses.service.ts";
import { type ConsentTexts, giveConsent } from "./consents.service.ts";
import { extendMyDataLink } from "./my-data-links.service.ts";
import { objectWithin } from "./objection.service.ts";
import { collectPersonalData, findKnownAddress, toMyData } from "./personal-data.service.ts";
import { noteRequest } from "./requests.service.ts";
import { unsubscribeWithin } from "./unsubscribe.service.ts";

export type MyDataDependencies = Pick<AppDependencies, "db" | "now"> & {
  consentTexts: ConsentTexts;
  events: SignupEvents;
};

/** The source of these acts, as administrators read it. */
const source = "Page « Mes données »";

/** Records the act in the register of requests and as the person's last activity. */
async function note(
  tx: Db,
  { emailHash, at, kind, outcome }: { emailHash: string; at: Date; kind: RequestKind; outcome: string },
): Promise<void> {
  await noteActivity(tx, emailHash, at);
  await noteRequest(tx, { kind, emailHash, source: "person", outcome, at });
}

/** The typed correction with its problems when it was refused. `missing`: the sign-up was deleted meanwhile. */
export type CorrectionOutcome = Correction | "corrected" | "missing";

export async function correctMyData(
  { db, now }: MyDataDependencies,
  emailHash: string,
  { signupId, typed }: Pick<Correction, "signupId" | "typed">,
): Promise<CorrectionOutcome> {
  return db.transaction(async (tx) => {
    const signup = (await findOwnSignups(tx, emailHash)).find(({ id }) => id === signupId);
    if (!signup) return "missing";
    const { audience, id } = signup;
    const form = audience === "brand" ? typed : { firstname: typed.firstname, name: typed.name };
    const problems = correctionProblems(audience, form);
    if (Object.keys(problems).length > 0) return { signupId, typed, responses: null, problems };
    if (!(await correctSignup(tx, { audience, id, emailHash }, form))) return "missing";
    await note(tx, { emailHash, at: now(), kind: "rectification", outcome: "Corrigé par la personne" });
    return "corrected";
  });
}

/** Corrects answers, with the same result as `correctMyData`. */
export async function correctMyAnswers(
  { db, now }: MyDataDependencies,
  emailHash: string,
  { signupId, fields }: { signupId: string; fields: FormFields },
): Promise<CorrectionOutcome> {
  return db.transaction(async (tx) => {
    const signup = (await findOwnSignups(tx, emailHash)).find(({ id }) => id === signupId);
    if (!signup) return "missing";
    const questions = await findQuestionsWithFormerOptions(tx);
    // An option may have been renamed while the page was open.
    const typed = typedAnswers(fields, questionsFor(signup.audience, questions));
    const responses = presentAnswers(typed, questions);
    const problems = answerProblems(signup, questions, responses);
    if (Object.keys(problems).length > 0) {
      const { firstname, name, website } = signup;
      return { signupId, typed: { firstname, name, website: website ?? "" }, responses, problems };
    }
    if (!(await correctAnswers(tx, signup, questions, responses))) return "missing";
    await note(tx, {
      emailHash,
      at: now(),
      kind: "rectification",
      outcome: "Réponses corrigées par la personne",
    });
    return "corrected";
  });
}

/** The data for the person's page. */
export async function getMyData(
  deps: Pick<RequestDependencies, "db" | "now" | "addresses">,
  emailHash: string,
): Promise<MyData> {
  return toMyData(await collectPersonalData(deps, emailHash), await findQuestionsWithFormerOptions(deps.db));
}

/** Stores a consent to news for each of the person's sign-ups, to the current words. */
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

/** Withdraws the consents to news. */
export async function withdrawFromNews({ db, now }: MyDataDependencies, emailHash: string): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    await unsubscribeWithin(tx, { emailHash, at, source });
    await note(tx, { emailHash, at, kind: "objection", outcome: "Consentement retiré par la personne" });
  });
}

/** Records an objection to news, to statistics and to every use that rests on our legitimate interest. */
export async function objectToUse({ db, now }: MyDataDependencies, emailHash: string): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    await objectWithin(tx, { emailHash, at, source });
    await note(tx, { emailHash, at, kind: "objection", outcome: "Opposition de la personne, appliquée" });
  });
}

export async function eraseMyData({ db, now, events }: MyDataDependencies, emailHash: string): Promise<void> {
  const outcome = "Effacé par la personne";
  await db.transaction(async (tx) => {
    await eraseAddress(tx, events, { emailHash, source });
    await noteRequest(tx, { kind: "erasure", emailHash, source: "person", outcome, at: now() });
  });
}

/** Records that the person downloaded their data. */
export async function noteDownload({ db, now }: MyDataDependencies, emailHash: string): Promise<void> {
  await db.transaction((tx) =>
    note(tx, { emailHash, at: now(), kind: "portability", outcome: "Téléchargé par la personne" }),
  );
}

export type RequestDependencies = Pick<AppDependencies, "db" | "config" | "log" | "now"> & {
  addresses: Addresses;
  mail: Mail;
};

const linkSubject = `Vos données chez ${brand.name}`;
const linkContent = `<p>Bonjour,</p><p>Vous avez demandé à voir les données que ${brand.name} a de vous. Ce lien personnel vous y mène :</p><p><a class="button" href="${linkPlace}">Voir mes données</a></p><p>Il est valable ${privacyPeriods.myDataMinutes} minutes à partir de l’envoi de ce message, et la page qu’il ouvre permet de prolonger ce temps. Si vous n’avez rien demandé, ignorez-le : personne d’autre ne l’a reçu.</p>`;

/**
 * Sends a link to the data of an address. It does so after the answer: neither the answer's content nor its time reveals
 * if the address is known.
 * @returns the problem of the typed address, or null
 */
export function requestMyData(deps: RequestDependencies, typed: string): string | null {
  const problem = validateEmail(typed);
  const email = canonicalEmail(typed);
  if (problem !== null || email === null) return problem;
  sendLink(deps, email).catch((error: unknown) => {
    deps.log.error("failed to send a link to a person's data", { error });
  });
  return null;
}

/**
 * Sends to the stored spelling of the address, not the typed one. Sends nothing in simulation, because the link would not work. A mailbox
 * gets a few links in 24 hours; after that the last valid link is extended.
 */
async function sendLink(
  { db, config, now, addresses, mail }: RequestDependencies,
  email: string,
): Promise<void> {
  if ((await mail.settings()).simulationMode) return;
  const emailHash = await addresses.hash(email);
  const recipientEmail = await findKnownAddress(db, emailHash);
  if (recipientEmail === null) return;
  const link = { purpose: "my_data", emailHash } as const;
  const id = await writeLinkMessage(
    { db, config },
    { recipientEmail, subject: linkSubject, content: linkContent, link },
  );
  if (id === null) return extendMyDataLink({ db, now }, emailHash);
  const outcome = "Lien envoyé vers ses données";
  await noteRequest(db, { kind: "access", emailHash, source: "person", outcome, at: now() });
  await mail.deliver(id);
}
