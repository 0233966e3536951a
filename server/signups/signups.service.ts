import type { Audience } from "#contract/audience.ts";
import { canonicalEmail } from "#contract/email-address.ts";
import type { SignupBody } from "#contract/signup.schema.ts";
import { validateSignup } from "#contract/signup.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { BatchQueue, QueueFullError } from "#server/lib/batch-queue.ts";
import type { Db } from "#server/lib/database/database.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { type ApiError, invalid, unavailable } from "#server/lib/http/errors.ts";
import { createMailboxKey } from "#server/mail/sending/mailbox-key.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import type { ConsentTexts } from "#server/privacy/consents.service.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import type { GivenAnswers } from "#server/questionnaire/question-deletion.service.ts";
import type { ReferralReader } from "#server/referrals/referral-reader.service.ts";
import type { ClientDevice } from "#server/referrals/referrals.rules.ts";
import type { Shield } from "#server/shield/shield.service.ts";
import { domainProblem, MailDomains } from "./mail-domains.service.ts";
import { duplicateEmail, keyReused, questionnaireChanged } from "./signups.errors.ts";
import {
  deleteAnswers,
  deleteAnswersInBatch,
  type Existing,
  findExisting,
  insertSignups,
  isTokenRace,
  type Lookup,
  type Submission,
} from "./signups.queries.ts";
import { checkedEmail, detectQuestionnaireChange, signupId, toNewSignup } from "./signups.rules.ts";

/** How often a sign-up is tried again when the questionnaire changes meanwhile. */
const attempts = 5;

type Deps = Pick<IntakeDeps, "db" | "shield" | "questions" | "addresses" | "consentTexts" | "referralOf"> & {
  domains: MailDomains;
  queues: Record<Audience, SignupQueue>;
  mailboxKey: (email: string) => string;
};
type Request = {
  audience: Audience;
  body: SignupBody;
  key: string | undefined;
  /** True when a browser with JavaScript sends it. Other browsers need no proof of work. */
  scripted: boolean;
  device: ClientDevice;
};

export type IntakeDeps = Pick<AppDependencies, "db" | "resolver" | "now"> & {
  config: Pick<AppDependencies["config"], "authSecret">;
  shield: Shield;
  questions: ActiveQuestions;
  addresses: Addresses;
  consentTexts: ConsentTexts;
  referralOf: ReferralReader;
};

export type SignupIntake = ReturnType<typeof createSignupIntake>;

/** Stores sign-ups; one per instance. Checks each against the active questions and stores it once, also under concurrent requests. */
export function createSignupIntake(given: IntakeDeps) {
  const deps = {
    ...given,
    queues: { user: createSignupQueue(given.db, "user"), brand: createSignupQueue(given.db, "brand") },
    domains: new MailDomains(given),
    mailboxKey: createMailboxKey(given.config.authSecret),
  };
  return { takeSignup: (request: Request) => takeSignup(deps, request) };
}

/** @returns the id of the sign-up, also when an earlier request with the same key has stored it */
async function takeSignup(deps: Deps, { audience, body, key, scripted, device }: Request): Promise<string> {
  const id = signupId(audience, key);
  if (body.company) {
    deps.shield.count("robot"); // a robot filled the invisible field, and gets the answer of a success
    return id;
  }
  const { token, proof, email } = body;
  const form = await deps.shield.admitForm({ audience, token, proof, email, scripted });
  const shown = deps.shield.shownForm({ audience, token });
  let { revision, questions } = await deps.questions.lastRead();
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    let fields = validateSignup(audience, questions, body);
    if (hasFields(fields)) {
      ({ revision, questions } = await deps.questions.current());
      fields = validateSignup(audience, questions, body);
    }
    if (hasFields(fields)) {
      const change = detectQuestionnaireChange(fields, { shown: shown.revision ?? null, present: revision });
      const error = change ? questionnaireChanged(fields, change) : invalid(fields);
      return refuseUnlessStored(deps, { audience, body, id, error });
    }
    const address = checkedEmail(body.email);
    const [emailHash, textsVersion] = await Promise.all([
      deps.addresses.hash(address),
      shown.textsVersion ?? deps.consentTexts.version(),
    ]);
    const signup = toNewSignup(id, { audience, questions, email: address, emailHash, textsVersion }, body);
    const error = await domainProblem(deps.domains, { email: signup.email, confirmed: body.emailConfirmed });
    if (error) return refuseUnlessStored(deps, { audience, body, id, error });
    const mailboxKey = deps.mailboxKey(signup.email);
    const referral = await deps.referralOf(signup.source?.code ?? null, device);
    const outcome = await store(deps.queues[audience], { signup, form, mailboxKey, referral, revision });
    if (outcome === "stored") deps.shield.count("accepted");
    if (outcome === "stored" || outcome === "repeated") return id;
    if (outcome === "duplicate") throw duplicateEmail();
    if (outcome === "key_reused") throw keyReused();
    if (outcome === "token_used") return deps.shield.refuseUsed({ audience, token });
    ({ revision, questions } = await deps.questions.current());
  }
  throw unavailable();
}

function hasFields(fields: Record<string, string>): boolean {
  return Object.keys(fields).length > 0;
}

async function store(queue: SignupQueue, submission: Submission & { revision: number }) {
  try {
    return await queue.add(submission);
  } catch (error) {
    if (error instanceof QueueFullError) throw unavailable();
    throw error;
  }
}

type Refusal = { audience: Audience; body: SignupBody; id: string; error: ApiError };

/** A request sent again gets its first answer, even when the questions have changed since. */
async function refuseUnlessStored({ db }: Deps, { audience, body, id, error }: Refusal): Promise<string> {
  const email = canonicalEmail(body.email) ?? "";
  const [existing] = await findExisting(db, audience, [{ id, email, token: null }]);
  if (outcomeOf(existing) === "repeated") return id;
  throw error;
}

/** The result of storing a sign-up. "stale": the questions changed after it was checked. */
type StoreOutcome = "stored" | "repeated" | "duplicate" | "key_reused" | "token_used" | "stale";

type Checked = Submission & { revision: number };

/** A batch that loses a race for a token is stored again as a whole: the next attempt sees that the token is used. */
const storingAttempts = 5;

const bounds = {
  batchSize: 256,
  batchWeight: 1024 * 1024,
  parallelBatches: 2,
  capacity: 5_000,
  capacityWeight: 64 * 1024 * 1024,
};

export type SignupQueue = BatchQueue<Checked, StoreOutcome>;

/** Groups sign-ups of one audience that arrive together: one statement and one commit store them. */
function createSignupQueue(db: Db, audience: Audience): SignupQueue {
  return new BatchQueue({
    ...bounds,
    store: (batch) => storeBatch(db, audience, batch),
    concernsAll: isDatabaseUnavailable,
    weightOf: ({ signup }) => 500 + JSON.stringify(signup.responses).length,
  });
}

async function storeBatch(db: Db, audience: Audience, batch: Checked[]) {
  const outcomes = new Map<Checked, StoreOutcome>();
  for (const [revision, checked] of Map.groupBy(batch, (item) => item.revision)) {
    const first = firstOfEach(checked);
    const stored = await storeSignups(db, audience, revision, first);
    for (const item of first) if (stored.has(item.signup.id)) outcomes.set(item, "stored");
    const unclear = checked.filter((item) => !outcomes.has(item));
    if (unclear.length === 0) continue;
    const existing = await findExisting(db, audience, unclear.map(lookupOf));
    for (const [index, item] of unclear.entries()) outcomes.set(item, outcomeOf(existing[index]));
  }
  return batch.map((item) => outcomes.get(item) ?? "stale");
}

function lookupOf({ signup, form }: Submission): Lookup {
  return { id: signup.id, email: signup.email, token: form.token?.id ?? null };
}

/** Takes the first of several sign-ups with one id or one token. The others find its row by a look-up. */
function firstOfEach(checked: Checked[]): Checked[] {
  const seen = new Set<string>();
  return checked.filter(({ signup, form }) => {
    const names = [signup.id, form.token?.id].filter((name) => name !== undefined);
    const isFirst = names.every((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    return isFirst;
  });
}

async function storeSignups(db: Db, audience: Audience, revision: number, submissions: Submission[]) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insertSignups(db, audience, revision, submissions);
    } catch (error) {
      if (attempt === storingAttempts || !isTokenRace(error)) throw error;
    }
  }
}

/** When no conflicting row is found, the revision changed or the row was deleted. The sign-up is then tried again. */
function outcomeOf(existing: Existing | undefined): StoreOutcome {
  if (existing?.sameSignup) return "repeated";
  if (existing?.sameId) return "key_reused";
  if (existing?.tokenUsed) return "token_used";
  return existing?.sameEmail ? "duplicate" : "stale";
}

export const signupAnswers: GivenAnswers = { remove: deleteAnswers, removeInBatch: deleteAnswersInBatch };
