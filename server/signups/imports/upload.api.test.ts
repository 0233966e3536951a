import { expect, test } from "vitest";
import type { ApiProblem } from "#contract/errors.ts";
import { importLimits, importMessages } from "#contract/imports.ts";
import { peopleFile, readBody, setUpImports, threePeople } from "./imports.test-helpers.ts";

const imports = setUpImports();

test("an uploaded file is answered with its columns, samples and proposals, and signs up no one", async () => {
  const sent = await imports.upload(`${threePeople}ines@exemple.fr;Zoé;Martin\n`);
  expect(sent).toMatchObject({
    status: "uploaded",
    total: 4,
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
  expect(await readBody(await imports.call("GET"))).toMatchObject({ items: [{ id: sent.id, total: 4 }] });
  expect(await imports.emails()).toEqual([]);
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
])("a file %s is refused with a sentence, and none of its lines is kept", async (_, text, message) => {
  const { error } = await readBody<ApiProblem>(await imports.send(text), 400);
  expect(error.message).toBe(message);
  expect(await imports.query("select 1 from imports union all select 1 from import_rows")).toEqual([]);
});

test("a file that is too large, or no CSV, is refused", async () => {
  expect(
    (await imports.send("a\n1\n", { "content-length": String(importLimits.fileBytes + 1) })).status,
  ).toBe(413);
  const asJson = { "content-type": "application/json", "content-length": "2" };
  expect((await imports.send("{}", asJson)).status).toBe(415);
});

test("a discarded file is deleted with its lines", async () => {
  const { id } = await imports.upload(peopleFile(6_000));
  expect((await imports.call("DELETE", `/${id}`)).status).toBe(204);
  expect(await imports.query("select 1 from import_rows")).toEqual([]);
  expect((await imports.call("GET", `/${id}`)).status).toBe(404);
});

test("upload, start, undo and the invalid lines need a session that was confirmed a short time ago", async () => {
  const { id } = await imports.upload(threePeople);
  imports.moveOnMinutes(11);
  const calls = [
    () => imports.send(threePeople),
    () => imports.call("POST", `/${id}/start`),
    () => imports.call("POST", `/${id}/undo`),
    () => imports.call("GET", `/${id}/invalid.csv`),
  ];
  for (const ask of calls) {
    const answer = await ask();
    expect([answer.status, ((await answer.json()) as ApiProblem).error.code]).toEqual([
      403,
      "reauthentication_required",
    ]);
  }
});

test("a line is found by each address in it, however its cell is written", async () => {
  const cells = [
    "zoe@exemple.fr",
    '"=""zoe@exemple.fr"""',
    "ｚｏｅ＠exemple.fr",
    '"Zoé <ZOE@exemple.fr>, lea@exemple.fr"',
    "amie (zoe@exemple.fr)",
    "mailto:zoe@exemple.fr",
    "x ::: zoe@exemple.fr",
  ];
  await imports.upload(`E-mail;Note\n${cells.map((cell) => `${cell};x`).join("\n")}\n`);
  const emailHash = await imports.hash("zoe@exemple.fr");
  const found = await imports.query("select line from import_rows where $1 = any(email_hashes)", [emailHash]);
  expect(found).toHaveLength(cells.length);
});
