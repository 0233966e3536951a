import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchLoop } from "#test/support/blocked-loop.ts";
import {
  type ApiDescription,
  bodySizes,
  type CallWithBody,
  callsWithBodies,
  hostileBodies,
} from "#test/support/hostile-requests.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

/** A pause that every visitor notices. */
const longestPauseMs = 3_000;
let harness: TestApp;
let superAdmin: SignedIn;
let calls: CallWithBody[] = [];

beforeAll(async () => {
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 }, html: undefined, htmlLimitMs: 300 });
  superAdmin = await harness.signIn({ superAdmin: true });
  const answer = await harness.app.request("/api/openapi.json");
  calls = callsWithBodies((await answer.json()) as ApiDescription);
});
afterAll(() => harness.close());

async function send(call: CallWithBody, body: string): Promise<{ status: number; blockedMs: number }> {
  const { method, path } = call;
  const { result, blockedMs } = await watchLoop(async () => {
    const answer = await harness.app.request(path, { method, headers: superAdmin.headers, body });
    await answer.body?.cancel();
    return answer.status;
  });
  if (result !== 429) return { status: result, blockedMs };
  await harness.db.execute(sql`delete from attempt_counts`);
  return send(call, body);
}

/** The largest body that is not refused for its size. */
async function sizeOf(call: CallWithBody): Promise<number> {
  for (const size of bodySizes) {
    if ((await send(call, `"${"x".repeat(size - 100)}"`)).status !== 413) return size;
  }
  throw new Error(`${call.path} takes no body`);
}

test("the test knows every call with a body, and its strings", () => {
  expect(calls.length).toBeGreaterThan(15);
  const names = calls.flatMap(({ places }) => places.map(({ name }) => name));
  for (const name of ["email", "newPassword", "content", "responses.*", "options", "ids"]) {
    expect(names).toContain(name);
  }
});

test("no text in any string of any call, and no malformed body, blocks other requests", async () => {
  const found: string[] = [];
  for (const call of calls) {
    const size = await sizeOf(call);
    for (const { what, body } of hostileBodies(call, size)) {
      const { status, blockedMs } = await send(call, body);
      const isRight = status < 500 && blockedMs < longestPauseMs;
      if (!isRight) found.push(`${call.method} ${call.path}, ${what}: ${status}, ${blockedMs.toFixed(0)} ms`);
    }
  }
  expect(found).toEqual([]);
});
