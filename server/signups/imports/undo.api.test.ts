import { expect, test } from "vitest";
import type { ApiProblem } from "#contract/errors.ts";
import { importLimits, importMessages } from "#contract/imports.ts";
import { peopleFile, plainSettings, readBody, setUpImports, threePeople } from "./imports.test-helpers.ts";

const imports = setUpImports();

test("an undo deletes the imported people except those who were decided on, and suppresses no one", async () => {
  const { id } = await imports.importAll(threePeople, {
    ...plainSettings,
    consent: { at: "2024-05-01", place: "Salon", words: "Oui" },
  });
  await imports.query(
    "update beta_signups set status = 'approved', decided_at = now() where email = 'lea@exemple.fr'",
  );
  await imports.query(
    "insert into beta_signups (firstname, name, email) values ('A', 'A', 'autre@exemple.fr')",
  );
  expect(await readBody(await imports.call("POST", `/${id}/undo`))).toMatchObject({ status: "undoing" });
  await imports.finish();
  expect(await imports.find(id)).toMatchObject({ status: "undone", imported: 3, undone: 2 });
  expect(await imports.emails()).toEqual(["autre@exemple.fr", "lea@exemple.fr"]);
  expect(await imports.query("select 1 from consents")).toHaveLength(1);
  expect(await imports.query("select 1 from suppressions")).toEqual([]);
  const { done } = await imports.importAll(threePeople);
  expect(done).toMatchObject({ imported: 2, known: 1 });
});

test("an undo deletes the people of a long file step by step, even when its lines are deleted", async () => {
  const { id } = await imports.importAll(peopleFile(600));
  await imports.query("delete from import_rows");
  await imports.query(
    "update beta_signups set version = 2 where id in (select id from beta_signups limit 300)",
  );
  await imports.call("POST", `/${id}/undo`);
  await imports.step();
  expect((await imports.find(id)).status).toBe("undoing");
  await imports.finish();
  expect(await imports.find(id)).toMatchObject({ status: "undone", imported: 600, undone: 300 });
  expect(await imports.emails()).toHaveLength(300);
});

test("an undo deletes the people of a paused import", async () => {
  const { id } = await imports.startImport(peopleFile(300));
  await imports.step();
  await imports.call("POST", `/${id}/pause`);
  await imports.call("POST", `/${id}/undo`);
  await imports.finish();
  expect(await imports.find(id)).toMatchObject({ status: "undone", imported: 250, undone: 250 });
  expect(await imports.emails()).toEqual([]);
});

test("the undo time counts from the end of the import, the retention of its lines from their upload", async () => {
  const { id } = await imports.upload(threePeople);
  const { expiresAt } = await imports.find(id);
  await imports.rehearse(id);
  await imports.moveOn(5);
  await imports.call("POST", `/${id}/start`);
  await imports.finish();
  await imports.moveOn(5);
  expect((await imports.find(id)).expiresAt).toBe(expiresAt);
  expect((await imports.call("POST", `/${id}/undo`)).status).toBe(200);
  await imports.finish();
  expect(await imports.emails()).toEqual([]);
});

test("an undo spares invited people, and the lines of other files", async () => {
  const { id } = await imports.importAll(threePeople);
  await imports.query(
    `insert into invitations (signup_id, audience, code_hash, valid_days, message_id)
     select id, 'user', 'x', 30, gen_random_uuid() from beta_signups where email = 'lea@exemple.fr'`,
  );
  await imports.upload(threePeople);
  await imports.call("POST", `/${id}/undo`);
  await imports.finish();
  expect(await imports.emails()).toEqual(["lea@exemple.fr"]);
  expect(await imports.query("select 1 from import_rows where import_id <> $1", [id])).toHaveLength(3);
});

test("an undo is refused seven days after the end of the import", async () => {
  const { id } = await imports.importAll(threePeople);
  await imports.moveOn(importLimits.keptDays - 1);
  expect(Date.parse((await imports.find(id)).undoUntil ?? "")).toBeGreaterThan(
    imports.deps().now().getTime(),
  );
  await imports.moveOn(1);
  const { error } = await readBody<ApiProblem>(await imports.call("POST", `/${id}/undo`), 409);
  expect(error.message).toBe(importMessages.tooLate);
});

test("an undo is refused for a file that was not imported", async () => {
  const { id } = await imports.upload(threePeople);
  expect((await imports.call("POST", `/${id}/undo`)).status).toBe(409);
});
