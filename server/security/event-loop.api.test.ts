import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { attemptLimits } from "#contract/admins.ts";
import type { EmailPreview } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { watchLoop } from "#test/support/blocked-loop.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";

/** A noticeable pause. Refusals take milliseconds. */
const longestPauseMs = 3_000;
/** As many marks as a body of 64 KiB holds, in the order that takes most work to normalise. */
const marks = `a${"\u0301".repeat(16_000)}${"\u0323".repeat(16_000)}`;

let harness: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 }, html: undefined, htmlLimitMs: 300 });
  admin = await harness.signIn();
});
afterAll(() => harness.close());
beforeEach(() => emptyTables(harness.database, "attempt_counts"));

function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json", origin: "http://localhost" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return harness.app.request(path, { method: "POST", headers, body: text });
}

const person = { firstname: "Zoé", name: "Martin", email: "zoe@exemple.fr", responses: {} };

test.each([
  ["/api/auth/sign-in/email", { email: marks, password: "x" }],
  ["/api/auth/sign-in/email", { email: "a@exemple.fr", password: marks }],
  ["/api/auth/request-password-reset", { email: marks }],
  ["/api/auth/reset-password", { token: "x", newPassword: marks }],
  ["/api/auth/two-factor/verify-totp", { code: marks }],
  ["/api/setup", { email: marks }],
  ["/api/signups/user", { ...person, firstname: marks }],
  ["/api/signups/user", { ...person, email: marks }],
  ["/api/signups/user", { ...person, responses: { x: marks } }],
  ["/api/signups/brand", { ...person, website: marks }],
])("%s refuses endless combining marks quickly", async (path, body) => {
  const { result, blockedMs } = await watchLoop(async () => post(path, body));
  expect(result.status).toBe(400);
  expect(blockedMs).toBeLessThan(longestPauseMs);
});

describe("attempts are counted before anything is parsed", () => {
  test.each([
    ["/api/auth/sign-in/email", attemptLimits.signInPerAddress],
    ["/api/auth/two-factor/verify-totp", attemptLimits.otherPerAddress],
    ["/api/auth/two-factor/verify-backup-code", attemptLimits.otherPerAddress],
    ["/api/auth/reset-password", attemptLimits.otherPerAddress],
    ["/api/auth/request-password-reset", attemptLimits.otherPerAddress],
    ["/api/setup", attemptLimits.otherPerAddress],
  ])("malformed and oversized bodies count as attempts of the address at %s", async (path, max) => {
    expect((await post(path, "{")).status).toBe(400);
    expect((await post(path, "x".repeat(70_000))).status).toBe(413);
    const { rows } = await harness.db.execute(sql`select count from attempt_counts`);
    expect(rows).toEqual([{ count: 2 }]);
    await harness.db.execute(sql`update attempt_counts set count = ${max}`);
    const refused = await post(path, "{");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("contents that administrators write", () => {
  const sized = (piece: string) => piece.repeat(Math.floor(limits.emailContentBytes / piece.length));
  const hostile = { tags: sized("<p>"), brackets: sized("<"), entities: sized("&") };
  const subject = "Bonjour";

  async function send(path: string, body: object, { method = "POST", app = harness.app, by = admin } = {}) {
    return app.request(path, { method, headers: by.headers, body: JSON.stringify(body) });
  }

  test.each(Object.entries(hostile))(
    "a preview of 2 MiB of %s does not block other requests",
    async (_, content) => {
      const { result, blockedMs } = await watchLoop(() =>
        send("/api/admin/email/preview", { subject, content }),
      );
      expect([200, 400]).toContain(result.status);
      expect(blockedMs).toBeLessThan(longestPauseMs);
    },
  );

  test("every endpoint refuses content that takes too long, with a clear sentence", async () => {
    // A limit that even a fast machine exceeds.
    const hasty = await createTestApp({ html: undefined, htmlLimitMs: 20 });
    onTestFinished(() => hasty.close());
    const by = await hasty.signIn({ superAdmin: true });
    const { rows } = await hasty.db.execute<{ id: string }>(sql`select id from email_templates limit 1`);
    const content = `texte${hostile.tags}`.slice(0, limits.emailContentBytes);
    for (const [method, path, more] of [
      ["POST", "preview", {}],
      ["PUT", `templates/${rows[0]?.id}`, { isActive: true, version: 1 }],
      ["POST", "single", { recipientEmail: "zoe@exemple.fr", format: "html" }],
      ["POST", "../campaigns", {}],
    ] as const) {
      const answer = await send(
        `/api/admin/email/${path}`,
        { subject, content, ...more },
        { method, app: hasty.app, by },
      );
      expect(answer.status, path).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { fields: { content: emailMessages.contentTooHeavy } },
      });
    }
  });

  test("the check list of a draft refuses content that takes too long, as the preview does", async () => {
    const hasty = await createTestApp({ html: undefined, htmlLimitMs: 20 });
    onTestFinished(() => hasty.close());
    const { headers } = await hasty.signIn({ superAdmin: true });
    const { rows } = await hasty.db.execute<{ id: string }>(
      sql`insert into campaigns (subject, content, recipient_type, status_filter, status, kind, total, fingerprint, created_by)
        values (${subject}, ${hostile.tags}, 'all', 'all', 'draft', 'news', 0, '', 'a@exemple.fr') returning id`,
    );
    const answer = await hasty.app.request(`/api/admin/campaigns/${rows[0]?.id}/checks`, { headers });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { fields: { content: emailMessages.contentTooHeavy } },
    });
  });

  test("a preview refuses content with too many pictures", async () => {
    const pictures = (count: number) =>
      Array.from({ length: count }, (_, n) => `<img src="data:image/png;base64,${btoa(`${n}`)}">`).join("");
    const patient = await createTestApp({ html: undefined });
    onTestFinished(() => patient.close());
    const by = await patient.signIn();
    const full = await send(
      "/api/admin/email/preview",
      { subject, content: pictures(limits.mailPicturesMax) },
      { app: patient.app, by },
    );
    expect(full.status).toBe(200);
    expect(((await full.json()) as EmailPreview).html.match(/data:image\/png/g)).toHaveLength(
      limits.mailPicturesMax,
    );
    const answer = await send("/api/admin/email/preview", { subject, content: pictures(8_000) });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { fields: { content: emailMessages.tooManyPictures } },
    });
  });

  test("every endpoint refuses content with too many variables", async () => {
    const { rows } = await harness.db.execute<{ id: string }>(sql`select id from email_templates limit 1`);
    const full = "{{x}}".repeat(limits.mailVariablesMax);
    for (const [method, path, more] of [
      ["POST", "preview", {}],
      ["POST", "templates", { name: "Modèle" }],
      ["PUT", `templates/${rows[0]?.id}`, { isActive: true, version: 1 }],
      ["POST", "single", { recipientEmail: "zoe@exemple.fr", format: "html" }],
      ["POST", "single", { recipientEmail: "zoe@exemple.fr", format: "text" }],
      ["POST", "test-message", {}],
      ["POST", "../campaigns", {}],
      ["POST", "../campaigns", { draft: true }],
    ] as const) {
      for (const content of [`${full}{{x}}`, sized("{{ "), sized("{{a}}")]) {
        const answer = await send(`/api/admin/email/${path}`, { subject, content, ...more }, { method });
        expect(answer.status, path).toBe(400);
        expect(await answer.json()).toMatchObject({
          error: { fields: { content: emailMessages.tooManyVariables } },
        });
      }
    }
    const answer = await send("/api/admin/email/preview", { subject, content: full });
    expect(await answer.json()).toMatchObject({ unknownVariables: ["x"] });
  });

  test("preview and draft have the limits of a message's subject", async () => {
    for (const wrong of ["a\nb", "a\0", "x".repeat(limits.subjectMax + 1)]) {
      for (const [path, more] of [
        ["email/preview", {}],
        ["campaigns", { draft: true }],
      ] as const) {
        const answer = await send(`/api/admin/${path}`, { subject: wrong, content: "<p>a</p>", ...more });
        expect(answer.status, path).toBe(400);
        expect(await answer.json()).toMatchObject({ error: { fields: { subject: expect.any(String) } } });
      }
    }
  });

  test("a preview works again after its thread was terminated", async () => {
    await send("/api/admin/email/preview", { subject, content: hostile.tags });
    const content = "<p>Bonjour {{firstName}}</p>";
    // Polled, because on a busy machine the limit of 300 ms can also stop a small task.
    const preview = async () => (await send("/api/admin/email/preview", { subject, content })).json();
    await expect.poll(preview).toMatchObject({
      html: expect.stringContaining("Bonjour Camille</p>"),
    } satisfies Partial<EmailPreview>);
  });
});

test("only contract/text.ts normalizes Unicode, which bounds the length", () => {
  const files = globSync("{contract,server}/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const callers = files.filter((file) => /\.normalize\(/.test(readFileSync(file, "utf8")));
  expect(files.length).toBeGreaterThan(100);
  expect(callers).toEqual(["contract/text.ts"]);
});
