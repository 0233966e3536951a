import { expect, onTestFinished, test } from "vitest";
import { importLimits, importMessages } from "#contract/imports.ts";
import { suppress } from "#server/privacy/suppressions.service.ts";
import { remindAndDeleteUnconfirmed } from "#server/signups/retention.service.ts";
import { peopleFile, plainSettings, readBody, setUpImports, threePeople } from "./imports.test-helpers.ts";
import { deleteExpiredImportLines } from "./lines.service.ts";

const imports = setUpImports();

test("an import needs a rehearsal, starts once, and is journalled without addresses", async () => {
  const { id } = await imports.upload(threePeople);
  expect((await imports.call("POST", `/${id}/start`)).status).toBe(409);
  await imports.rehearse(id);
  expect(await readBody(await imports.call("POST", `/${id}/start`))).toMatchObject({ status: "running" });
  expect((await imports.call("POST", `/${id}/start`)).status).toBe(200);
  await imports.finish();
  expect(await imports.find(id)).toMatchObject({
    status: "done",
    imported: 3,
    known: 0,
    suppressed: 0,
    invalid: 0,
  });
  expect((await imports.call("POST", `/${id}/start`)).status).toBe(409);
  expect((await imports.call("POST", `/${id}/rehearse`, plainSettings)).status).toBe(409);
  const entries = await imports.query<{ action: string }>(
    "select action, details::text from journal_entries order by id",
  );
  expect(entries.map(({ action }) => action)).toEqual([
    "import.uploaded",
    "import.started",
    "import.finished",
  ]);
  expect(JSON.stringify(entries)).not.toContain("exemple.fr");
});

test("an import stores people with the source 'import' and the chosen status, and counts them", async () => {
  const { id } = await imports.importAll(threePeople, { ...plainSettings, status: "approved" });
  const [zoe] = await imports.query(
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
    email_hash: await imports.hash("zoe@exemple.fr"),
    source: "import",
  });
  expect(
    await imports.query(
      "select sum(count)::int as count from signup_totals where audience = 'user' and status = 'approved'",
    ),
  ).toEqual([{ count: 3 }]);
});

test("an import stores answers to questions, and brands with their website", async () => {
  const question = {
    question: "Style",
    fieldType: "checkbox",
    options: ["Chic", "Rue"],
    targetType: "both",
    required: true,
  };
  const { id } = await imports.insertQuestion(question);
  const text =
    "Email,Site web,Style\na@b.fr,atelier.example,chic;rue\nb@b.fr,marque.example,XXL\nc@b.fr,c.example,\n";
  const { rehearsal, done } = await imports.importAll(text, {
    audience: "brand",
    columns: { email: 0, website: 1, answers: { [id]: 2 } },
  });
  expect(rehearsal).toMatchObject({ new: 2, invalid: 1, problems: [{ line: 3 }] });
  expect(rehearsal.rows[0]?.answers).toEqual([{ question: "Style", answer: "Chic, Rue" }]);
  expect(done).toMatchObject({ imported: 2, invalid: 1, audience: "brand" });
  expect(await imports.query("select email, website, responses from brand_signups order by email")).toEqual([
    { email: "a@b.fr", website: "https://atelier.example", responses: { [id]: ["Chic", "Rue"] } },
    { email: "c@b.fr", website: "https://c.example", responses: {} },
  ]);
});

test("an import stores the present name of an option that was renamed since the file was exported", async () => {
  const style = {
    question: "Style",
    fieldType: "radio",
    options: ["Chic", "Rue"],
    targetType: "user",
    required: true,
  };
  const { id } = await imports.insertQuestion(style);
  await imports.editQuestion(id, {
    ...style,
    options: ["Élégant", "Rue"],
    renamedOptions: [{ from: "Chic", to: "Élégant" }],
  });
  const { rehearsal, done } = await imports.importAll(
    "E-mail;Style\nzoe@exemple.fr;Chic\nlea@exemple.fr;XXL\n",
    {
      audience: "user",
      columns: { email: 0, answers: { [id]: 1 } },
    },
  );
  expect(rehearsal).toMatchObject({ new: 1, invalid: 1 });
  expect(rehearsal.rows[0]?.answers).toEqual([{ question: "Style", answer: "Élégant" }]);
  expect(done).toMatchObject({ imported: 1, invalid: 1 });
  expect(await imports.query("select responses from beta_signups")).toEqual([
    { responses: { [id]: "Élégant" } },
  ]);
});

test("an import never overwrites, and a second import of the same file adds no one", async () => {
  await imports.query(
    "insert into beta_signups (firstname, name, email) values ('Avant', 'Elle', 'ZOE@exemple.fr')",
  );
  await imports.importAll(threePeople);
  const { done } = await imports.importAll(threePeople);
  expect(done).toMatchObject({ imported: 0, known: 3 });
  expect(
    await imports.query("select firstname from beta_signups where lower(email) = 'zoe@exemple.fr'"),
  ).toEqual([{ firstname: "Avant" }]);
});

test.each(["unsubscribed", "erased", "bounced", "complained", "manual", "limited"] as const)(
  "an import leaves out an address that is blocked as '%s'",
  async (reason) => {
    await suppress(imports.deps().db, {
      emailHash: await imports.hash("zoe@exemple.fr"),
      scope: "news",
      reason,
      source: "x",
    });
    const { done } = await imports.importAll(threePeople);
    expect(done).toMatchObject({ imported: 2, suppressed: 1 });
    expect(await imports.emails()).toEqual(["anne@exemple.fr", "lea@exemple.fr"]);
    expect(await imports.query("select reason from suppressions")).toEqual([{ reason }]);
  },
);

test("a rehearsal and its import count a blocked or signed-up person who is repeated within a step alike", async () => {
  await imports.query(
    "insert into beta_signups (firstname, name, email) values ('L', 'M', 'lea@exemple.fr')",
  );
  await suppress(imports.deps().db, {
    emailHash: await imports.hash("zoe@exemple.fr"),
    scope: "news",
    reason: "unsubscribed",
    source: "x",
  });
  const { rehearsal, done } = await imports.importAll(
    `${threePeople}ZOE@exemple.fr;;\nlea@exemple.fr;;\nanne@exemple.fr;;\nfaux;;\n`,
  );
  const counts = { known: 3, suppressed: 2, invalid: 1 };
  expect(rehearsal).toMatchObject({ new: 1, ...counts });
  expect(done).toMatchObject({ imported: 1, ...counts });
});

// registre: 36
test("imported people get no message, no reminder to confirm, and are not deleted as unconfirmed", async () => {
  await imports.importAll(threePeople);
  await imports.query("update email_settings set delete_unconfirmed = true, confirmation_requested = true");
  await imports.query("update beta_signups set created_at = now() - interval '40 days'");
  await remindAndDeleteUnconfirmed(imports.deps());
  await imports.query("update beta_signups set reminded_at = now() - interval '39 days'");
  await remindAndDeleteUnconfirmed(imports.deps());
  expect(await imports.emails()).toHaveLength(3);
  expect(await imports.query("select 1 from email_log")).toEqual([]);
});

test("a paused import stops after its step and resumes from there", async () => {
  const { id } = await imports.startImport(peopleFile(600));
  await imports.step();
  expect(await readBody(await imports.call("POST", `/${id}/pause`))).toMatchObject({
    status: "paused",
    imported: 250,
  });
  await imports.finish();
  expect(await imports.emails()).toHaveLength(250);
  await imports.call("POST", `/${id}/start`);
  await imports.finish();
  expect(await imports.find(id)).toMatchObject({ status: "done", imported: 600, total: 600 });
});
test("two instances that share an import store each line once", async () => {
  const { id } = await imports.startImport(peopleFile(2_000));
  for (let round = 0; round < 12; round += 1) await Promise.all([imports.step(), imports.step()]);
  await imports.finish();
  expect(await imports.find(id)).toMatchObject({ status: "done", imported: 2_000, known: 0 });
  expect(await imports.emails()).toHaveLength(2_000);
});

const withStatus = {
  audience: "user",
  columns: { email: 0, left: 1 },
  consent: { at: "2024-05-01", place: "Salon", words: "Oui" },
} as const;

test("an import leaves out a person whom another line of the file marks as unsubscribed, in the same step or a later one", async () => {
  const others = Array.from({ length: 300 }, (_, place) => `p${place}@exemple.fr;subscribed;`).join("\n");
  const text = `E-mail;Statut;Nom
zoe@exemple.fr;subscribed;
lea@exemple.fr;subscribed;
Zoe@exemple.fr;unsubscribed;
anne@exemple.fr;archived;
${others}
lea@EXEMPLE.fr;cleaned;${"x".repeat(101)}
`;
  const settings = { ...withStatus, columns: { ...withStatus.columns, name: 2 } };
  const { rehearsal, done } = await imports.importAll(text, settings);
  expect(rehearsal).toMatchObject({ new: 300, suppressed: 4, invalid: 1, repeated: 0 });
  expect(done).toMatchObject({ imported: 300, suppressed: 4, invalid: 1, known: 0 });
  expect((await imports.emails()).filter((email) => !email.startsWith("p"))).toEqual([]);
});

test("an import whose step always fails lets others go on, and pauses with its reason after five attempts", async () => {
  const { id: broken } = await imports.startImport("E-mail;Prénom;Nom\nmax@exemple.fr;Max;Cassé\n");
  const { id: sound } = await imports.startImport(threePeople);
  await imports.query("alter table beta_signups add constraint whole check (name <> 'Cassé')");
  onTestFinished(async () => void (await imports.query("alter table beta_signups drop constraint whole")));
  await imports.finish();
  expect(await imports.find(sound)).toMatchObject({ status: "done", imported: 3 });
  expect(await imports.find(broken)).toMatchObject({ status: "running", imported: 0, problem: null });
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    imports.moveOnMinutes(1);
    await imports.finish();
  }
  const problem = importMessages.stepFailed(1);
  expect(await imports.find(broken)).toMatchObject({ status: "paused", imported: 0, problem });
  await imports.query('update import_rows set cells = \'["max@exemple.fr", "Max", "Entier"]\'');
  await imports.call("POST", `/${broken}/start`);
  await imports.finish();
  expect(await imports.find(broken)).toMatchObject({ status: "done", imported: 1, problem: null });
});

test("an import that paused after failures ends without its reason once its lines are deleted", async () => {
  const { id } = await imports.startImport(threePeople);
  await imports.call("POST", `/${id}/pause`);
  await imports.query("update imports set failures = 5, problem = 'La ligne 2 bloque.'");
  await imports.moveOn(importLimits.keptDays);
  await deleteExpiredImportLines(imports.deps());
  expect(await imports.find(id)).toMatchObject({ status: "done", problem: null });
});

test("an import whose lines are deleted cannot be started, and a running one ends with the people it has stored", async () => {
  const { id } = await imports.startImport(peopleFile(600));
  await imports.step();
  await imports.call("POST", `/${id}/pause`);
  await imports.moveOn(6);
  await imports.call("POST", `/${id}/start`);
  await imports.moveOn(1);
  await deleteExpiredImportLines(imports.deps());
  expect(await imports.query("select 1 from import_rows")).toEqual([]);
  await imports.finish();
  expect(await imports.find(id)).toMatchObject({ status: "done", imported: 250, total: 600 });
  const { id: late } = await imports.upload(threePeople);
  await imports.rehearse(late);
  await imports.moveOn(importLimits.keptDays);
  expect((await imports.call("POST", `/${late}/start`)).status).toBe(404);
});
