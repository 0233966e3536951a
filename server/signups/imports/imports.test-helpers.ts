import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Import, Rehearsal, RehearseImport } from "#contract/imports.schema.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { runImportStep } from "./import-runner.ts";

const dayMs = 24 * 60 * 60 * 1_000;

export const threePeople =
  "E-mail;Prénom;Nom\nzoe@exemple.fr;Zoé;Martin\nlea@exemple.fr;Léa;\nanne@exemple.fr;;\n";
export const plainSettings: RehearseImport = {
  audience: "user",
  columns: { email: 0, firstname: 1, name: 2 },
};
/** A CSV file with titles and one line for each of `count` people. */
export const peopleFile = (count: number) =>
  `E-mail,Prénom,Nom\n${Array.from({ length: count }, (_, place) => `p${place}@exemple.fr,x,y\n`).join("")}`;

export async function readBody<Body>(answer: Response, status = 200): Promise<Body> {
  const text = await answer.text();
  expect(answer.status, text).toBe(status);
  return JSON.parse(text) as Body;
}

/** For the top of a test file: starts a server with a super administrator. The test runs the import steps and moves the clock. */
export function setUpImports() {
  let context: TestApp;
  let superAdmin: SignedIn;
  let now = new Date();
  beforeAll(async () => {
    context = await createTestApp({ now: () => now, config: { signupLimitPerMinute: 0 } });
    await context.dependencies.importRunner.stop();
  });
  beforeEach(async () => {
    now = new Date();
    superAdmin = await context.signIn({ superAdmin: true });
    await emptyTables(
      context.database,
      "imports, import_rows, beta_signups, brand_signups, consents, suppressions, journal_entries, email_log, questionnaire_items",
    );
  });
  afterAll(() => context.close());

  const deps = () => ({ ...context.dependencies, now: () => now });
  const query = async <Row>(text: string, values: unknown[] = []) =>
    (await context.database.pool.query(text, values)).rows as Row[];
  const call = (method: string, path = "", body?: unknown) =>
    context.app.request(`/api/admin/imports${path}`, {
      method,
      headers: superAdmin.headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const send = (body: string | Uint8Array<ArrayBuffer>, headers: object = {}) =>
    context.app.request("/api/admin/imports", {
      method: "POST",
      headers: { ...superAdmin.headers, "content-type": "text/csv", ...headers },
      body,
    });
  const upload = async (text: string) => readBody<Import>(await send(text), 201);
  const rehearse = async (id: string, settings: RehearseImport = plainSettings) =>
    readBody<Rehearsal>(await call("POST", `/${id}/rehearse`, settings));
  const find = async (id: string) => readBody<Import>(await call("GET", `/${id}`));
  const step = () => runImportStep(deps());
  const finish = async () => {
    while (await step());
  };
  return {
    deps,
    query,
    call,
    send,
    upload,
    rehearse,
    find,
    step,
    finish,
    async startImport(text: string, settings?: RehearseImport) {
      const { id } = await upload(text);
      const rehearsal = await rehearse(id, settings);
      await readBody(await call("POST", `/${id}/start`));
      return { id, rehearsal };
    },
    async importAll(text: string, settings?: RehearseImport) {
      const { id, rehearsal } = await this.startImport(text, settings);
      await finish();
      return { id, rehearsal, done: await find(id) };
    },
    /** Moves the clock by days and signs in again, because the session has ended. */
    async moveOn(days: number) {
      now = new Date(now.getTime() + days * dayMs + 60_000);
      superAdmin = await context.signIn({ superAdmin: true });
    },
    /** Moves the clock within one session. */
    moveOnMinutes(minutes: number) {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    insertQuestion: async (question: object) => {
      const { headers } = superAdmin;
      const body = JSON.stringify(question);
      return readBody<{ id: string }>(
        await context.app.request("/api/admin/questions", { method: "POST", headers, body }),
        201,
      );
    },
    /** Saves the first edit of a question. */
    editQuestion: async (id: string, question: object) => {
      const { headers } = superAdmin;
      const body = JSON.stringify({ ...question, version: 1 });
      await readBody(
        await context.app.request(`/api/admin/questions/${id}`, { method: "PUT", headers, body }),
      );
    },
    emails: async () =>
      (await query<{ email: string }>("select email from beta_signups order by email")).map(
        ({ email }) => email,
      ),
    hash: (email: string) => context.dependencies.addresses.hash(email),
  };
}
