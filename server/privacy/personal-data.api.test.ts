import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "#test/support/test-app.ts";
import { collectPersonalData } from "./personal-data.service.ts";
import { suppress } from "./suppressions.service.ts";

const email = "zoe@exemple.fr";
let harness: TestApp;
let emailHash: string;
beforeAll(async () => {
  harness = await createTestApp({ config: { signupLimitPerMinute: 0 } });
  emailHash = await harness.dependencies.addresses.hash(email);
});
afterAll(() => harness.close());

const signUp = (audience: string, body: object) =>
  harness.app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://localhost" },
    body: JSON.stringify({ firstname: "Zoé", name: "Martin", email, responses: {}, ...body }),
  });

test("an unknown address has no data", async () => {
  expect(await collectPersonalData(harness.dependencies, emailHash)).toEqual({
    email: null,
    signups: [],
    consents: [],
    messages: [],
    events: [],
    suppressions: [],
    requests: [],
    importedLines: [],
    transmissions: [],
    receivesNews: false,
    isLimited: false,
  });
});

// registre: 20
test("the data of one address are collected from every table, and from no other address", async () => {
  const { questions } = await harness.dependencies.questions.current();
  const question = questions.find(
    ({ fieldType, targetType }) => fieldType === "text" && targetType !== "brand",
  );
  const responses = question ? { [question.id]: "bleu" } : {};
  expect((await signUp("user", { responses, newsConsent: true })).status).toBe(201);
  expect((await signUp("brand", { website: "exemple.fr" })).status).toBe(201);
  expect((await signUp("user", { email: "lea@exemple.fr", newsConsent: true })).status).toBe(201);
  await suppress(harness.db, { emailHash, scope: "news", reason: "bounced", source: "test" });
  const data = await collectPersonalData(harness.dependencies, emailHash);
  expect(data).toMatchObject({ email, receivesNews: false, isLimited: false });
  expect(data.signups.map(({ audience, website }) => [audience, website])).toEqual([
    ["user", null],
    ["brand", "https://exemple.fr"],
  ]);
  expect(data.signups[0]?.answers).toEqual(question ? [{ question: question.question, answer: "bleu" }] : []);
  expect(data.consents).toMatchObject([{ text: expect.stringContaining("actualités"), confirmedAt: null }]);
  expect(data.suppressions).toMatchObject([{ reason: "bounced" }]);
  expect(new Set(data.messages.map(({ recipientEmail }) => recipientEmail))).toEqual(new Set([email]));
});
