import { type Audience, audiences } from "#contract/audience.ts";
import { messages } from "#contract/errors.ts";
import { signupSchema } from "#contract/signup.schema.ts";
import { questionnaireChangedMessage, signupMessages } from "#contract/signup.ts";
import type { AskedAddress, SignUpPage } from "#contract/site-pages.ts";
import { sourceQuery, type VisitSource } from "#contract/sources.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { withTimeout } from "#server/lib/concurrency.ts";
import { isDatabaseUnavailable } from "#server/lib/database/database-errors.ts";
import { fieldMessages } from "#server/lib/http/api-router.ts";
import { ApiError, invalid, unavailable } from "#server/lib/http/errors.ts";
import type { ConfirmationAsked } from "#server/mail/sending/signup-messages.service.ts";
import type { ConsentTexts } from "#server/privacy/consents.service.ts";
import type { ActiveQuestions } from "#server/questionnaire/active-questions.service.ts";
import type { ClientDevice } from "#server/referrals/referrals.rules.ts";
import { tokenFor } from "#server/shield/form-token.rules.ts";
import type { Shield } from "#server/shield/shield.service.ts";
import type { Packing, PageStatus } from "#server/site/site-pages.service.ts";
import type { OwnAddress } from "./own-address.service.ts";
import { type FormFields, formEnding, readSignUp, type SentSignUp } from "./signup-page.rules.ts";
import { addressSettled } from "./signups.errors.ts";
import type { SignupIntake } from "./signups.service.ts";

export type SignupPageDeps = Pick<AppDependencies, "log"> & {
  questions: ActiveQuestions;
  consentTexts: ConsentTexts;
  shield: Shield;
  signupIntake: SignupIntake;
  ownAddress: OwnAddress;
  confirmationAsked: ConfirmationAsked;
};

/** A page to be drawn, with its status and headers. */
export type DrawnForm = {
  page: SignUpPage;
  packing: Packing;
  status: PageStatus;
  headers: Record<string, string>;
};

/** Less than the timeout of the whole request, so that time remains to show the typed values. */
const timeoutMs = 7_000;

/** The empty form, with a token for each audience and the visit's source. */
export async function emptySignUp(
  deps: SignupPageDeps,
  audience: Audience,
  source: VisitSource,
): Promise<DrawnForm> {
  try {
    const [{ revision, questions }, textsVersion] = await Promise.all([
      deps.questions.current(),
      deps.consentTexts.version(),
    ]);
    const passes = await Promise.all(
      audiences.map((one) => deps.shield.issuePass(one, { revision, textsVersion })),
    );
    const tokens = passes.map(({ token }) => token);
    const ending = formEnding(tokens, sourceQuery(source));
    const kept = { name: `sign-up ${audience}`, version: `${revision} ${textsVersion}` };
    const blank = { typed: null, problems: {}, problem: null, questioned: null, isKnown: false };
    const page = { page: "sign-up", audience, questions, ...blank } as const;
    return { page, packing: { ending, kept }, status: 200, headers: {} };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    const { status, code, headers } = unavailable();
    throw new ApiError(status, code, signupMessages.questionnaireUnavailable, { headers });
  }
}

/**
 * Stores a form, or gives the same page with the problem and everything that was typed.
 * @param refused the error with which the form is refused unread; null: the form is read
 * @returns null when the form was stored
 */
export async function takeForm(
  deps: SignupPageDeps,
  fields: FormFields,
  { refused, device }: { refused: ApiError | null; device: ClientDevice },
): Promise<DrawnForm | null> {
  try {
    if (refused) throw refused;
    const { questions } = await deps.questions.current();
    await withTimeout(timeoutMs, store(deps, readSignUp(fields, questions), device));
    return null;
  } catch (error) {
    return drawAgain(deps, fields, refusalOf(deps, error));
  }
}

async function store(
  { signupIntake }: SignupPageDeps,
  { audience, body }: SentSignUp,
  device: ClientDevice,
): Promise<void> {
  const checked = signupSchema.safeParse(body);
  if (!checked.success) throw invalid(fieldMessages(checked.error));
  const { token } = checked.data;
  // The space separates these keys from all keys that the API accepts. A form that is sent twice finds its own row.
  const key = token === undefined ? undefined : formKey(token);
  await signupIntake.takeSignup({ audience, body: checked.data, key, scripted: false, device });
}

const formKey = (token: string) => `form ${token}`;

/**
 * The address that is asked to confirm; null when it can no longer be corrected, or no address is asked.
 * @param token of the form that was sent
 */
export async function findAsked(deps: SignupPageDeps, token: string): Promise<AskedAddress | null> {
  try {
    const audience = audienceOfToken(token);
    const email = audience && (await deps.ownAddress.find({ audience, key: formKey(token) }));
    if (!email || !(await deps.confirmationAsked())) return null;
    return { email, token, typed: email, problem: null, questioned: null };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return null; // the sign-up was stored before, so the page thanks its visitor
  }
}

/** Corrects the address, or gives the same page with the problem. @returns null when it was corrected */
export async function takeCorrection(
  deps: SignupPageDeps,
  fields: FormFields,
  refused: ApiError | null,
): Promise<{ status: PageStatus; asked: AskedAddress } | null> {
  const text = (name: string) => fields.get(name)?.[0] ?? "";
  const [token, typed] = [text("token"), text("email")];
  const audience = audienceOfToken(token);
  try {
    if (refused) throw refused;
    if (!audience) throw addressSettled();
    const emailConfirmed = text("emailConfirmed") === typed;
    await deps.ownAddress.correct({ audience, key: formKey(token), email: typed, emailConfirmed });
    return null;
  } catch (error) {
    const asked = await findAsked(deps, token);
    if (!asked) throw error;
    const { status, code, fields: problems, message } = refusalOf(deps, error);
    const questioned = code === "email_unconfirmed" ? typed : null;
    return { status, asked: { ...asked, typed, questioned, problem: problems?.["email"] ?? message } };
  }
}

const audienceOfToken = (token: string) => audiences.find((audience) => tokenFor(audience, [token]));

type Refusal = {
  status: PageStatus;
  message: string;
  code?: string;
  fields?: Record<string, string> | undefined;
  headers: Record<string, string>;
};

function refusalOf({ log }: SignupPageDeps, error: unknown): Refusal {
  const refusal = isDatabaseUnavailable(error) ? unavailable() : error;
  if (refusal instanceof ApiError && refusal.status < 500) return refusal;
  log.error("failed to take a sign-up", { error });
  return refusal instanceof ApiError ? refusal : { status: 500, message: messages.internal, headers: {} };
}

async function drawAgain(deps: SignupPageDeps, fields: FormFields, refusal: Refusal): Promise<DrawnForm> {
  const isJudged = judged.has(refusal.status);
  const { revision, questions } = await (isJudged ? deps.questions.current() : deps.questions.lastRead());
  const { audience, tokens, typed, source, questioned } = readSignUp(fields, questions);
  const problems = refusal.fields ?? {};
  const message =
    refusal.code === "questionnaire_changed"
      ? questionnaireChangedMessage(problems, questions)
      : refusal.message;
  const page: SignUpPage = {
    page: "sign-up",
    audience,
    questions,
    typed,
    problems,
    problem: Object.values(problems).includes(message) ? null : message,
    questioned: refusal.code === "email_unconfirmed" ? typed.email : questioned,
    isKnown: refusal.code === "duplicate_email",
  };
  const passes = isJudged ? await renewedTokens(deps, tokens, revision) : tokens;
  const { status, headers } = refusal;
  return { page, packing: { ending: formEnding(passes, source), kept: null }, status, headers };
}

/**
 * With these statuses the form was refused after validation. Nothing was stored, so a resubmission is a new form. After any other
 * error a row may have been stored: a resubmission with the same tokens finds that row.
 */
const judged: ReadonlySet<number> = new Set([400, 403, 409]);

async function renewedTokens(
  { shield, consentTexts }: SignupPageDeps,
  tokens: readonly string[],
  revision: number,
): Promise<string[]> {
  const shown = { revision, textsVersion: await consentTexts.version() };
  const passes = await Promise.all(
    audiences.map((audience) => shield.renewPass({ audience, token: tokenFor(audience, tokens) }, shown)),
  );
  return passes.map(({ token }) => token);
}
