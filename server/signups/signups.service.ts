import type { Audience } from "#contract/audience.ts";
import { canonicalEmail, domainOf } from "#contract/email-address.ts";
import type { SignupBody } from "#contract/signup.schema.ts";
import { validateSignup } from "#contract/signup.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { QueueFullError } from "#server/lib/batch-queue.ts";
import { type ApiError, invalid, unavailable } from "#server/lib/http/errors.ts";
import type { Addresses } from "#server/privacy/addresses.service.ts";
import type { ConsentTexts } from "#server/privacy/consent-texts.service.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import type { Shield } from "#server/shield/shield.service.ts";
import { MailDomains } from "./mail-domains.service.ts";
import type { SignupEvents } from "./signup-events.ts";
import { createSignupQueue, outcomeOf, type SignupQueue } from "./signup-queue.service.ts";
import {
  duplicateEmail,
  emailRefused,
  emailUnconfirmed,
  keyReused,
  questionnaireChanged,
} from "./signups.errors.ts";
import { findExisting, type Submission } from "./signups.queries.ts";
import { changeBehind, checkedEmail, signupId, toNewSignup } from "./signups.rules.ts";

/** Attempts to store a sign-up while the questionnaire changes under it. */
const attempts = 5;

type Deps = Pick<IntakeDeps, "db" | "shield" | "questions" | "addresses" | "consentTexts"> & {
  domains: MailDomains;
  queues: Record<Audience, SignupQueue>;
};
type Request = {
  audience: Audience;
  body: SignupBody;
  key: string | undefined;
  /** Whether a browser with JavaScript sends it: without, no proof of work is asked for. */
  scripted: boolean;
};

export type IntakeDeps = Pick<AppDependencies, "db" | "resolver" | "now"> & {
  shield: Shield;
  questions: ActiveQuestions;
  addresses: Addresses;
  consentTexts: ConsentTexts;
  events: SignupEvents;
};

export type SignupIntake = ReturnType<typeof createSignupIntake>;

/** Takes sign-ups, one per instance: checked against the present questions, each stored once, whatever arrives at the same moment. */
export function createSignupIntake({ events, ...given }: IntakeDeps) {
  const { db } = given;
  const queues = {
    user: createSignupQueue(db, "user", events),
    brand: createSignupQueue(db, "brand", events),
  };
  const deps = { ...given, queues, domains: new MailDomains(given) };
  return { takeSignup: (request: Request) => takeSignup(deps, request) };
}

/** @returns the id of the sign-up, also when it is there already from the same request sent before */
async function takeSignup(deps: Deps, { audience, body, key, scripted }: Request): Promise<string> {
  const id = signupId(audience, key);
  if (body.company) {
    deps.shield.count("robot"); // a robot filled the invisible field: it is told what it wants to hear
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
      const change = changeBehind(fields, { shown: shown.revision ?? null, present: revision });
      const error = change ? questionnaireChanged(fields, change) : invalid(fields);
      return refuseUnlessStored(deps, { audience, body, id, error });
    }
    const address = checkedEmail(body.email);
    const [emailHash, textsVersion] = await Promise.all([
      deps.addresses.hash(address),
      shown.textsVersion ?? deps.consentTexts.version(),
    ]);
    const signup = toNewSignup(id, { audience, questions, email: address, emailHash, textsVersion }, body);
    const error = await domainProblem(deps, { email: signup.email, confirmed: body.emailConfirmed });
    if (error) return refuseUnlessStored(deps, { audience, body, id, error });
    const outcome = await store(deps.queues[audience], { signup, form, revision });
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

/** What is wrong with the domain of an address, if anything: who insists is believed, unless the domain itself says no. */
async function domainProblem(
  { domains }: Deps,
  { email, confirmed }: { email: string; confirmed: boolean | undefined },
): Promise<ApiError | null> {
  const verdict = await domains.verdictOf(domainOf(email));
  if (verdict === "refuses") return emailRefused();
  return verdict === "unreachable" && !confirmed ? emailUnconfirmed() : null;
}

type Refusal = { audience: Audience; body: SignupBody; id: string; error: ApiError };

/** A request sent again gets its first answer, even when the questions have changed since. */
async function refuseUnlessStored({ db }: Deps, { audience, body, id, error }: Refusal): Promise<string> {
  const email = canonicalEmail(body.email) ?? "";
  const [existing] = await findExisting(db, audience, [{ id, email, token: null }]);
  if (outcomeOf(existing) === "repeated") return id;
  throw error;
}
