import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMailApp, type MailApp } from "#server/mail/mail.test-helpers.ts";

let context: MailApp;
const email = "zoe@exemple.fr";

beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings({ simulationMode: true });
});
afterAll(() => context.close());

const facts = (body: object = { email }) => context.request("POST", "/email/recipient", body);
const signUp = () =>
  context.database.pool.query(
    "insert into beta_signups (firstname, name, email) values ('Zoé', 'Martin', $1)",
    [email],
  );
const send = (change: object = {}) =>
  context.request("POST", "/email/single", {
    recipientEmail: email,
    subject: "Pour {{firstName}}",
    content: "Bonjour {{name}}",
    ...change,
  });

describe("facts about a recipient", () => {
  test("the facts about a recipient show the last five messages, newest first, with their variables filled in", async () => {
    await signUp();
    for (let index = 0; index < 6; index += 1) await send({ subject: `${index} {{firstName}}` });
    await send({ recipientEmail: "autre@exemple.fr" });
    const answer = await facts({ email: "ZOE@exemple.fr" });
    expect(answer.status).toBe(200);
    const { messages } = (await answer.json()) as { messages: { subject: string; status: string }[] };
    expect(messages.map(({ subject }) => subject)).toEqual(["5 Zoé", "4 Zoé", "3 Zoé", "2 Zoé", "1 Zoé"]);
    expect(messages[0]).toMatchObject({ status: "sent", id: expect.any(String), sentAt: expect.any(String) });
  });

  test("the facts about a recipient show why the address gets no mail", async () => {
    expect(await (await facts()).json()).toEqual({ messages: [], suppressions: [], sample: false });
    await context.request("POST", "/suppressions", { email, reason: "manual" });
    expect(await (await facts()).json()).toMatchObject({
      suppressions: [{ reason: "manual", scope: "news" }],
    });
  });

  test("only administrators get the facts about a recipient, and only for an address", async () => {
    expect((await facts({ email: "zoe" })).status).toBe(400);
    const answer = await context.app.request("/api/admin/email/recipient", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(answer.status).toBe(401);
  });
});

describe("a single message", () => {
  const shown = async () => {
    const [row] = await context.log<{ variables: object }>("variables");
    return row?.variables;
  };
  const preview = async (body: object) => {
    const text = { subject: "Pour {{firstName}}", content: "<p>Bonjour {{name}}</p>" };
    const answer = await context.request("POST", "/email/preview", { ...text, ...body });
    return answer.json();
  };

  test("a message to a sign-up has the names of the sign-up, not the typed name, like its preview", async () => {
    await signUp();
    await send({ recipientName: "Madame Martin" });
    expect(await shown()).toEqual({ firstName: "Zoé", name: "Martin" });
    expect(await preview({ recipientEmail: email, recipientName: "Madame Martin" })).toMatchObject({
      subject: "Pour Zoé",
      html: expect.stringContaining("Bonjour Martin"),
      recipient: email,
    });
  });

  test("a message to another address has the typed name, like its preview", async () => {
    await send({ recipientName: "Madame Martin" });
    expect(await shown()).toEqual({ firstName: "Madame", name: "Martin" });
    expect(await preview({ recipientEmail: email, recipientName: "Madame Martin" })).toMatchObject({
      subject: "Pour Madame",
      html: expect.stringContaining("Bonjour Martin"),
      recipient: email,
    });
    expect(await preview({ recipientEmail: email, recipientName: "" })).toMatchObject({ recipient: email });
  });
});
