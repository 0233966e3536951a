import { expect, test } from "vitest";
import { importLimits } from "#contract/imports.ts";
import { findConsents } from "#server/privacy/consents.service.ts";
import { eraseAddress } from "#server/privacy/erasure/erasure.service.ts";
import { collectPersonalData, toMyData, toMyDataFile } from "#server/privacy/personal-data.service.ts";
import { suppress } from "#server/privacy/suppressions.service.ts";
import { plainSettings, setUpImports, threePeople } from "./imports.test-helpers.ts";
import { deleteExpiredImportLines } from "./lines.service.ts";

const imports = setUpImports();

const proof = { at: "2024-05-01", place: "Boutique de Lyon", words: "J’accepte la lettre." };
const mayGetNews = async () =>
  (
    await imports.query<{ email: string }>(
      `select signup.email from beta_signups as signup cross join lateral mail_permission(signup.email_hash, 'campaign', 'news') as permission
     where permission.allowed order by 1`,
    )
  ).map(({ email }) => email);

// registre: 36
test("imported people without a proof get no news, and all get service messages", async () => {
  await imports.importAll(threePeople);
  expect(await mayGetNews()).toEqual([]);
  expect(
    await imports.query(
      "select count(*)::int from campaign_recipients('user', 'all', 'service') where allowed",
    ),
  ).toEqual([{ count: 3 }]);
});

// registre: 36
test("an imported consent is stored with its date, place and words, and the origin 'import'", async () => {
  const { rehearsal } = await imports.importAll(threePeople, { ...plainSettings, consent: proof });
  expect(rehearsal.consented).toBe(3);
  expect(await mayGetNews()).toHaveLength(3);
  expect(
    await imports.query(
      "select origin, confirmation, given_at = confirmed_at as counts from consents limit 1",
    ),
  ).toEqual([{ origin: "import", confirmation: null, counts: true }]);
  const [consent] = await findConsents(imports.deps().db, await imports.hash("zoe@exemple.fr"));
  expect(consent).toMatchObject({
    text: proof.words,
    place: proof.place,
    givenAt: new Date("2024-04-30T22:00:00Z"),
  });
});

test("an imported consent counts only for lines that have their own proof", async () => {
  const text = "E-mail,Date\nzoe@exemple.fr,2024-05-01\nlea@exemple.fr,\nanne@exemple.fr,bientôt\n";
  const settings = {
    audience: "user",
    columns: { email: 0, consentAt: 1 },
    consent: { ...proof, at: null },
  } as const;
  const { rehearsal } = await imports.importAll(text, settings);
  expect(rehearsal).toMatchObject({ new: 3, consented: 1 });
  expect(await mayGetNews()).toEqual(["zoe@exemple.fr"]);
});

test("an imported consent does not lift what blocks the address", async () => {
  await imports.query(
    "insert into brand_signups (firstname, name, email, website) values ('A', 'A', 'zoe@exemple.fr', 'x')",
  );
  await suppress(imports.deps().db, {
    emailHash: await imports.hash("zoe@exemple.fr"),
    scope: "news",
    reason: "unsubscribed",
    source: "x",
  });
  await imports.importAll(threePeople, { ...plainSettings, consent: proof });
  expect(await mayGetNews()).toEqual(["anne@exemple.fr", "lea@exemple.fr"]);
  expect(await imports.query("select reason from suppressions")).toHaveLength(1);
});

test("a rehearsal is refused when the words or places of the consents differ from line to line", async () => {
  const lines = Array.from(
    { length: importLimits.proofsMax + 1 },
    (_, place) => `p${place}@exemple.fr,Lieu ${place}`,
  );
  const { id } = await imports.upload(`E-mail,Lieu\n${lines.join("\n")}\n`);
  const settings = { audience: "user", columns: { email: 0, consentPlace: 1 }, consent: proof };
  expect((await imports.call("POST", `/${id}/rehearse`, settings)).status).toBe(400);
  expect((await imports.call("POST", `/${id}/start`)).status).toBe(409);
});

// registre: 35
test("the lines of an import are deleted seven days after the upload; the import stays as history without a person", async () => {
  const { id } = await imports.importAll(threePeople);
  const { id: unused } = await imports.upload(threePeople);
  const deps = imports.deps();
  await deleteExpiredImportLines(deps);
  expect(await imports.query("select 1 from import_rows")).toHaveLength(6);
  await imports.moveOn(importLimits.keptDays);
  await deleteExpiredImportLines(deps);
  expect(await imports.query("select 1 from import_rows")).toEqual([]);
  expect(await imports.find(id)).toMatchObject({ status: "done", imported: 3 });
  expect((await imports.call("GET", `/${unused}`)).status).toBe(404);
});

// registre: 35
test("a person's copy of their data has the lines that name no one else, with the titles of the columns", async () => {
  await imports.upload("Contact,Note\nlea@exemple.fr,amie de zoe@exemple.fr\nzoe@exemple.fr,Lyon\n");
  const data = await collectPersonalData(imports.deps(), await imports.hash("zoe@exemple.fr"));
  expect(data.importedLines).toEqual([
    {
      importedAt: expect.any(Date),
      cells: [
        { column: "Contact", cell: "zoe@exemple.fr" },
        { column: "Note", cell: "Lyon" },
      ],
    },
  ]);
});

// registre: 35
test("a person's copy has a line whose punctuation allows a second reading of their address, and no line with a likelier other one", async () => {
  await imports.upload("Contact,Note\no'neil@exemple.fr,Lyon\n");
  const linesOf = async (email: string) =>
    (await collectPersonalData(imports.deps(), await imports.hash(email))).importedLines;
  expect(await linesOf("o'neil@exemple.fr")).toHaveLength(1);
  expect(await linesOf("neil@exemple.fr")).toEqual([]);
});

// registre: 35
test("a person sees that their sign-up comes from an imported list, without a source of a visit", async () => {
  await imports.importAll(threePeople);
  const data = await collectPersonalData(imports.deps(), await imports.hash("zoe@exemple.fr"));
  for (const { signups } of [toMyData(data, []), toMyDataFile(data)])
    expect(signups).toMatchObject([{ isImported: true, source: null }]);
});

// registre: 35
test("lines that name an erased person are deleted with them, also from a file that was not imported", async () => {
  await imports.upload(
    "Contact,Note\nlea@exemple.fr,amie de Zoe@exemple.fr.\nzoe@exemple.fr!,Lyon\nanne@exemple.fr,\n",
  );
  await imports.query(
    "insert into beta_signups (firstname, name, email) values ('Z', 'M', 'zoe@exemple.fr')",
  );
  const emailHash = await imports.hash("zoe@exemple.fr");
  const { events } = imports.deps();
  await imports.deps().db.transaction((tx) => eraseAddress(tx, events, { emailHash, source: "test" }));
  expect(await imports.query("select cells from import_rows")).toEqual([{ cells: ["anne@exemple.fr", ""] }]);
});
