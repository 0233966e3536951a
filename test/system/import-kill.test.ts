import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Import } from "#contract/imports.schema.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { signInFirstAdmin } from "#test/support/sign-in-first-admin.ts";
import { repeats } from "./lib/scale.ts";

const kills = repeats(1, 10);
const lines = repeats(2_000, 40_000);

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ entry: "build" });
});
afterAll(() => server.remove());

test("an import that is killed in the middle resumes with the next start, and imports each person exactly once", {
  timeout: 400_000,
}, async () => {
  let cookie = "";
  const call = await signInFirstAdmin(server, (given) => {
    cookie = given;
  });
  const people = Array.from({ length: lines }, (_, n) => `personne${n}@exemple.fr;Zoé;2024-05-01`);
  const answer = await fetch(`${server.url}/api/admin/imports`, {
    method: "POST",
    headers: { "content-type": "text/csv", origin: server.url, cookie },
    body: `E-mail;Prénom;Date\n${people.join("\n")}\n`,
  });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as Import;
  await call("POST", `/api/admin/imports/${id}/rehearse`, {
    audience: "user",
    columns: { email: 0, firstname: 1, consentAt: 2 },
    consent: { place: "Boutique", words: "Oui" },
  });
  await call("POST", `/api/admin/imports/${id}/start`);
  const imported = async () => ((await call("GET", `/api/admin/imports/${id}`)) as Import).imported;
  for (let kill = 1; kill <= kills; kill += 1) {
    const before = await imported();
    await vi.waitFor(async () => expect(await imported()).toBeGreaterThan(before), {
      timeout: 60_000,
      interval: 10,
    });
    await pause(Math.random() * 40);
    await server.kill("SIGKILL");
    await server.start();
  }
  await vi.waitFor(
    async () => {
      const [row] = await server.sql<{ status: string }>("select status from imports");
      expect(row?.status).toBe("done");
    },
    { timeout: 200_000, interval: 200 },
  );
  const [counts] = await server.sql(
    `select (select count(*)::int from beta_signups where import_id = $1) as signups,
      (select count(distinct lower(email))::int from beta_signups) as people,
      (select count(*)::int from consents) as consents,
      (select imported from imports) as imported, (select known + suppressed + invalid from imports) as others,
      (select count(*)::int from email_log where lane <> 'link') as messages`,
    [id],
  );
  expect(counts).toEqual({
    signups: lines,
    people: lines,
    consents: lines,
    imported: lines,
    others: 0,
    messages: 0,
  });
});
