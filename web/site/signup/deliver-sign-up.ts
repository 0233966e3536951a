import type { Audience } from "#contract/audience.ts";
import type { Puzzle } from "#contract/shield.ts";
import type { SignupForm } from "#contract/signup.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { type FormPass, freshPass, postSignUp, type TakenSignUp } from "./sign-up.api.ts";

type Delivery = {
  audience: Audience;
  form: SignupForm;
  /** Where the visit came from, as `sourceQuery` writes it. */
  source: string;
  /** The value of the honeypot field. */
  company: string;
  /** The visitor sends an address again that the server asked about. */
  emailConfirmed: boolean;
  pass: FormPass;
  prove(puzzle: Puzzle, email: string): Promise<number[]>;
  /** Called when the server issued another token, for the next attempt. */
  onFreshPass(pass: FormPass): void;
};

type Attempt = { content: string; key: string };
let lastAttempt: Attempt | null = null;

/**
 * Sends a sign-up, and once more without a word when the server refused its token or wants a proof: what that takes comes
 * with the refusal. The same content sent again carries the same key, so that a lost answer never becomes a second sign-up.
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

/** The server takes no token that is younger; some people, and their browsers, fill a form faster. */
async function untilReady({ readyAt }: FormPass): Promise<void> {
  const missing = readyAt - performance.now();
  if (missing > 0) await new Promise((resolve) => setTimeout(resolve, missing));
}

/** `crypto.randomUUID` exists under https only; this works on a plain address of the local network too. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
