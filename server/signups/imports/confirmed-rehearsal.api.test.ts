import { expect, test } from "vitest";
import type { ApiProblem } from "#contract/errors.ts";
import { type RehearseImport, rehearseImportSchema } from "#contract/imports.schema.ts";
import { importMessages } from "#contract/imports.ts";
import { plainSettings, readBody, setUpImports, threePeople } from "./imports.test-helpers.ts";
import { rehearseImport } from "./rehearsal.service.ts";

const imports = setUpImports();

const withConsent: RehearseImport = {
  ...plainSettings,
  status: "approved",
  consent: { at: "2024-05-01", place: "Salon", words: "Oui" },
};
const start = (id: string, body?: object) => imports.call("POST", `/${id}/start`, body);
const messageOf = async (answer: Response) => (await readBody<ApiProblem>(answer, 409)).error.message;

test("a start with other settings than those of the last rehearsal is refused, and imports no one", async () => {
  const { id } = await imports.upload(threePeople);
  await imports.rehearse(id);
  await imports.rehearse(id, withConsent);
  expect(await messageOf(await start(id, { settings: plainSettings }))).toBe(importMessages.rehearsedAgain);
  await imports.finish();
  expect(await imports.find(id)).toMatchObject({ status: "uploaded", imported: 0 });
  expect(await readBody(await start(id, { settings: withConsent }))).toMatchObject({ status: "running" });
  expect((await start(id, { settings: withConsent })).status).toBe(200);
  expect(await messageOf(await start(id, { settings: plainSettings }))).toBe(importMessages.startedOtherwise);
  await imports.finish();
  expect(await imports.query("select distinct status from beta_signups")).toEqual([{ status: "approved" }]);
});

test("a start compares the settings by their meaning: neither the order of their fields nor an omitted default matters", async () => {
  const { id } = await imports.upload(threePeople);
  await imports.rehearse(id, { audience: "user", columns: { email: 0, name: null, answers: {} } });
  const settings = { status: "pending", columns: { answers: {}, name: null, email: 0 }, audience: "user" };
  expect((await start(id, { settings })).status).toBe(200);
});

test("a start without settings, also with an empty body, runs the last rehearsal", async () => {
  for (const body of [undefined, {}]) {
    const { id } = await imports.upload(threePeople);
    await imports.rehearse(id);
    expect((await start(id, body)).status).toBe(200);
  }
});

test("a start with settings that the rehearsal would refuse is refused by field", async () => {
  const { id } = await imports.upload(threePeople);
  await imports.rehearse(id);
  const { error } = await readBody<ApiProblem>(await start(id, { settings: { audience: "user" } }), 400);
  expect(Object.keys(error.fields ?? {})).toEqual(["settings.columns"]);
});

/** Begins a rehearsal that waits at its first line until `release` is called. */
async function beginRehearsal(id: string, settings: RehearseImport) {
  const deps = imports.deps();
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hash = async (email: string) => {
    reached.resolve();
    await released.promise;
    return deps.addresses.hash(email);
  };
  const slow = { ...deps, addresses: { ...deps.addresses, hash } };
  const result = rehearseImport(slow, id, rehearseImportSchema.parse(settings));
  await reached.promise;
  return { result, release: released.resolve };
}

test("a rehearsal that ends after a newer one began stores nothing, and the newer one can be started", async () => {
  const { id } = await imports.upload(threePeople);
  const [older, newer] = [await beginRehearsal(id, plainSettings), await beginRehearsal(id, withConsent)];
  older.release();
  await expect(older.result).rejects.toThrow(importMessages.rehearsedAgain);
  newer.release();
  expect(await newer.result).toMatchObject({ new: 3, consented: 3 });
  expect(await messageOf(await start(id, { settings: plainSettings }))).toBe(importMessages.rehearsedAgain);
  expect((await start(id, { settings: withConsent })).status).toBe(200);
});

test("an import cannot be started, and has no file of invalid lines, while its last rehearsal runs", async () => {
  const { id } = await imports.upload(threePeople);
  await imports.rehearse(id);
  const { result, release } = await beginRehearsal(id, withConsent);
  expect(await messageOf(await start(id, { settings: withConsent }))).toBe(importMessages.rehearsedAgain);
  expect(await messageOf(await start(id))).toBe(importMessages.notRehearsed);
  expect((await imports.call("GET", `/${id}/invalid.csv`)).status).toBe(409);
  release();
  await result;
  expect((await start(id)).status).toBe(200);
});
