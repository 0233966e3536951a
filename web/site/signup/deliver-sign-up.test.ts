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
  // Not all timers there are: other files share the process, and on a busy machine something of theirs may still be running.
  while (!isOver) await vi.advanceTimersToNextTimerAsync();
  return outcome;
}
type Options = { token?: string; of?: Puzzle | null; age?: number; email?: string };

test("a sign-up carries its token, and no proof when none is asked for", async () => {
  replies = [taken];
  expect(await deliver()).toBeNull();
  expect(sent.map(({ body }) => body)).toEqual([{ ...form, source: "utm_source=lettre", token: "a" }]);
});

test("a puzzle is solved for the very address that is sent", async () => {
  replies = [taken];
  await deliver({ of: puzzle });
  expect(sent[0]?.body["proof"]).toEqual({ nonces: [puzzle.challenge.length, form.email.length] });
});

test("only a sign-up that is faster than the token's minimum age waits for it", async () => {
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
  "after %s it is sent once more, with what the refusal brought and the same key",
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

test("a second refusal is returned, and the next attempt has the newest token", async () => {
  replies = [refusal("token_expired", "b"), refusal("token_used", "c")];
  expect(await deliver()).toMatchObject({ code: "token_used", message: shieldMessages.token_used });
  expect(sent).toHaveLength(2);
  expect(fresh.at(-1)).toMatchObject({ token: "c", puzzle: null });
});

test("any other refusal is returned at once", async () => {
  const body = { error: { code: "duplicate_email", message: "déjà", fields: { email: "déjà" } } };
  replies = [{ status: 409, body }];
  expect(await deliver()).toMatchObject({ status: 409, fields: { email: "déjà" } });
  expect(sent).toHaveLength(1);
});

test("another address is another sign-up, the same one sent again is the same", async () => {
  replies = ["silence", "silence", taken, taken];
  await deliver();
  await deliver({ token: "b" });
  await deliver({ email: "autre@courrier.example" });
  await deliver();
  const [first, again, other, afterSuccess] = sent.map(({ key }) => key);
  expect(again).toBe(first);
  expect(new Set([first, other, afterSuccess]).size).toBe(3);
});

test("a request that never answers ends with a sentence after 20 seconds", async () => {
  replies = ["silence"];
  const start = performance.now();
  expect(await deliver()).toMatchObject({ status: 0, message: signupMessages.noAnswer });
  expect(performance.now()).toBe(start + 20_000);
});
