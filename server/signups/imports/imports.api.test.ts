import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiProblem } from "#contract/errors.ts";
import type { Import, Rehearsal, RehearseImport } from "#contract/imports.schema.ts";
import { importLimits, importMessages } from "#contract/imports.ts";
import { signupMessages } from "#contract/signup.ts";
import { findConsents } from "#server/privacy/consents.service.ts";
import { eraseAddress } from "#server/privacy/erasure/erasure.service.ts";
import { collectPersonalData } from "#server/privacy/personal-data.service.ts";
import { suppress } from "#server/privacy/suppressions.service.ts";
import { followUpUnconfirmed } from "#server/signups/retention.service.ts";
import { emptyTables } from "#test/support/empty-tables.ts";
import { createTestApp, type SignedIn, type TestApp } from "#test/support/test-app.ts";
import { runImportStep } from "./import-runner.ts";
import { deleteExpiredImports } from "./imports.service.ts";

let context: TestApp;
let superAdmin: SignedIn;
let now = new Date();
const dayMs = 24 * 60 * 60 * 1_000;

beforeAll(async () => {
  context = await createTestApp({ now: () => now, config: { signupLimitPerMinute: 0 } });
  // Steps are taken by hand.
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

const query = async <Row>(text: string, values: unknown[] = []) =>
  (await context.database.pool.query(text, values)).rows as Row[];
const call = (method: string, path = "", body?: unknown, headers: object = superAdmin.headers) =>
  context.app.request(`/api/admin/imports${path}`, {
    method,
    headers: headers as Record<string, string>,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const send = (body: string | Uint8Array<ArrayBuffer>, headers: object = {}) =>
  context.app.request("/api/admin/imports", {
    method: "POST",
    headers: { ...superAdmin.headers, "content-type": "text/csv", ...headers },
    body,
  });
async function read<Body>(answer: Response, status = 200): Promise<Body> {
  const text = await answer.text();
  expect(answer.status, text).toBe(status);
  return JSON.parse(text) as Body;
}
const upload = async (text: string) => read<Import>(await send(text), 201);
const plain: RehearseImport = { audience: "user", columns: { email: 0, firstname: 1, name: 2 } };
const rehearse = async (id: string, settings: RehearseImport = plain) =>
  read<Rehearsal>(await call("POST", `/${id}/rehearse`, settings));
const find = async (id: string) => read<Import>(await call("GET", `/${id}`));
/** The session ends meanwhile. */
async function moveOn(days: number) {
  now = new Date(now.getTime() + days * dayMs + 60_000);
  superAdmin = await context.signIn({ superAdmin: true });
}
async function finish() {
  while (await runImportStep({ ...context.dependencies, now: () => now }));
}
async function importAll(text: string, settings?: RehearseImport) {
  const { id } = await upload(text);
  const rehearsal = await rehearse(id, settings);
  await read(await call("POST", `/${id}/start`));
  await finish();
  return { id, rehearsal, done: await find(id) };
}
const emails = async () =>
  (await query<{ email: string }>("select email from beta_signups order by email")).map(({ email }) => email);
const hash = (email: string) => context.dependencies.addresses.hash(email);

const three = "E-mail;Prénom;Nom\nzoe@exemple.fr;Zoé;Martin\nlea@exemple.fr;Léa;\nanne@exemple.fr;;\n";

describe("a file", () => {
  test("is sent, says its columns with samples and proposals, and signs nobody up", async () => {
    const sent = await upload(three);
    expect(sent).toMatchObject({
      status: "uploaded",
      total: 3,
      imported: 0,
      audience: null,
      columns: [
        {
          name: "E-mail",
          samples: ["zoe@exemple.fr", "lea@exemple.fr", "anne@exemple.fr"],
          proposal: "email",
        },
        { name: "Prénom", samples: ["Zoé", "Léa"], proposal: "firstname" },
        { name: "Nom", samples: ["Martin"], proposal: "name" },
      ],
    });
    expect(await read(await call("GET"))).toMatchObject({ items: [{ id: sent.id, total: 3 }] });
    expect(await emails()).toEqual([]);
  });

  test.each([
    ["that is empty", "", importMessages.empty],
    ["with titles alone", "E-mail,Nom\n", importMessages.onlyTitles],
    ["without titles", "zoe@exemple.fr,Zoé\nlea@exemple.fr,Léa\n", importMessages.noTitles],
    ["with 10,000 columns", `${"x,".repeat(9_999)}x\n1\n`, importMessages.columns(10_000)],
    ["with a NUL", "E-mail,Nom\na@b.fr,x\nb@b.fr,\u0000\n", importMessages.nul(3)],
    ["with a cell of 5 MB", `E-mail,Nom\na@b.fr,"${"x".repeat(5e6)}"\n`, importMessages.cell(2)],
    ["that is cut within quotes", 'E-mail,Nom\na@b.fr,x\nb@b.fr,"y', importMessages.cut(3)],
    ["that is cut in the middle of a line", "E-mail,Prénom,Nom\na@b.fr,x,y\nb@b.f", importMessages.cut(3)],
    [
      "that is cut after thousands of lines",
      `E-mail,Nom\n${"a@b.fr,x\n".repeat(3_000)}b@`,
      importMessages.cut(3_002),
    ],
  ])("%s is refused with a sentence, and nothing is kept", async (_, text, message) => {
    const { error } = await read<ApiProblem>(await send(text), 400);
    expect(error.message).toBe(message);
    expect(await query("select 1 from imports union all select 1 from import_rows")).toEqual([]);
  });

  test("that is too large, or no CSV, is refused", async () => {
    expect((await send("a\n1\n", { "content-length": String(importLimits.fileBytes + 1) })).status).toBe(413);
    const asJson = { "content-type": "application/json", "content-length": "2" };
    expect((await send("{}", asJson)).status).toBe(415);
  });

  test("that is not imported is discarded with its lines", async () => {
    const { id } = await upload(three);
    expect((await call("DELETE", `/${id}`)).status).toBe(204);
    expect(await query("select 1 from import_rows")).toEqual([]);
    expect((await call("GET", `/${id}`)).status).toBe(404);
  });

  test("needs a session confirmed a short time ago, as its start, its undo and its invalid lines do", async () => {
    const { id } = await upload(three);
    now = new Date(now.getTime() + 11 * 60_000);
    const calls = [
      () => send(three),
      () => call("POST", `/${id}/start`),
      () => call("POST", `/${id}/undo`),
      () => call("GET", `/${id}/invalid.csv`),
    ];
    for (const ask of calls) {
      const answer = await ask();
      expect([answer.status, ((await answer.json()) as ApiProblem).error.code]).toEqual([
        403,
        "reauthentication_required",
      ]);
    }
  });
});

describe("a rehearsal", () => {
  test("counts new, known, repeated, blocked and invalid lines, shows them as they will be, and stores nobody", async () => {
    await query("insert into beta_signups (firstname, name, email) values ('A', 'A', 'Connue@exemple.fr')");
    await suppress(context.db, {
      emailHash: await hash("partie@exemple.fr"),
      scope: "news",
      reason: "unsubscribed",
      source: "x",
    });
    const { id } = await upload(
      `${three}connue@EXEMPLE.fr;;\npartie@exemple.fr;;\n zoé@;;\nZOE@exemple.fr;Zoé;\n;;\n`,
    );
    const result = await rehearse(id);
    expect(result).toMatchObject({ new: 3, known: 2, repeated: 1, suppressed: 1, invalid: 2, consented: 0 });
    expect(result.rows[0]).toEqual({
      line: 2,
      email: "zoe@exemple.fr",
      firstname: "Zoé",
      name: "Martin",
      website: null,
      answers: [],
      consentedAt: null,
    });
    expect(result.problems.map(({ line }) => line)).toEqual([7, 9]);
    expect(await emails()).toEqual(["Connue@exemple.fr"]);
    const file = await (await call("GET", `/${id}/invalid.csv`)).text();
    expect(file.split("\r\n").slice(1, -1)).toEqual([
      `7;"${signupMessages.emailInvalid}";" zoé@";"";""`,
      `9;"${signupMessages.emailRequired}";"";"";""`,
    ]);
  });

  test("finds one person in ten spellings of an address", async () => {
    const spellings = [
      "zoe@exemple.fr",
      "ZOE@exemple.fr",
      "Zoe@Exemple.FR",
      " zoe@exemple.fr",
      "zoe@exemple.fr ",
      "zo\u200be@exemple.fr",
    ];
    const more = [
      "ｚｏｅ@exemple.fr",
      '"=""zoe@exemple.fr"""',
      "zoe@exemple.fr ::: b@exemple.fr",
      "zo\u00ade@exemple.fr",
    ];
    const { rehearsal, done } = await importAll(
      `E-mail;Nom\n${[...spellings, ...more].map((email) => `${email};x`).join("\n")}\n`,
      {
        audience: "user",
        columns: { email: 0 },
      },
    );
    expect(rehearsal).toMatchObject({ new: 1, known: 9, repeated: 9, invalid: 0 });
    expect(done).toMatchObject({ imported: 1, known: 9 });
  });

  test("refuses columns and questions that do not exist, and a proof that is not whole", async () => {
    const { id } = await upload(three);
    const fieldsOf = async (settings: object) =>
      Object.keys(
        (await read<ApiProblem>(await call("POST", `/${id}/rehearse`, settings), 400)).error.fields ?? {},
      );
    expect(await fieldsOf({ audience: "user", columns: { email: 3 } })).toEqual(["columns.email"]);
    expect(await fieldsOf({ audience: "user", columns: {} })).toEqual(["columns.email"]);
    expect(await fieldsOf({ audience: "brand", columns: { email: 0 } })).toEqual(["columns.website"]);
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect(await fieldsOf({ audience: "user", columns: { email: 0, answers: { [unknown]: 1 } } })).toEqual([
      `columns.answers.${unknown}`,
    ]);
    expect(await fieldsOf({ ...plain, consent: { words: "Oui" } })).toEqual(["consent.at", "consent.place"]);
    expect(
      await fieldsOf({ ...plain, consent: { at: "2024-05-01", place: "zoe@exemple.fr", words: "Oui" } }),
    ).toEqual(["consent.place"]);
  });
});

describe("an import", () => {
  test("needs a rehearsal, starts once, and says so in the journal without addresses", async () => {
    const { id } = await upload(three);
    expect((await call("POST", `/${id}/start`)).status).toBe(409);
    await rehearse(id);
    expect(await read(await call("POST", `/${id}/start`))).toMatchObject({ status: "running" });
    expect((await call("POST", `/${id}/start`)).status).toBe(200);
    await finish();
    expect(await find(id)).toMatchObject({
      status: "done",
      imported: 3,
      known: 0,
      suppressed: 0,
      invalid: 0,
    });
    expect((await call("POST", `/${id}/start`)).status).toBe(409);
    expect((await call("POST", `/${id}/rehearse`, plain)).status).toBe(409);
    const entries = await query<{ action: string }>(
      "select action, details::text from journal_entries order by id",
    );
    expect(entries.map(({ action }) => action)).toEqual([
      "import.uploaded",
      "import.started",
      "import.finished",
    ]);
    expect(JSON.stringify(entries)).not.toContain("exemple.fr");
  });

  test("stores people as their lines say, with the source 'import' and the default status, and counts them", async () => {
    const { id } = await importAll(three, { ...plain, status: "approved" });
    const [zoe] = await query(
      `select firstname, name, email, status, confirmed_at, decided_at, import_id, email_hash, sources.source
       from beta_signups join sources on sources.id = source_id order by email desc limit 1`,
    );
    expect(zoe).toEqual({
      firstname: "Zoé",
      name: "Martin",
      email: "zoe@exemple.fr",
      status: "approved",
      confirmed_at: null,
      decided_at: null,
      import_id: id,
      email_hash: await hash("zoe@exemple.fr"),
      source: "import",
    });
    expect(
      await query(
        "select sum(count)::int as count from signup_totals where audience = 'user' and status = 'approved'",
      ),
    ).toEqual([{ count: 3 }]);
  });

  test("stores answers to questions, and brands with their website", async () => {
    const question = {
      question: "Style",
      fieldType: "checkbox",
      options: ["Chic", "Rue"],
      targetType: "both",
      required: true,
    };
    const asked = await context.app.request("/api/admin/questions", {
      method: "POST",
      headers: superAdmin.headers,
      body: JSON.stringify(question),
    });
    const { id } = await read<{ id: string }>(asked, 201);
    const text =
      "Email,Site web,Style\na@b.fr,atelier.example,chic;rue\nb@b.fr,marque.example,XXL\nc@b.fr,c.example,\n";
    const { rehearsal, done } = await importAll(text, {
      audience: "brand",
      columns: { email: 0, website: 1, answers: { [id]: 2 } },
    });
    expect(rehearsal).toMatchObject({ new: 2, invalid: 1, problems: [{ line: 3 }] });
    expect(rehearsal.rows[0]?.answers).toEqual([{ question: "Style", answer: "Chic, Rue" }]);
    expect(done).toMatchObject({ imported: 2, invalid: 1, audience: "brand" });
    expect(await query("select email, website, responses from brand_signups order by email")).toEqual([
      { email: "a@b.fr", website: "https://atelier.example", responses: { [id]: ["Chic", "Rue"] } },
      { email: "c@b.fr", website: "https://c.example", responses: {} },
    ]);
  });

  test("never overwrites, and a second import of the same file adds nobody", async () => {
    await query(
      "insert into beta_signups (firstname, name, email) values ('Avant', 'Elle', 'ZOE@exemple.fr')",
    );
    await importAll(three);
    const { done } = await importAll(three);
    expect(done).toMatchObject({ imported: 0, known: 3 });
    expect(await query("select firstname from beta_signups where lower(email) = 'zoe@exemple.fr'")).toEqual([
      { firstname: "Avant" },
    ]);
  });

  test.each(["unsubscribed", "erased", "bounced", "complained", "manual", "limited"] as const)(
    "leaves out an address that is blocked as '%s'",
    async (reason) => {
      await suppress(context.db, {
        emailHash: await hash("zoe@exemple.fr"),
        scope: "news",
        reason,
        source: "x",
      });
      const { done } = await importAll(three);
      expect(done).toMatchObject({ imported: 2, suppressed: 1 });
      expect(await emails()).toEqual(["anne@exemple.fr", "lea@exemple.fr"]);
      expect(await query("select reason from suppressions")).toEqual([{ reason }]);
    },
  );

  test("never writes to anybody: neither at once, nor as a reminder to confirm, nor does it delete the unconfirmed", async () => {
    await importAll(three);
    await query("update email_settings set delete_unconfirmed = true, confirmation_requested = true");
    await query("update beta_signups set created_at = now() - interval '40 days'");
    await followUpUnconfirmed({ ...context.dependencies, now: () => now });
    await query("update beta_signups set reminded_at = now() - interval '39 days'");
    await followUpUnconfirmed({ ...context.dependencies, now: () => now });
    expect(await emails()).toHaveLength(3);
    expect(await query("select 1 from email_log")).toEqual([]);
  });

  test("pauses after the present step and goes on from there", async () => {
    const lines = Array.from({ length: 600 }, (_, place) => `p${place}@exemple.fr,x,y`).join("\n");
    const { id } = await upload(`E-mail,Prénom,Nom\n${lines}\n`);
    await rehearse(id);
    await call("POST", `/${id}/start`);
    await runImportStep({ ...context.dependencies, now: () => now });
    expect(await read(await call("POST", `/${id}/pause`))).toMatchObject({ status: "paused", imported: 250 });
    await finish();
    expect(await emails()).toHaveLength(250);
    await call("POST", `/${id}/start`);
    await finish();
    expect(await find(id)).toMatchObject({ status: "done", imported: 600, total: 600 });
  });

  test("is shared by two instances that work at once, without a line lost or doubled", async () => {
    const lines = Array.from({ length: 2_000 }, (_, place) => `p${place}@exemple.fr,x,y`).join("\n");
    const { id } = await upload(`E-mail,Prénom,Nom\n${lines}\n`);
    await rehearse(id);
    await call("POST", `/${id}/start`);
    const deps = { ...context.dependencies, now: () => now };
    for (let round = 0; round < 12; round += 1) await Promise.all([runImportStep(deps), runImportStep(deps)]);
    await finish();
    expect(await find(id)).toMatchObject({ status: "done", imported: 2_000, known: 0 });
    expect(await emails()).toHaveLength(2_000);
  });
});

describe("the consent of an import", () => {
  const proof = { at: "2024-05-01", place: "Boutique de Lyon", words: "J’accepte la lettre." };
  const mayGetNews = async () =>
    (
      await query<{ email: string }>(
        `select signup.email from beta_signups as signup cross join lateral mail_permission(signup.email_hash, 'campaign', 'news') as permission
       where permission.allowed order by 1`,
      )
    ).map(({ email }) => email);

  test("without a proof nobody gets news, and all get service messages", async () => {
    await importAll(three);
    expect(await mayGetNews()).toEqual([]);
    expect(
      await query("select count(*)::int from campaign_recipients('user', 'all', 'service') where allowed"),
    ).toEqual([{ count: 3 }]);
  });

  test("is stored with its date, place and words, and the origin 'import'", async () => {
    const { rehearsal } = await importAll(three, { ...plain, consent: proof });
    expect(rehearsal.consented).toBe(3);
    expect(await mayGetNews()).toHaveLength(3);
    expect(
      await query("select origin, confirmation, given_at = confirmed_at as counts from consents limit 1"),
    ).toEqual([{ origin: "import", confirmation: null, counts: true }]);
    const [consent] = await findConsents(context.db, await hash("zoe@exemple.fr"));
    expect(consent).toMatchObject({
      text: proof.words,
      place: proof.place,
      givenAt: new Date("2024-04-30T22:00:00Z"),
    });
  });

  test("counts for those rows alone that have their own proof", async () => {
    const text = "E-mail,Date\nzoe@exemple.fr,2024-05-01\nlea@exemple.fr,\nanne@exemple.fr,bientôt\n";
    const settings = {
      audience: "user",
      columns: { email: 0, consentAt: 1 },
      consent: { ...proof, at: null },
    } as const;
    const { rehearsal } = await importAll(text, settings);
    expect(rehearsal).toMatchObject({ new: 3, consented: 1 });
    expect(await mayGetNews()).toEqual(["zoe@exemple.fr"]);
  });

  test("does not lift what blocks the address", async () => {
    await query(
      "insert into brand_signups (firstname, name, email, website) values ('A', 'A', 'zoe@exemple.fr', 'x')",
    );
    await suppress(context.db, {
      emailHash: await hash("zoe@exemple.fr"),
      scope: "news",
      reason: "unsubscribed",
      source: "x",
    });
    await importAll(three, { ...plain, consent: proof });
    expect(await mayGetNews()).toEqual(["anne@exemple.fr", "lea@exemple.fr"]);
    expect(await query("select reason from suppressions")).toHaveLength(1);
  });

  test("ends a rehearsal when its words or places differ from row to row", async () => {
    const lines = Array.from(
      { length: importLimits.proofsMax + 1 },
      (_, place) => `p${place}@exemple.fr,Lieu ${place}`,
    );
    const { id } = await upload(`E-mail,Lieu\n${lines.join("\n")}\n`);
    const settings = { audience: "user", columns: { email: 0, consentPlace: 1 }, consent: proof };
    expect((await call("POST", `/${id}/rehearse`, settings)).status).toBe(400);
  });
});

describe("the undo of an import", () => {
  test("takes out everybody but those whom somebody decided on, or who acted, and suppresses nobody", async () => {
    const { id } = await importAll(three, {
      ...plain,
      consent: { at: "2024-05-01", place: "Salon", words: "Oui" },
    });
    await query(
      "update beta_signups set status = 'approved', decided_at = now() where email = 'lea@exemple.fr'",
    );
    await query("insert into beta_signups (firstname, name, email) values ('A', 'A', 'autre@exemple.fr')");
    expect(await read(await call("POST", `/${id}/undo`))).toMatchObject({ status: "undoing" });
    await finish();
    expect(await find(id)).toMatchObject({ status: "undone", imported: 3, undone: 2 });
    expect(await emails()).toEqual(["autre@exemple.fr", "lea@exemple.fr"]);
    expect(await query("select 1 from consents")).toHaveLength(1);
    expect(await query("select 1 from suppressions")).toEqual([]);
    const { done } = await importAll(three);
    expect(done).toMatchObject({ imported: 2, known: 1 });
  });

  test("takes a paused import out again", async () => {
    const lines = Array.from({ length: 300 }, (_, place) => `p${place}@exemple.fr,x,y`).join("\n");
    const { id } = await upload(`E-mail,Prénom,Nom\n${lines}\n`);
    await rehearse(id);
    await call("POST", `/${id}/start`);
    await runImportStep({ ...context.dependencies, now: () => now });
    await call("POST", `/${id}/pause`);
    await call("POST", `/${id}/undo`);
    await finish();
    expect(await find(id)).toMatchObject({ status: "undone", imported: 250, undone: 250 });
    expect(await emails()).toEqual([]);
  });

  test("ends after seven days", async () => {
    const { id } = await importAll(three);
    await moveOn(importLimits.keptDays);
    const { error } = await read<ApiProblem>(await call("POST", `/${id}/undo`), 409);
    expect(error.message).toBe(importMessages.tooLate);
  });

  test("is refused for a file that was not imported", async () => {
    const { id } = await upload(three);
    expect((await call("POST", `/${id}/undo`)).status).toBe(409);
  });
});

describe("the lines of an import", () => {
  test("are deleted after seven days, by the clock of the upkeep; the import stays as history without a person", async () => {
    const { id } = await importAll(three);
    const { id: unused } = await upload(three);
    const deps = { ...context.dependencies, now: () => now };
    await deleteExpiredImports(deps);
    expect(await query("select 1 from import_rows")).toHaveLength(6);
    await moveOn(importLimits.keptDays);
    await deleteExpiredImports(deps);
    expect(await query("select 1 from import_rows")).toEqual([]);
    expect(await find(id)).toMatchObject({ status: "done", imported: 3 });
    expect((await call("GET", `/${unused}`)).status).toBe(404);
  });

  test("that name an erased person go with them, also from a file that was not imported", async () => {
    await upload("Contact,Note\nlea@exemple.fr,amie de Zoe@exemple.fr\nanne@exemple.fr,\n");
    await query("insert into beta_signups (firstname, name, email) values ('Z', 'M', 'zoe@exemple.fr')");
    const emailHash = await hash("zoe@exemple.fr");
    const data = await collectPersonalData(context.db, emailHash);
    expect(data.importedLines).toEqual([
      { importedAt: expect.any(Date), cells: ["lea@exemple.fr", "amie de Zoe@exemple.fr"] },
    ]);
    const { events } = context.dependencies;
    await context.db.transaction((tx) => eraseAddress(tx, events, { emailHash, source: "test" }));
    expect(await query("select cells from import_rows")).toEqual([{ cells: ["anne@exemple.fr", ""] }]);
  });
});
