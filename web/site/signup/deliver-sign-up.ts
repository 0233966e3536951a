import type { Audience } from "#contract/audience.ts";
import type { Puzzle } from "#contract/shield.ts";
import type { SignupForm } from "#contract/signup.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { type FormPass, freshPass, postSignUp, type TakenSignUp } from "./sign-up.api.ts";

type Delivery = {
  audience: Audience;
  form: SignupForm;
  /** The source of the visit, in the format of `sourceQuery`. */
  source: string;
  /** The value of the honeypot field. */
  company: string;
  /** True when the visitor sends a doubted address again unchanged. */
  emailConfirmed: boolean;
  pass: FormPass;
  prove(puzzle: Puzzle, email: string): Promise<number[]>;
  /** Called when the server issued a new token for the next attempt. */
  onFreshPass(pass: FormPass): void;
};

type Attempt = { content: string; key: string };
let lastAttempt: Attempt | null = null;

/**
 * Sends a sign-up. Retries once silently when the server refuses the token or requires a proof of work, because the refusal
 * contains the new token. The same content keeps its idempotency key, so that a lost response causes no second sign-up.
 * @throws ApiFailure
 */
export async function deliverSignUp({
  audience,
  form,
  source,
  company,
  emailConfirmed,
  ...delivery
}: Delivery): Promise<TakenSignUp> {
  const signup = {
    ...form,
    source,
    ...(company && { company }),
    ...(emailConfirmed && { emailConfirmed }),
  };
  const content = audience + JSON.stringify(signup);
  if (lastAttempt?.content !== content) lastAttempt = { content, key: randomKey() };
  const { key } = lastAttempt;
  const send = async (pass: FormPass) => {
    const [proof] = await Promise.all([proofFor(pass, form.email, delivery.prove), untilReady(pass)]);
    return postSignUp(audience, { ...signup, token: pass.token, ...proof }, key);
  };
  const { confirms } = await withFreshPasses(send, delivery);
  lastAttempt = null;
  return { audience, key, email: form.email.trim(), confirms };
}

async function withFreshPasses<Taken>(
  send: (pass: FormPass) => Promise<Taken>,
  { pass, onFreshPass }: Pick<Delivery, "pass" | "onFreshPass">,
): Promise<Taken> {
  const passFrom = (error: unknown) => {
    const fresh = error instanceof ApiFailure ? freshPass(error) : null;
    if (fresh) onFreshPass(fresh);
    return fresh;
  };
  try {
    return await send(pass);
  } catch (refusal) {
    const fresh = passFrom(refusal);
    if (!fresh) throw refusal;
    return send(fresh).catch((error: unknown) => {
      passFrom(error);
      throw error;
    });
  }
}

async function proofFor({ puzzle }: FormPass, email: string, prove: Delivery["prove"]) {
  return puzzle ? { proof: { nonces: await prove(puzzle, email) } } : {};
}

/** Waits for the token's minimum age, because some people, and browsers with autofill, are faster. */
async function untilReady({ readyAt }: FormPass): Promise<void> {
  const missing = readyAt - performance.now();
  if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
}

/** Creates an idempotency key. `crypto.randomUUID` exists only under https, but this works on a local http address too. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
