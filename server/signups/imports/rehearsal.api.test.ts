import { expect, test } from "vitest";
import type { ApiProblem } from "#contract/errors.ts";
import { signupMessages } from "#contract/signup.ts";
import { suppress } from "#server/privacy/suppressions.service.ts";
import { plainSettings, readBody, setUpImports, threePeople } from "./imports.test-helpers.ts";

const imports = setUpImports();

test("a rehearsal counts new, known, repeated, blocked and invalid lines, previews the first rows, and stores none", async () => {
  await imports.query(
    "insert into beta_signups (firstname, name, email) values ('A', 'A', 'Connue@exemple.fr')",
  );
  await suppress(imports.deps().db, {
    emailHash: await imports.hash("partie@exemple.fr"),
    scope: "news",
    reason: "unsubscribed",
    source: "x",
  });
  const { id } = await imports.upload(
    `${threePeople}connue@EXEMPLE.fr;;\npartie@exemple.fr;;\n zoé@;;\nZOE@exemple.fr;Zoé;\n;;\n`,
  );
  const result = await imports.rehearse(id);
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
  expect(await imports.emails()).toEqual(["Connue@exemple.fr"]);
  const file = await (await imports.call("GET", `/${id}/invalid.csv`)).text();
  expect(file.split("\r\n").slice(1, -1)).toEqual([
    `7;"${signupMessages.emailInvalid}";" zoé@";"";""`,
    `9;"${signupMessages.emailRequired}";"";"";""`,
  ]);
});

test("an import counts ten spellings of an address as one person", async () => {
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
  const { rehearsal, done } = await imports.importAll(
    `E-mail;Nom\n${[...spellings, ...more].map((email) => `${email};x`).join("\n")}\n`,
    {
      audience: "user",
      columns: { email: 0 },
    },
  );
  expect(rehearsal).toMatchObject({ new: 1, known: 9, repeated: 9, invalid: 0 });
  expect(done).toMatchObject({ imported: 1, known: 9 });
});

test("a rehearsal refuses columns and questions that do not exist, and an incomplete proof", async () => {
  const { id } = await imports.upload(threePeople);
  const fieldsOf = async (settings: object) =>
    Object.keys(
      (await readBody<ApiProblem>(await imports.call("POST", `/${id}/rehearse`, settings), 400)).error
        .fields ?? {},
    );
  expect(await fieldsOf({ audience: "user", columns: { email: 3 } })).toEqual(["columns.email"]);
  expect(await fieldsOf({ audience: "user", columns: {} })).toEqual(["columns.email"]);
  expect(await fieldsOf({ audience: "brand", columns: { email: 0 } })).toEqual(["columns.website"]);
  expect(await fieldsOf({ audience: "brand", columns: { email: 0, website: null } })).toEqual([
    "columns.website",
  ]);
  const unknown = "00000000-0000-4000-8000-000000000000";
  expect(await fieldsOf({ audience: "user", columns: { email: 0, answers: { [unknown]: 1 } } })).toEqual([
    `columns.answers.${unknown}`,
  ]);
  expect(await fieldsOf({ ...plainSettings, consent: { words: "Oui" } })).toEqual([
    "consent.at",
    "consent.place",
  ]);
  expect(
    await fieldsOf({
      ...plainSettings,
      consent: { at: "2024-05-01", place: "zoe@exemple.fr", words: "Oui" },
    }),
  ).toEqual(["consent.place"]);
  expect(
    await fieldsOf({ ...plainSettings, consent: { at: "2999-01-01", place: "Salon", words: "Oui" } }),
  ).toEqual(["consent.at"]);
});
