import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { EmailTemplate } from "#contract/email.schema.ts";
import { emailMessages } from "#contract/email.ts";
import { createMailApp, type MailApp, toEverybody } from "#server/mail/mail.test-helpers.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp({ config: { baseUrl: "http://tenue.test" } });
});
beforeEach(async () => {
  await context.clear();
  await context.saveSettings();
});
afterAll(() => context.close());

const draft = { subject: "Nouvelles de {{firstName}}", content: "<p>Bonjour {{firstName}} {{name}}</p>" };
const sendTest = (changes: object = {}) =>
  context.request("POST", "/email/test-message", { ...draft, ...changes });

test("a draft reaches its author as its recipients will see it, filled in for a sample person", async () => {
  const answer = await sendTest({ purpose: "news" });
  expect(answer.status).toBe(200);
  const { email } = context.admin.admin;
  expect(await answer.json()).toEqual({ ok: true, message: `E-mail de test envoyé à ${email}.` });
  const [sent] = context.recorder.sent;
  expect(sent).toMatchObject({ subject: "[Test] Nouvelles de Camille", to: { address: email } });
  expect(sent?.text).toContain("Bonjour Camille Durand");
  expect(sent?.text).toContain("Vous recevez ce message car vous l'avez accepté le ");
});

test("the links to unsubscribe of a test do nothing, and it has no List-Unsubscribe header", async () => {
  await sendTest({ purpose: "news" });
  const [sent] = context.recorder.sent;
  expect(sent?.text).toContain("Me désinscrire (http://tenue.test/desinscription/)");
  expect(sent?.headers).toEqual({});
});

test("a service draft has the service footer", async () => {
  await sendTest();
  const [sent] = context.recorder.sent;
  expect(sent?.text).toContain("Mes données");
  expect(sent?.text).not.toContain("Me désinscrire");
});

test("preview and test of the message after a sign-up have the button to confirm, and offer no news", async () => {
  await sendTest({ purpose: "signup" });
  const [sent] = context.recorder.sent;
  const preview = await context.request("POST", "/email/preview", { ...draft, purpose: "signup" });
  const { html } = (await preview.json()) as { html: string };
  for (const text of [sent?.html, sent?.text, html]) {
    expect(text).toContain("Confirmer mon adresse");
    expect(text).not.toContain("vous propose");
  }
});

test("a test of an invitation has a sample code and link, and the log shows them", async () => {
  await sendTest({ content: '<p>Code : {{code}}</p><p><a href="{{link}}">Entrer</a></p>' });
  expect(context.recorder.sent[0]?.text).toContain("Code : K7QM-3VXP-9DTA");
  expect(context.recorder.sent[0]?.html).toContain('href="https://exemple.fr/i/K7QM-3VXP-9DTA"');
  const [entry] = await context.log();
  const shown = (await (await context.request("GET", `/email/log/${entry?.id}`)).json()) as { html: string };
  expect(shown.html).toContain("K7QM-3VXP-9DTA");
});

test.each(["{{code}}", "{{<b>link</b>}}"])(
  "refuses %s in a message to one person, a campaign and the template of an event",
  async (variable) => {
    const refusal = { error: { fields: { content: emailMessages.onlyInInvitations } } };
    const content = `<p>Voici ${variable}</p>`;
    const single = { recipientEmail: "zoe@exemple.fr", subject: "Objet", content, format: "html" };
    const campaign = {
      ...toEverybody,
      subject: "Objet",
      content,
      recipientType: "user",
      statusFilter: "all",
    };
    const { items } = (await context.read("/email/templates")) as { items: EmailTemplate[] };
    const approved = items.find(({ event }) => event === "approved");
    const saved = { subject: "Objet", content, isActive: true, version: approved?.version };
    for (const answer of [
      await context.request("POST", "/email/single", single),
      await context.request("POST", "/campaigns", campaign),
      await context.request("PUT", `/email/templates/${approved?.id}`, saved),
    ]) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject(refusal);
    }
    expect(await context.log()).toEqual([]);
  },
);

test("dangerous HTML in a draft is neither sent nor stored, and the log shows the sent text", async () => {
  await sendTest({
    content: "<p onclick=x()>Bonjour {{name}}<script>alert(1)</script></p>",
    purpose: "news",
  });
  const [entry] = await context.log();
  expect(entry).toMatchObject({ email_type: "test", status: "sent", content: "<p>Bonjour {{name}}</p>" });
  const shown = (await (await context.request("GET", `/email/log/${entry?.id}`)).json()) as { html: string };
  expect(shown.html).toContain("Bonjour Durand");
  expect(shown.html).toContain("Me désinscrire");
});

test("a simulated test is reported as simulated", async () => {
  await context.saveSettings({ simulationMode: true });
  const answer = await sendTest();
  expect(await answer.json()).toEqual({
    ok: true,
    message: `MODE SIMULATION: L'email à ${context.admin.admin.email} a été enregistré dans le journal, mais n'a PAS été réellement envoyé.`,
  });
  expect(context.recorder.sent).toHaveLength(0);
  expect(await context.log()).toMatchObject([{ email_type: "test", status: "sent" }]);
});

const sendReal = () => context.request("POST", "/email/test/real");

test.each([true, false])(
  "a real test reaches its author with simulation %s, and says so",
  async (simulationMode) => {
    await context.saveSettings({ simulationMode });
    const { ok, message } = (await (await sendReal()).json()) as { ok: boolean; message: string };
    expect(ok).toBe(true);
    expect(message).toContain(`Un vrai e-mail est parti à ${context.admin.admin.email}.`);
    expect(message.includes("Le mode simulation reste activé")).toBe(simulationMode);
    expect(context.recorder.sent).toMatchObject([{ to: { address: context.admin.admin.email } }]);
    expect(await context.log()).toMatchObject([{ email_type: "test", status: "sent", error_message: null }]);
  },
);

test("a real test that does not leave reports why, also in simulation", async () => {
  await context.saveSettings({ simulationMode: true });
  context.recorder.outcome = () => ({ type: "refused", message: "535 identifiants refusés" });
  expect(await (await sendReal()).json()).toEqual({
    ok: false,
    message: "Échec de l'envoi: 535 identifiants refusés",
  });
  expect(await context.log()).toMatchObject([{ status: "failed" }]);
});

test("a real test is for super administrators", async () => {
  const { headers } = await context.signIn();
  const answer = await context.app.request("/api/admin/email/test/real", { method: "POST", headers });
  expect(answer.status).toBe(403);
  expect(context.recorder.sent).toHaveLength(0);
});

test("a test is tried once, and reports why it failed", async () => {
  context.recorder.outcome = () => ({ type: "deferred", message: "450 plus tard" });
  const answer = await sendTest();
  expect(await answer.json()).toEqual({ ok: false, message: "Échec de l'envoi: 450 plus tard" });
  expect(await context.log()).toMatchObject([{ status: "failed" }]);
});

test("the journal notes a test", async () => {
  await sendTest();
  const { rows } = await context.database.pool.query(
    "select actor, details from journal_entries where action = 'email.test_sent' order by id desc limit 1",
  );
  expect(rows).toMatchObject([{ actor: context.admin.admin.email, details: { ok: true, simulated: false } }]);
});

test.each([{ subject: " " }, { content: "" }, { purpose: "autre" }, { extra: 1 }])(
  "refuses a test of a draft with %j",
  async (changes) => {
    expect((await sendTest(changes)).status).toBe(400);
  },
);

test("a test needs a session", async () => {
  const answer = await context.app.request("/api/admin/email/test-message", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(draft),
  });
  expect(answer.status).toBe(401);
});
