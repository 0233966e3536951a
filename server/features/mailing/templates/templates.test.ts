import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { EmailTemplate } from "#contract/email.schema.ts";
import {
  createMailApp,
  type MailApp,
  soon,
  toEverybody,
} from "#server/features/mailing/mailing.test-helpers.ts";

let context: MailApp;
let templates: EmailTemplate[];

beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 } });
  templates = await listTemplates();
});

beforeEach(async () => {
  await context.clear();
  for (const template of templates) await save(template);
});
afterAll(() => context.close());

async function listTemplates(): Promise<EmailTemplate[]> {
  const answer = await context.request("GET", "/email/templates");
  return ((await answer.json()) as { items: EmailTemplate[] }).items;
}

function templateFor(event: EmailTemplate["event"]): EmailTemplate {
  const template = templates.find((candidate) => candidate.event === event);
  if (!template) throw new Error(`no template for ${event}`);
  return template;
}

const save = ({ id, subject, content, isActive }: EmailTemplate) =>
  context.save(`/email/templates/${id}`, { subject, content, isActive });

let people = 0;

/** Signs somebody up as the public site does. */
async function signUp(changes: { firstname?: string; email?: string } = {}, audience = "user") {
  people += 1;
  const body = {
    firstname: "Zoé",
    name: "Martin",
    email: `zoe-${people}@exemple.fr`,
    responses: {},
    ...changes,
  };
  const answer = await context.app.request(`/api/signups/${audience}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(audience === "brand" ? { ...body, website: "maison.example" } : body),
  });
  expect(answer.status).toBe(201);
  return { ...body, id: ((await answer.json()) as { id: string }).id };
}

const decide = (id: string, status: "approved" | "rejected") =>
  context.request("PATCH", `/signups/user/${id}`, { status });

describe("templates", () => {
  test("of a fresh installation are three, by name", () => {
    expect(templates.map(({ name, isActive }) => [name, isActive])).toEqual([
      ["Confirmation d'inscription", true],
      ["Inscription approuvée", true],
      ["Inscription refusée", false],
    ]);
  });

  test("are saved without what a mail must not hold", async () => {
    const template = templateFor("approved");
    const answer = await save({
      ...template,
      content: '<p>Bonjour <a href="javascript:x()">toi</a><script>x()</script></p>',
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ content: "<p>Bonjour <a>toi</a></p>" });
  });

  test("need a subject and a content", async () => {
    const template = templateFor("approved");
    for (const [change, field, message] of [
      [{ subject: "" }, "subject", "L'objet est requis"],
      [{ content: "<p> </p>" }, "content", "Le contenu est requis"],
      [{ subject: "a\nb" }, "subject", expect.any(String)],
    ] as const) {
      const answer = await save({ ...template, ...change });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { fields: { [field]: message } } });
    }
    const gone = await save({ ...template, id: "0b6f6c1e-3c2b-4d55-9f0a-111111111111" });
    expect(gone.status).toBe(404);
  });

  test("of 5 MB are too large", async () => {
    const answer = await save({ ...templateFor("approved"), content: "x".repeat(5_000_000) });
    expect(answer.status).toBe(413);
  });
});

describe("a preview", () => {
  const preview = (body: object) => context.request("POST", "/email/preview", body);

  test("shows a sample person, and which variables do not exist", async () => {
    const answer = await preview({ subject: "{{firstName}}", content: "<p>{{name}} {{nom}} {{email}}</p>" });
    expect(await answer.json()).toMatchObject({
      subject: "Camille",
      html: expect.stringContaining("Durand  camille.durand@exemple.fr"),
      unknownVariables: ["nom"],
    });
  });

  test("shows somebody who signed up, whatever the name holds", async () => {
    const { email } = await signUp({ firstname: "<script>alert(1)</script> {{email}}" });
    const answer = await preview({
      subject: "x",
      content: "<p>{{firstName}}</p>",
      recipientEmail: email.toUpperCase(),
    });
    const { html, recipient } = (await answer.json()) as { html: string; recipient: string };
    expect(recipient).toBe(email);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; {{email}}");
    const unknown = await preview({ subject: "x", content: "x", recipientEmail: "personne@exemple.fr" });
    expect(unknown.status).toBe(400);
  });

  test("of broken braces shows them as they are", async () => {
    const content = "<p>{{ {{name} }} {{{email}}} {{}}</p>";
    const { html } = (await (await preview({ subject: "{{", content })).json()) as { html: string };
    expect(html).toContain("{{ {{name} }} {camille.durand@exemple.fr} {{}}");
  });
});

describe("by themselves", () => {
  test("a sign-up gets its confirmation, with nothing that was typed but the address", async () => {
    const template = templateFor("signup");
    await save({ ...template, content: "<p>Bonjour {{firstName}} {{name}}.</p>" });
    await context.saveSettings();
    await signUp({ firstname: "Achetez sur http://spam.example" });
    context.startWorker();
    await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
    const [sent] = context.recorder.sent;
    expect(sent?.headers).toEqual({ "Auto-Submitted": "auto-generated" });
    expect(JSON.stringify(sent)).not.toContain("spam");
    await vi.waitFor(async () => expect(await context.log()).toMatchObject([{ status: "sent" }]), soon);
  });

  test("many sign-ups at once get one confirmation each, a refused one none", async () => {
    await Promise.all(Array.from({ length: 20 }, () => signUp()));
    await signUp({ email: "deja@exemple.fr" });
    const again = await context.app.request("/api/signups/user", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ firstname: "Z", name: "M", email: "DEJA@exemple.fr", responses: {} }),
    });
    expect(again.status).toBe(409);
    const addresses = (await context.log()).map((row) => row.recipient_email);
    expect(addresses).toHaveLength(21);
    expect(new Set(addresses).size).toBe(21);
  });

  test("an inactive template sends nothing", async () => {
    await save({ ...templateFor("signup"), isActive: false });
    const { id } = await signUp();
    await decide(id, "rejected");
    expect(await context.log()).toEqual([]);
  });

  test("an approval is sent when it can no longer be taken back", async () => {
    await save({ ...templateFor("signup"), isActive: false });
    const { id, email } = await signUp();
    await decide(id, "approved");
    const [row] = await context.log();
    expect(row).toMatchObject({ recipient_email: email, recipient_name: "Zoé Martin", status: "pending" });
    expect(row?.next_attempt_at?.getTime()).toBeGreaterThan(Date.now() + 20_000);
  });

  test("a message after a decision says that nobody wrote it", async () => {
    await save({ ...templateFor("signup"), isActive: false });
    await context.saveSettings();
    const { id } = await signUp();
    await decide(id, "approved");
    await context.database.pool.query("update email_log set next_attempt_at = now()");
    context.startWorker();
    await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
    expect(context.recorder.sent[0]?.headers).toEqual({ "Auto-Submitted": "auto-generated" });
  });

  test("an approval that is taken back sends nothing; the next decision does", async () => {
    await save({ ...templateFor("signup"), isActive: false });
    await save({ ...templateFor("rejected"), isActive: true });
    const { id } = await signUp();
    const other = await signUp();
    await decide(id, "approved");
    await decide(other.id, "approved");
    await context.request("POST", `/signups/user/${id}/undo`);
    expect(await context.log()).toMatchObject([{ recipient_email: other.email }]);
    await decide(id, "rejected");
    expect((await context.log()).map(({ subject }) => subject)).toEqual([
      templateFor("approved").subject,
      templateFor("rejected").subject,
    ]);
  });

  test("bulk decisions write to everybody they concern", async () => {
    await save({ ...templateFor("signup"), isActive: false });
    const ids = [await signUp(), await signUp(), await signUp()].map(({ id }) => id);
    const answer = await context.request("POST", "/signups/user/bulk", { action: "approve", ids });
    await answer.text();
    expect(await context.log()).toHaveLength(3);
  });

  test("messages of a bulk decision wait until it is final, not for the bound in case the process ends", async () => {
    await save({ ...templateFor("signup"), isActive: false });
    const ids = [await signUp(), await signUp()].map(({ id }) => id);
    const answer = await context.request("POST", "/signups/user/bulk", { action: "approve", ids });
    const events = await answer.text();
    for (const { next_attempt_at } of await context.log()) {
      const waits = (next_attempt_at?.getTime() ?? 0) - Date.now();
      expect(waits).toBeGreaterThan(20_000);
      expect(waits).toBeLessThan(31_000);
    }
    const bulkId = /"bulkId":"([^"]+)"/.exec(events)?.[1];
    expect((await context.request("POST", `/signups/user/bulk/${bulkId}/undo`)).status).toBe(200);
    expect(await context.log()).toEqual([]);
  });

  test("what waits for somebody goes with the sign-up, also of a campaign; others keep theirs", async () => {
    const { id, email } = await signUp();
    const other = await signUp();
    const twice = await signUp({ email: "deux@exemple.fr" });
    await signUp({ email: "DEUX@exemple.fr" }, "brand");
    await context.saveSettings();
    const scheduled = {
      subject: "x",
      content: "<p>x</p>",
      statusFilter: "all",
      recipientType: "all",
      ...toEverybody,
    };
    const campaign = (await (await context.request("POST", "/campaigns", scheduled)).json()) as {
      id: string;
    };
    await context.request("POST", `/campaigns/${campaign.id}/pause`);
    await context.database.pool.query("update email_log set status = 'pending', leased_by = null");

    await context.request("DELETE", `/signups/user/${id}`);
    await context.request("DELETE", `/signups/user/${twice.id}`);
    const left = (await context.log()).map((row) => row.recipient_email.toLowerCase());
    expect(left).not.toContain(email);
    expect(left.filter((address) => address === other.email)).toHaveLength(2);
    // The brand's confirmation and the campaign's message to that address stay.
    expect(left.filter((address) => address === "deux@exemple.fr")).toHaveLength(2);
    const { rows } = await context.database.pool.query("select total from campaigns");
    expect(rows).toEqual([{ total: 2 }]);
  });
});
