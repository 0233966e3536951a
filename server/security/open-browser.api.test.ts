import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

/** Checklist line 88: the actions that an open browser may not take two hours after the sign-in. */
type Operation = { responses: Record<string, { content?: Record<string, unknown> }> };
let harness: TestApp;
let admin: SignedIn;
let operations: { method: string; path: string; operation: Operation }[];

beforeAll(async () => {
  harness = await createTestApp();
  admin = await harness.signIn({ superAdmin: true });
  await harness.db.execute(
    sql`update auth_sessions set created_at = now() - interval '2 hours', confirmed_at = null`,
  );
  const description = await harness.app.request("/api/openapi.json");
  const { paths } = (await description.json()) as { paths: Record<string, Record<string, Operation>> };
  operations = Object.entries(paths)
    .filter(([path]) => path.startsWith("/api/admin/"))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
});
afterAll(() => harness.close());

async function answerTo(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await harness.app.request(path.replace("{audience}", "user"), {
    method,
    headers: admin.headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { error } = (await answer.json().catch(() => ({}))) as { error?: { code: string } };
  return `${answer.status} ${error?.code ?? ""}`;
}

const refused = "403 reauthentication_required";

test("every CSV file asks for the password again", async () => {
  const files = operations.filter(({ operation }) =>
    Object.values(operation.responses).some(({ content }) => content && "text/csv" in content),
  );
  expect(files.length).toBeGreaterThan(2);
  for (const { method, path } of files) expect([path, await answerTo(method, path)]).toEqual([path, refused]);
});

test("every deletion of more than one thing asks for the password again", async () => {
  // Ending one's other sessions only removes access, and helps when a browser was left open by mistake.
  // The message of one decision and the permission of one template are each a single thing.
  const safe = [
    "/api/admin/me/sessions",
    "/api/admin/signups/{audience}/{id}/message",
    "/api/admin/email/templates/{id}/service",
  ];
  const deletions = operations.filter(
    ({ method, path }) => method === "DELETE" && !path.endsWith("}") && !safe.includes(path),
  );
  expect(deletions.length).toBeGreaterThan(0);
  for (const { method, path } of deletions) {
    expect([path, await answerTo(method, path)]).toEqual([path, refused]);
  }
});

const unknown = "00000000-0000-4000-8000-000000000000";
test.each([
  ["all that a list shows", { action: "delete", all: true, status: "all", search: "" }],
  ["two", { action: "delete", ids: [unknown, unknown.replace("0", "1")] }],
])("deleting %s asks for the password again", async (_what, body) => {
  expect(await answerTo("POST", "/api/admin/signups/user/bulk", body)).toBe(refused);
});

test.each([
  ["deleting one", { action: "delete", ids: [unknown] }],
  ["approving all", { action: "approve", all: true, status: "all", search: "" }],
])("%s does not ask for the password again", async (_what, body) => {
  expect(await answerTo("POST", "/api/admin/signups/user/bulk", body)).toMatch(/^200/);
});
