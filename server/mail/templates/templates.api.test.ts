import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { EmailTemplate, TemplateVersion } from "#contract/email.schema.ts";
import { createMailApp, type MailApp, soon, toEverybody } from "#server/mail/mail.test-helpers.ts";

let context: MailApp;
let templates: EmailTemplate[];
let seededVersions: unknown[];

beforeAll(async () => {
  context = await createMailApp({ config: { signupLimitPerMinute: 0 } });
  templates = await listTemplates();
  const { rows } = await context.database.pool.query(
    "select name, saved_by from email_template_versions where version = 1 order by name",
  );
  seededVersions = rows;
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

/** Signs a person up as the public site does. */
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
  test("a fresh installation has four templates, ordered by name", () => {
    expect(templates.map(({ name, isActive }) => [name, isActive])).toEqual([
      ["Confirmation d'inscription", true],
      ["Inscription approuvée", true],
      ["Inscription refusée", false],
      ["Invitation", true],
    ]);
  });

  test("templates are saved without forbidden HTML", async () => {
    const template = templateFor("approved");
    const answer = await save({
      ...template,
      content: '<p>Bonjour <a href="javascript:x()">toi</a><script>x()</script></p>',
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ content: "<p>Bonjour <a>toi</a></p>" });
  });

  test("templates need a subject and a content", async () => {
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

  test("templates of 5 MB are too large", async () => {
    const answer = await save({ ...templateFor("approved"), content: "x".repeat(5_000_000) });
    expect(answer.status).toBe(413);
  });
});

describe("own templates", () => {
  const texts = { name: "Ouverture", subject: "La bêta ouvre", content: "<p>Bonjour {{firstName}}</p>" };
  const create = (change: object = {}) =>
    context.request("POST", "/email/templates", { ...texts, ...change });
  const created = async (change: object = {}) => (await (await create(change)).json()) as EmailTemplate;
  const versionsOf = async (id: string) => {
    const answer = await context.request("GET", `/email/templates/${id}/versions`);
    return ((await answer.json()) as { items: TemplateVersion[] }).items;
  };
  const journal = async () => {
    const { rows } = await context.database.pool.query(
      "select action, details from journal_entries where action like 'email.template%' order by id",
    );
    return rows;
  };

  beforeEach(async () => {
    await context.database.pool.query(
      "delete from email_templates where event is null; delete from journal_entries",
    );
  });

  test("own templates are added, listed, renamed and deleted, with journal entries", async () => {
    const answer = await create({ content: "<p>Bonjour<script>x()</script></p>" });
    expect(answer.status).toBe(201);
    const template = (await answer.json()) as EmailTemplate;
    expect(template).toMatchObject({
      event: null,
      name: "Ouverture",
      content: "<p>Bonjour</p>",
      isActive: true,
      version: 1,
    });
    const renamed = await context.save(`/email/templates/${template.id}`, {
      name: "Fermeture",
      subject: "s",
      content: "<p>x</p>",
      isActive: true,
    });
    expect(await renamed.json()).toMatchObject({ name: "Fermeture", version: 2 });
    expect((await listTemplates()).map(({ name }) => name)).toContain("Fermeture");
    expect((await context.request("DELETE", `/email/templates/${template.id}`)).status).toBe(204);
    expect((await listTemplates()).map(({ name }) => name)).not.toContain("Fermeture");
    expect((await context.request("DELETE", `/email/templates/${template.id}`)).status).toBe(404);
    expect(await journal()).toEqual([
      { action: "email.template_created", details: { name: "Ouverture" } },
      { action: "email.template_updated", details: { name: "Fermeture", isActive: true } },
      { action: "email.template_deleted", details: { name: "Fermeture" } },
    ]);
  });

  test("own templates need a name, a subject and a content, and an administrator", async () => {
    for (const [change, field] of [
      [{ name: " " }, "name"],
      [{ name: "x".repeat(101) }, "name"],
      [{ name: "a\nb" }, "name"],
      [{ subject: "" }, "subject"],
      [{ content: "<p></p>" }, "content"],
    ] as const) {
      const answer = await create(change);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
    }
    for (const [method, path] of [
      ["POST", ""],
      ["DELETE", `/${templateFor("signup").id}`],
      ["GET", `/${templateFor("signup").id}/versions`],
    ] as const) {
      const answer = await context.app.request(`/api/admin/email/templates${path}`, {
        method,
        headers: { "content-type": "application/json" },
        ...(method === "POST" && { body: "{}" }),
      });
      expect(answer.status).toBe(401);
    }
  });

  test("the built-in templates can neither be deleted nor renamed", async () => {
    const given = templateFor("approved");
    expect((await context.request("DELETE", `/email/templates/${given.id}`)).status).toBe(409);
    const { subject, content, isActive } = given;
    const path = `/email/templates/${given.id}`;
    const renamed = await context.save(path, { name: "Autre", subject, content, isActive });
    expect(renamed.status).toBe(400);
    expect(await renamed.json()).toMatchObject({ error: { fields: { name: expect.any(String) } } });
    const same = await context.save(path, { name: given.name, subject, content, isActive });
    expect(same.status).toBe(200);
  });

  test("the limit of 50 own templates also holds when two are added at once", async () => {
    await context.database.pool.query(
      "insert into email_templates (name, subject, content) select 'n', 's', 'c' from generate_series(1, 49)",
    );
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  test("each save of a template adds a version, also a save that restores an older one", async () => {
    const { id } = await created();
    const path = `/email/templates/${id}`;
    await context.save(path, { subject: "Deux", content: "<p>2</p>", isActive: true });
    const [, first] = await versionsOf(id);
    const { subject = "", content = "" } = first ?? {};
    await context.save(path, { subject, content, isActive: true });
    const savedBy = expect.stringContaining("@tenue.example");
    expect(await versionsOf(id)).toMatchObject([
      { version: 3, subject: texts.subject, content: texts.content, savedBy },
      { version: 2, subject: "Deux", content: "<p>2</p>", savedBy },
      { version: 1, name: texts.name, subject: texts.subject, content: texts.content, savedBy },
    ]);
  });

  test("a stale save of a template adds no version", async () => {
    const { id } = await created();
    const late = { subject: "Tard", content: "<p>x</p>", isActive: true, version: 7 };
    expect((await context.request("PUT", `/email/templates/${id}`, late)).status).toBe(409);
    expect(await versionsOf(id)).toHaveLength(1);
  });

  test("a template keeps its last 50 versions, 16 MB of older texts at most, the present one always", async () => {
    const { id } = await created();
    const path = `/email/templates/${id}`;
    const fill = (count: number, bytes: number) =>
      context.database.pool.query(
        `insert into email_template_versions (template_id, version, name, subject, content)
         select $1, -n, 'n', 's', repeat('x', $3) from generate_series(1, $2) n`,
        [id, count, bytes],
      );
    await fill(60, 1);
    await context.save(path, { subject: "s", content: "<p>x</p>", isActive: true });
    expect((await versionsOf(id)).map(({ version }) => version).slice(0, 3)).toEqual([2, 1, -1]);
    expect(await versionsOf(id)).toHaveLength(50);
    await context.database.pool.query("delete from email_template_versions where template_id = $1", [id]);
    await fill(10, 2_000_000);
    await context.save(path, { subject: "s", content: `<p>${"y".repeat(1_500_000)}</p>`, isActive: true });
    expect(await versionsOf(id)).toHaveLength(9);
  });

  test("built-in templates have their text as first version; an unknown template has no versions", async () => {
    expect(seededVersions).toEqual(templates.map(({ name }) => ({ name, saved_by: null })));
    const path = "/email/templates/0b6f6c1e-3c2b-4d55-9f0a-111111111111/versions";
    expect((await context.request("GET", path)).status).toBe(404);
  });
});

describe("a preview", () => {
  const preview = (body: object) => context.request("POST", "/email/preview", body);

  test("a preview shows a sample person, and which variables do not exist", async () => {
    const answer = await preview({ subject: "{{firstName}}", content: "<p>{{name}} {{nom}} {{email}}</p>" });
    expect(await answer.json()).toMatchObject({
      subject: "Camille",
      html: expect.stringContaining("Durand  camille.durand@exemple.fr"),
      unknownVariables: ["nom"],
    });
  });

  test("a preview shows the names of a sign-up, with any characters", async () => {
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

  test("a preview of broken braces shows them as they are", async () => {
    const content = "<p>{{ {{name} }} {{{email}}} {{}}</p>";
    const { html } = (await (await preview({ subject: "{{", content })).json()) as { html: string };
    expect(html).toContain("{{ {{name} }} {camille.durand@exemple.fr} {{}}");
  });
});

describe("automatic messages", () => {
  test("a sign-up gets its confirmation, which leaves out a first name that reads like a message", async () => {
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

  test("an approval is sent when it can no longer be undone", async () => {
    await save({ ...templateFor("signup"), isActive: false });
    const { id, email } = await signUp();
    await decide(id, "approved");
    const [row] = await context.log();
    expect(row).toMatchObject({ recipient_email: email, recipient_name: "Zoé Martin", status: "pending" });
    expect(row?.next_attempt_at?.getTime()).toBeGreaterThan(Date.now() + 20_000);
  });

  test("a message about a decision is marked as automatic", async () => {
    await save({ ...templateFor("signup"), isActive: false });
    await context.saveSettings();
    const { id } = await signUp();
    await decide(id, "approved");
    await context.database.pool.query("update email_log set next_attempt_at = now()");
    context.startWorker();
    await vi.waitFor(() => expect(context.recorder.sent).toHaveLength(1), soon);
    expect(context.recorder.sent[0]?.headers).toEqual({ "Auto-Submitted": "auto-generated" });
  });

  test("an undone approval sends no mail; the next decision does", async () => {
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

  test("a bulk decision sends a message to each person whom it concerns", async () => {
    await save({ ...templateFor("signup"), isActive: false });
    const ids = [await signUp(), await signUp(), await signUp()].map(({ id }) => id);
    const answer = await context.request("POST", "/signups/user/bulk", { action: "approve", ids });
    await answer.text();
    expect(await context.log()).toHaveLength(3);
  });

  test("messages of a bulk decision wait only until it is final, not for the longer limit after a crash", async () => {
    await save({ ...templateFor("signup"), isActive: false });
    const ids = [await signUp(), await signUp()].map(({ id }) => id);
    const answer = await context.request("POST", "/signups/user/bulk", { action: "approve", ids });
    const events = await answer.text();
    for (const { next_attempt_at } of await context.log()) {
      const waits = (next_attempt_at?.getTime() ?? 0) - Date.now();
      expect(waits).toBeGreaterThan(20_000);
      expect(waits).toBeLessThan(33_000);
    }
    const bulkId = /"bulkId":"([^"]+)"/.exec(events)?.[1];
    expect((await context.request("POST", `/signups/user/bulk/${bulkId}/undo`)).status).toBe(200);
    expect(await context.log()).toEqual([]);
  });

  test("deleting a sign-up deletes its waiting messages, also of campaigns; others keep theirs", async () => {
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
