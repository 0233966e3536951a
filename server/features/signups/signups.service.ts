import type { Audience } from "#contract/audience.ts";
import type { SignupBody } from "#contract/signup.schema.ts";
import { validateSignup } from "#contract/signup.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import {
  findActiveQuestions,
  findLastReadQuestions,
} from "#server/features/questionnaire/active-questions.service.ts";
import { QueueFullError } from "#server/lib/batch-queue.ts";
import { invalid, unavailable } from "#server/lib/http/errors.ts";
import type { SignupListener } from "./signup-listener.ts";
import { createSignupQueue, outcomeOf, type SignupQueue } from "./signup-queue.service.ts";
import { duplicateEmail, keyReused, questionnaireChanged } from "./signups.errors.ts";
import { findStandings } from "./signups.repository.ts";
import { type NewSignup, showsChangedQuestionnaire, signupId, toNewSignup } from "./signups.rules.ts";

/** Attempts to store a sign-up while the questionnaire changes under it. */
const attempts = 5;

type Deps = Pick<AppDependencies, "db"> & { queues: Record<Audience, SignupQueue> };
type Request = { audience: Audience; body: SignupBody; key: string | undefined };

/** Takes sign-ups: checked against the present questions, each stored once, whatever arrives at the same moment. */
export function createSignupDesk({ db }: Pick<AppDependencies, "db">, listeners: SignupListener[]) {
  const queues = {
    user: createSignupQueue(db, "user", listeners),
    brand: createSignupQueue(db, "brand", listeners),
  };
  return { takeSignup: (request: Request) => takeSignup({ db, queues }, request) };
}

/** @returns the id of the sign-up, also when it is there already from the same request sent before */
async function takeSignup(deps: Deps, { audience, body, key }: Request): Promise<string> {
  const id = signupId(audience, key);
  if (body.company) return id; // a robot filled the invisible field: it is told what it wants to hear
  let { revision, questions } = await findLastReadQuestions(deps.db);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    let fields = validateSignup(audience, questions, body);
    if (hasFields(fields)) {
      ({ revision, questions } = await findActiveQuestions(deps.db));
      fields = validateSignup(audience, questions, body);
    }
    if (hasFields(fields)) return refuseUnlessStored(deps, { audience, body, id, fields });
    const outcome = await store(deps.queues[audience], toNewSignup(id, audience, body), revision);
    if (outcome === "stored") return id;
    if (outcome === "duplicate") throw duplicateEmail();
    if (outcome === "key_reused") throw keyReused();
    ({ revision, questions } = await findActiveQuestions(deps.db));
  }
  throw unavailable();
}

function hasFields(fields: Record<string, string>): boolean {
  return Object.keys(fields).length > 0;
}

async function store(queue: SignupQueue, signup: NewSignup, revision: number) {
  try {
    return await queue.add({ signup, revision });
  } catch (error) {
    if (error instanceof QueueFullError) throw unavailable();
    throw error;
  }
}

type Refusal = { audience: Audience; body: SignupBody; id: string; fields: Record<string, string> };

/** A request sent again gets its first answer, even when the questions have changed since. */
async function refuseUnlessStored({ db }: Deps, { audience, body, id, fields }: Refusal): Promise<string> {
  const { email } = fields.email ? { email: "" } : toNewSignup(id, audience, body);
  const [standing] = await findStandings(db, audience, [{ id, email }]);
  if (outcomeOf(standing) === "stored") return id;
  throw showsChangedQuestionnaire(fields) ? questionnaireChanged(fields) : invalid(fields);
}
