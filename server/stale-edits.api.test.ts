import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EmailTemplate } from "#contract/email.schema.ts";
import type { ApiProblem } from "#contract/errors.ts";
import type { AdminQuestion } from "#contract/questionnaire.schema.ts";
import { createSecretBox } from "#server/lib/secret-box.ts";
import { createMailApp, type MailApp, validSettings } from "./mail/mail.test-helpers.ts";
import { loadDeliverySettings } from "./mail/settings/delivery-settings.service.ts";

let context: MailApp;

beforeAll(async () => {
  context = await createMailApp();
});
beforeEach(async () => {
  await context.clear();
  await context.database.pool.query("truncate journal_entries; delete from questionnaire_items");
});
afterAll(() => context.close());

type State = { id: string; version: number };
type Edited = {
  /** Makes the resource and returns the path of its PUT. */
  make: () => Promise<string>;
  /** Reads the resource as the screen does. */
  read: (path: string) => Promise<State>;
  /** The body of a save with this text, without a version. */
  body: (text: string) => object;
  /** The part of the state that shows this text. */
  shown: (text: string) => object;
  missing?: string;
};

const json = async <Body>(answer: Response | Promise<Response>) => (await (await answer).json()) as Body;

async function listed<Item extends State>(path: string): Promise<Item> {
  const [, list, id] = /^(.+)\/(.+)$/.exec(path) as unknown as [string, string, string];
  const { items } = await json<{ items: Item[] }>(context.request("GET", list));
  return items.find((item) => item.id === id) as Item;
}

const question = { fieldType: "select", options: ["Lin"], targetType: "user", active: true, required: true };
const unknownId = "0b6f6c1e-3c2b-4d55-9f0a-111111111111";

const things: Record<string, Edited> = {
  settings: {
    make: async () => {
      await context.saveSettings({ smtpUsername: "tenue", smtpPassword: "lin et velours" });
      return "/email/settings";
    },
    read: (path) => json(context.request("GET", path)),
    body: (senderName) => ({ ...validSettings, smtpUsername: "tenue", senderName }),
    shown: (senderName) => ({ senderName, smtpPasswordStored: true }),
  },
  template: {
    make: async () => {
      const { items } = await json<{ items: EmailTemplate[] }>(context.request("GET", "/email/templates"));
      return `/email/templates/${items[0]?.id}`;
    },
    read: listed,
    body: (subject) => ({ subject, content: "<p>Bonjour</p>", isActive: true }),
    shown: (subject) => ({ subject, content: "<p>Bonjour</p>" }),
    missing: `/email/templates/${unknownId}`,
  },
  question: {
    make: async () => {
      const body = { ...question, question: "Première" };
      return `/questions/${(await json<AdminQuestion>(context.request("POST", "/questions", body))).id}`;
    },
    read: listed,
    body: (text) => ({ ...question, question: text }),
    shown: (text) => ({ question: text, answerCount: 0 }),
    missing: `/questions/${unknownId}`,
  },
};

describe.each(Object.entries(things))("a save of a %s", (_name, { make, read, body, shown, missing }) => {
  const put = (path: string, text: string, version?: unknown) =>
    context.request("PUT", path, { ...body(text), ...(version !== undefined && { version }) });

  test("a save without the version that it started from is refused", async () => {
    const path = await make();
    const before = await read(path);
    for (const version of [undefined, null, "1", -1, 1.5, 2 ** 31]) {
      const answer = await put(path, "Ma version", version);
      expect(answer.status, String(version)).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { code: "invalid_request", fields: { version: "La version modifiée est requise" } },
      });
    }
    expect(await read(path)).toEqual(before);
  });

  test("a save from the current version makes the next one", async () => {
    const path = await make();
    const { version } = await read(path);
    const answer = await put(path, "Ma version", version);
    expect(answer.status).toBe(200);
    const saved = await answer.json();
    expect(saved).toMatchObject({ ...shown("Ma version"), version: version + 1 });
    expect(await read(path)).toEqual(saved);
  });

  test.each([-1, 1])(
    "a save from another version (%i) is refused with the present state",
    async (distance) => {
      const path = await make();
      await put(path, "Avant", (await read(path)).version);
      await put(path, "Leur version", (await read(path)).version);
      const present = await read(path);
      const answer = await put(path, "Ma version", present.version + distance);
      expect(answer.status).toBe(409);
      const text = await answer.text();
      expect(text).not.toContain("velours");
      const problem = JSON.parse(text) as ApiProblem;
      expect(problem).toEqual({
        error: { code: "stale", message: expect.stringContaining("Vous avez enregistré une autre version") },
        current: present,
      });
      expect(await read(path)).toEqual(present);
    },
  );

  test("a stale save is refused with the address of the other editor", async () => {
    const path = await make();
    const { version } = await read(path);
    await put(path, "Leur version", version);
    const { headers } = await context.signIn({ superAdmin: true });
    const answer = await context.app.request(`/api/admin${path}`, {
      method: "PUT",
      headers,
      body: JSON.stringify({ ...body("Ma version"), version }),
    });
    expect(await answer.json()).toMatchObject({
      error: { message: `${context.admin.admin.email} a enregistré une autre version entre-temps.` },
    });
  });

  test("one of several concurrent saves from the same version succeeds", async () => {
    const path = await make();
    const { version } = await read(path);
    const texts = ["A", "B", "C", "D", "E", "F"];
    const answers = await Promise.all(texts.map((text) => put(path, text, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const winner = texts[answers.findIndex(({ status }) => status === 200)] as string;
    expect(await read(path)).toMatchObject({ ...shown(winner), version: version + 1 });
    const { rows } = await context.database.pool.query(
      "select count(*)::int as count from journal_entries where action like '%updated'",
    );
    expect(rows[0].count).toBe(path === "/email/settings" ? 2 : 1); // a save created the settings
  });

  test.runIf(missing)("a save of a missing one answers 404", async () => {
    expect((await put(missing as string, "Ma version", 1)).status).toBe(404);
  });
});

describe("settings", () => {
  const put = (version: number, headers = context.admin.headers) =>
    context.app.request("/api/admin/email/settings", {
      method: "PUT",
      headers,
      body: JSON.stringify({ ...validSettings, version }),
    });

  test("settings that were never saved have version 0, and only one of two simultaneous first saves succeeds", async () => {
    expect(await json(context.request("GET", "/email/settings"))).toMatchObject({ version: 0 });
    expect((await put(1)).status).toBe(409);
    const answers = await Promise.all([put(0), put(0)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await json(context.request("GET", "/email/settings"))).toMatchObject({ version: 1 });
  });

  test("a stale form with older transport settings does not count as a change of the transport", async () => {
    await put(0);
    await context.saveSettings({ smtpHost: "smtp.ailleurs.fr" });
    const plain = await context.signIn();
    expect((await put(1, plain.headers)).status).toBe(409);
    const refused = await put(2, plain.headers);
    expect(refused.status).toBe(403);
    expect(await json(context.request("GET", "/email/settings"))).toMatchObject({
      smtpHost: "smtp.ailleurs.fr",
      version: 2,
    });
  });

  test("settings keep their version when a secret is sealed again", async () => {
    const { db, config } = context.dependencies;
    const { pool } = context.database;
    const earlier = "the secret that this installation had before";
    const sealed = createSecretBox(earlier, "email settings").seal("lin et velours");
    await context.saveSettings();
    await pool.query("update email_settings set smtp_password = $1", [sealed]);
    const rotated = { ...config, authSecretPrevious: [earlier] };
    expect(await loadDeliverySettings(db, rotated)).toMatchObject({ smtp: { password: "lin et velours" } });
    const { rows } = await pool.query("select smtp_password <> $1 as resealed, version from email_settings", [
      sealed,
    ]);
    expect(rows).toEqual([{ resealed: true, version: 1 }]);
  });
});

describe("a question that is switched or moved", () => {
  test("a question that is switched or moved makes no open form stale, and a save without `active` does not change it", async () => {
    const first = await json<AdminQuestion>(
      context.request("POST", "/questions", { ...question, question: "Première" }),
    );
    await context.request("POST", "/questions", { ...question, question: "Deuxième" });
    await context.request("PATCH", `/questions/${first.id}`, { active: false });
    await context.request("POST", `/questions/${first.id}/move`, { direction: "down" });
    const { active: _, ...withoutActive } = question;
    const answer = await context.request("PUT", `/questions/${first.id}`, {
      ...withoutActive,
      question: "Première, corrigée",
      version: first.version,
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      question: "Première, corrigée",
      active: false,
      orderPosition: 2,
      version: first.version + 1,
    });
  });
});

test("the API description contains the refusal of stale saves", async () => {
  const { paths } = (await (await context.app.request("/api/openapi.json")).json()) as {
    paths: Record<string, { put?: { responses: Record<string, unknown> } }>;
  };
  for (const path of ["questions/{id}", "email/settings", "email/templates/{id}"]) {
    const refusal = JSON.stringify(paths[`/api/admin/${path}`]?.put?.responses[409]);
    expect(refusal).toContain('"current"');
  }
});
