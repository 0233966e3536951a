import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formTokenLimits, type Puzzle, shieldMessages } from "#contract/shield.ts";
import { signupMessages } from "#contract/signup.ts";
import type { ApiFailure } from "#web/lib/api.ts";
import { deliverSignUp } from "./deliver-sign-up.ts";
import type { FormPass } from "./sign-up.api.ts";

const form = { firstname: "Zoé", name: "Martin", email: "zoe@courrier.example", responses: {} };
const puzzle: Puzzle = { challenge: "défi", count: 2, bits: 4 };

type Sent = { at: number; key: string; body: Record<string, unknown> };
type Reply = { status: number; body: unknown } | "silence";

let sent: Sent[] = [];
let replies: Reply[] = [];
let fresh: FormPass[] = [];

const taken: Reply = { status: 201, body: { id: "x" } };
const refusal = (code: keyof typeof shieldMessages, token: string, of: Puzzle | null = null): Reply => ({
  status: 403,
  body: { error: { code, message: shieldMessages[code] }, token, puzzle: of },
});

beforeEach(() => {
  vi.useFakeTimers();
  [sent, replies, fresh] = [[], [], []];
  vi.stubGlobal("fetch", (_path: string, { body, headers, signal }: RequestInit) => {
    const key = new Headers(headers).get("idempotency-key") ?? "";
    sent.push({ at: performance.now(), key, body: JSON.parse(String(body)) });
    const reply = replies.shift();
    if (reply && reply !== "silence")
      return Promise.resolve(Response.json(reply.body, { status: reply.status }));
    return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function deliver({ token = "a", of = null, age = 60_000, email = form.email } = {} as Options) {
  let isOver = false;
  const outcome = deliverSignUp({
    audience: "user",
    form: { ...form, email },
    source: "utm_source=lettre",
    company: "",
    emailConfirmed: false,
    pass: { token, puzzle: of, readyAt: performance.now() + formTokenLimits.minAgeMs - age },
    prove: async ({ challenge }, address) => [challenge.length, address.length],
    onFreshPass: (pass) => fresh.push(pass),
  }).then(
    () => null,
    (error: ApiFailure) => error,
  );
  void outcome.then(() => {
    isOver = true;
  });
  // Does not run all timers, because other test files share the process and may still have timers on a busy machine.
  while (!isOver) await vi.advanceTimersToNextTimerAsync();
  return outcome;
}
type Options = { token?: string; of?: Puzzle | null; age?: number; email?: string };

test("a sign-up is sent with its token, and without a proof of work when none is required", async () => {
  replies = [taken];
  expect(await deliver()).toBeNull();
  expect(sent.map(({ body }) => body)).toEqual([{ ...form, source: "utm_source=lettre", token: "a" }]);
});

test("a proof of work is computed for exactly the address that is sent", async () => {
  replies = [taken];
  await deliver({ of: puzzle });
  expect(sent[0]?.body["proof"]).toEqual({ nonces: [puzzle.challenge.length, form.email.length] });
});

test("a sign-up waits for the token's minimum age only if it is faster", async () => {
  replies = [taken, taken];
  const start = performance.now();
  await deliver({ age: 1_000 });
  expect(sent[0]?.at).toBe(start + formTokenLimits.minAgeMs - 1_000);
  const later = performance.now();
  await deliver({ age: 3_600_000 });
  expect(sent[1]?.at).toBe(later);
});

test.each([
  ["token_missing", formTokenLimits.minAgeMs],
  ["token_too_young", formTokenLimits.minAgeMs],
  ["token_expired", 0],
  ["token_used", 0],
  ["proof_required", 0],
] as const)(
  "after %s a sign-up is sent once more, with the refusal's new token and the same key",
  async (code, wait) => {
    replies = [refusal(code, "b", puzzle), taken];
    const start = performance.now();
    expect(await deliver()).toBeNull();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({
      key: sent[0]?.key,
      body: { token: "b", proof: { nonces: [puzzle.challenge.length, form.email.length] } },
    });
    expect(sent[1]?.at).toBe(start + wait);
    expect(fresh).toMatchObject([{ token: "b", puzzle }]);
  },
);

test("a second refusal of the token is returned, and the next attempt uses the newest token", async () => {
  replies = [refusal("token_expired", "b"), refusal("token_used", "c")];
  expect(await deliver()).toMatchObject({ code: "token_used", message: shieldMessages.token_used });
  expect(sent).toHaveLength(2);
  expect(fresh.at(-1)).toMatchObject({ token: "c", puzzle: null });
});

test("any other refusal of a sign-up is returned without a retry", async () => {
  const body = { error: { code: "duplicate_email", message: "déjà", fields: { email: "déjà" } } };
  replies = [{ status: 409, body }];
  expect(await deliver()).toMatchObject({ status: 409, fields: { email: "déjà" } });
  expect(sent).toHaveLength(1);
});

test("a retry with the same content has the same idempotency key, another address has a new key", async () => {
  replies = ["silence", "silence", taken, taken];
  await deliver();
  await deliver({ token: "b" });
  await deliver({ email: "autre@courrier.example" });
  await deliver();
  const [first, again, other, afterSuccess] = sent.map(({ key }) => key);
  expect(again).toBe(first);
  expect(new Set([first, other, afterSuccess]).size).toBe(3);
});

test("a sign-up without a response fails with a message after 20 seconds", async () => {
  replies = ["silence"];
  const start = performance.now();
  expect(await deliver()).toMatchObject({ status: 0, message: signupMessages.noAnswer });
  expect(performance.now()).toBe(start + 20_000);
});
