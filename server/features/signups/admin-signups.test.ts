import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SignupStatus } from "#contract/audience.ts";
import type { BulkEvent, DecidedSignup, SignupDetail, SignupList } from "#contract/signup.schema.ts";
import type { Responses } from "#contract/signup.ts";
import { betaSignups, brandSignups, questionnaireItems } from "#db/schema.ts";
import { createTestApp, type SignedIn, type TestApp } from "#server/testing/test-app.ts";

let context: TestApp;
let admin: SignedIn;
let time = new Date("2026-03-01T10:00:00Z");

beforeAll(async () => {
  context = await createTestApp({ config: { signupLimitPerMinute: 0 }, now: () => time });
  admin = await context.signIn();
});

afterAll(() => context.close());

beforeEach(async () => {
  time = new Date("2026-03-01T10:00:00Z");
  for (const table of [betaSignups, brandSignups, questionnaireItems]) await context.db.delete(table);
  await context.db.execute(sql`delete from journal_entries`);
});

type Values = Partial<{
  firstname: string;
  name: string;
  email: string;
  status: SignupStatus;
  createdAt: Date;
  decidedAt: Date;
  responses: Responses;
}>;

let made = 0;

function values(given: Values) {
  made += 1;
  return { firstname: "Anne", name: "Martin", email: `personne${made}@exemple.fr`, ...given };
}

async function addUsers(...list: Values[]): Promise<string[]> {
  const rows = await context.db
    .insert(betaSignups)
    .values(list.map(values))
    .returning({ id: betaSignups.id });
  return rows.map(({ id }) => id);
}

async function addUser(given: Values = {}): Promise<string> {
  const [id] = await addUsers(given);
  return id ?? "";
}

function call(method: string, path: string, body?: unknown) {
  return context.app.request(`/api/admin/signups/${path}`, {
    method,
    headers: admin.headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function list(query: Record<string, string | number> = {}, audience = "user"): Promise<SignupList> {
  const parameters = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const answer = await call("GET", `${audience}?${parameters}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as SignupList;
}

async function codeOf(answer: Response) {
  const { error } = (await answer.json()) as { error: { code: string } };
  return [answer.status, error.code];
}

async function journal() {
  const { rows } = await context.db.execute(
    sql`select actor, action, subject, details from journal_entries order by id`,
  );
  return rows;
}

function days(count: number): Values[] {
  const first = Date.parse("2026-01-01T00:00:00Z");
  return Array.from({ length: count }, (_, index) => ({
    name: `N${String(index).padStart(3, "0")}`,
    createdAt: new Date(first + index * 60_000),
  }));
}

describe("a list of sign-ups", () => {
  test("shows ten per page, the newest first, with the total", async () => {
    await addUsers(...days(25));
    const names = async (page: number) => (await list({ page })).items.map(({ name }) => name);
    expect(await list()).toMatchObject({ total: 25, totalIsExact: true, page: 1, pageSize: 10 });
    expect(await names(1)).toEqual(Array.from({ length: 10 }, (_, i) => `N0${24 - i}`));
    expect(await names(2)).toEqual([
      "N014",
      "N013",
      "N012",
      "N011",
      "N010",
      "N009",
      "N008",
      "N007",
      "N006",
      "N005",
    ]);
    expect(await names(3)).toEqual(["N004", "N003", "N002", "N001", "N000"]);
    expect(await list({ page: 4 })).toMatchObject({ items: [], total: 25 });
  });

  test("shows the oldest first when asked, page by page without gap or repetition", async () => {
    await addUsers(...days(33));
    const pages = [1, 2, 3, 4].map((page) => list({ page, order: "asc" }));
    const names = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ name }) => name));
    expect(names).toEqual(days(33).map(({ name }) => name));
  });

  test("is filtered by status, the total included", async () => {
    await addUsers({ status: "approved" }, { status: "rejected" }, {}, {});
    expect((await list({ status: "pending" })).total).toBe(2);
    expect((await list({ status: "approved" })).items.map(({ status }) => status)).toEqual(["approved"]);
    expect((await list({ status: "all" })).total).toBe(4);
  });

  test("is searched in first name, name and e-mail without regard to case, and in websites of brands", async () => {
    await addUsers({ firstname: "Élodie" }, { name: "D’Arcy" }, { email: "MODE@exemple.fr" });
    expect((await list({ search: "éLODie" })).total).toBe(1);
    expect((await list({ search: "d’arcy" })).total).toBe(1);
    expect((await list({ search: " mode@ " })).total).toBe(1);
    expect((await list({ search: "zz" })).total).toBe(0);
    const brand = { firstname: "A", name: "B", email: "c@d.fr", website: "https://atelier-lin.fr" };
    await context.db.insert(brandSignups).values(brand);
    expect((await list({ search: "ATELIER-lin" }, "brand")).items).toMatchObject([brand]);
  });

  test.each(["100%", "a_b", "a\\b", "'; drop table beta_signups; --", '"quoted"', "%", "_", "\\", "%%%"])(
    "finds %s to the letter",
    async (search) => {
      await addUsers({ name: `x${search}y` }, { name: "100 percent axb aab" });
      expect((await list({ search })).items.map(({ name }) => name)).toEqual([`x${search}y`]);
    },
  );

  test("counts the matches of a search exactly up to a thousand", async () => {
    await addUsers(...days(1_000));
    expect(await list({ search: "martin" })).toMatchObject({ total: 0 });
    expect(await list({ search: "anne n" })).toMatchObject({ total: 1_000, totalIsExact: true });
    await addUsers({ name: "N0 newest", createdAt: new Date("2026-02-01T00:00:00Z") });
    const many = await list({ search: "anne n" });
    expect(many).toMatchObject({ total: 1_000, totalIsExact: false });
    expect(many.items[0]?.name).toBe("N0 newest");
    expect(await list({ search: "an" })).toMatchObject({ total: 1_000, totalIsExact: false });
    expect((await list({ search: "anne n", page: 100, order: "asc" })).items[0]?.name).toBe("N990");
  });

  test.each([
    ["status", "gone"],
    ["order", "up"],
    ["page", "0"],
    ["page", "1.5"],
    ["page", "x"],
    ["search", "x".repeat(201)],
    ["search", "\u0000"],
    ["surprise", "1"],
  ])("refuses %s=%s", async (key, value) => {
    expect(await codeOf(await call("GET", `user?${key}=${encodeURIComponent(value)}`))).toEqual([
      400,
      "invalid_request",
    ]);
  });

  test("is never kept by a cache", async () => {
    expect((await call("GET", "user")).headers.get("cache-control")).toBe("no-store");
  });
});

describe("the details of a sign-up", () => {
  test("show the answers next to their questions, also to questions that are switched off or gone", async () => {
    const add = async (question: string, orderPosition: number, active: boolean) => {
      const [row] = await context.db
        .insert(questionnaireItems)
        .values({ question, orderPosition, active })
        .returning();
      return row?.id ?? "";
    };
    const off = await add("Éteinte ?", 2, false);
    const on = await add("Allumée ?", 1, true);
    const gone = randomUUID();
    const id = await addUser({ responses: { [gone]: ["a", "b"], [off]: "oui", [on]: "non" } });
    const detail = (await (await call("GET", `user/${id}`)).json()) as SignupDetail;
    expect(detail.answers).toEqual([
      { questionId: on, question: "Allumée ?", fieldType: "text", value: "non" },
      { questionId: off, question: "Éteinte ?", fieldType: "text", value: "oui" },
      { questionId: gone, question: null, fieldType: null, value: ["a", "b"] },
    ]);
    expect(detail).toMatchObject({ id, status: "pending", website: null, undoUntil: null });
  });

  test("are not found for an unknown id, and refused for what is no id", async () => {
    expect(await codeOf(await call("GET", `user/${randomUUID()}`))).toEqual([404, "not_found"]);
    expect(await codeOf(await call("GET", "user/1"))).toEqual([400, "invalid_request"]);
  });
});

describe("a decision", () => {
  test.each(["approved", "rejected"] as const)(
    "makes a pending sign-up %s and is written down",
    async (status) => {
      const id = await addUser();
      const answer = await call("PATCH", `user/${id}`, { status });
      expect(answer.status).toBe(200);
      const decided = (await answer.json()) as DecidedSignup;
      expect(decided).toMatchObject({ id, status, undoUntil: "2026-03-01T10:00:30.000Z" });
      expect(await journal()).toEqual([
        { actor: admin.admin.email, action: `signup.${status}`, subject: id, details: { audience: "user" } },
      ]);
    },
  );

  test("is final: an approved or rejected sign-up can no longer be decided", async () => {
    const id = await addUser({ status: "approved" });
    expect(await codeOf(await call("PATCH", `user/${id}`, { status: "rejected" }))).toEqual([
      409,
      "not_pending",
    ]);
    expect(await journal()).toEqual([]);
  });

  test("of two admins at the same moment counts once, the other is told", async () => {
    const id = await addUser();
    const answers = await Promise.all([
      call("PATCH", `user/${id}`, { status: "approved" }),
      call("PATCH", `user/${id}`, { status: "rejected" }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await journal()).toHaveLength(1);
  });

  test("is refused for unknown sign-ups, other states and unknown fields", async () => {
    const id = await addUser();
    expect(await codeOf(await call("PATCH", `user/${randomUUID()}`, { status: "approved" }))).toEqual([
      404,
      "not_found",
    ]);
    expect(await codeOf(await call("PATCH", `user/${id}`, { status: "pending" }))).toEqual([
      400,
      "invalid_request",
    ]);
    expect(await codeOf(await call("PATCH", `user/${id}`, { status: "approved", email: "x" }))).toEqual([
      400,
      "invalid_request",
    ]);
  });

  test("can be taken back for thirty seconds, and decided again", async () => {
    const id = await addUser();
    await call("PATCH", `user/${id}`, { status: "approved" });
    time = new Date("2026-03-01T10:00:29.900Z");
    const undone = await call("POST", `user/${id}/undo`);
    expect(undone.status).toBe(200);
    expect(await undone.json()).toMatchObject({ id, status: "pending", undoUntil: null });
    expect((await call("PATCH", `user/${id}`, { status: "rejected" })).status).toBe(200);
    expect((await journal()).map((entry) => entry.action)).toEqual([
      "signup.approved",
      "signup.decision_undone",
      "signup.rejected",
    ]);
  });

  test("can no longer be taken back afterwards, nor when there is none", async () => {
    const id = await addUser();
    expect(await codeOf(await call("POST", `user/${id}/undo`))).toEqual([409, "conflict"]);
    await call("PATCH", `user/${id}`, { status: "approved" });
    time = new Date("2026-03-01T10:00:30.000Z");
    expect(await codeOf(await call("POST", `user/${id}/undo`))).toEqual([409, "conflict"]);
    expect(await codeOf(await call("POST", `user/${randomUUID()}/undo`))).toEqual([404, "not_found"]);
  });
});

describe("a deletion", () => {
  test.each(["pending", "approved", "rejected"] as const)("takes a %s sign-up away", async (status) => {
    const id = await addUser({ status });
    expect((await call("DELETE", `user/${id}`)).status).toBe(204);
    expect(await codeOf(await call("DELETE", `user/${id}`))).toEqual([404, "not_found"]);
    expect((await list()).total).toBe(0);
    expect(await journal()).toMatchObject([{ action: "signup.deleted", subject: id }]);
  });
});

async function bulk(body: unknown, audience = "user"): Promise<BulkEvent[]> {
  const answer = await call("POST", `${audience}/bulk`, body);
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  const text = await answer.text();
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((event) => JSON.parse(event.replace(/^data: /, "")) as BulkEvent);
}

describe("a bulk action", () => {
  test("decides the chosen ones and tells which could not be", async () => {
    const ids = await addUsers({}, {}, { status: "rejected" });
    const events = await bulk({ action: "approve", ids: [...ids, randomUUID(), ids[0]] });
    expect(events).toEqual([
      { type: "progress", done: 0, total: 4 },
      { type: "progress", done: 4, total: 4 },
      {
        type: "result",
        done: 2,
        skipped: [
          { reason: "not_pending", count: 1 },
          { reason: "not_found", count: 1 },
        ],
        bulkId: expect.any(String),
        undoUntil: "2026-03-01T10:00:30.000Z",
      },
    ]);
    expect((await list({ status: "approved" })).total).toBe(2);
    expect(await journal()).toMatchObject([
      { action: "signups.approved", subject: null, details: { audience: "user", count: 2 } },
    ]);
  });

  test("on all that match reaches every one of them, batch by batch, and nobody else", async () => {
    await addUsers(...days(1_201));
    await addUsers({ name: "Autre", status: "rejected" });
    const events = await bulk({ action: "reject", all: true, status: "pending", search: "" });
    expect(events.at(-1)).toMatchObject({ type: "result", done: 1_201, skipped: [] });
    expect(events.filter(({ type }) => type === "progress").length).toBeGreaterThan(2);
    expect((await list({ status: "rejected" })).total).toBe(1_202);
  });

  test("on all that a search matches deletes these alone", async () => {
    await addUsers(...days(30));
    const events = await bulk({ action: "delete", all: true, status: "all", search: "n00" });
    expect(events.at(-1)).toEqual({
      ...{ type: "result", done: 10, skipped: [] },
      ...{ bulkId: null, undoUntil: null }, // what was deleted is gone
    });
    expect((await list()).total).toBe(20);
  });

  test("is taken back as one gesture within the same thirty seconds as a single decision", async () => {
    await addUsers(...days(600));
    const other = await addUser({ name: "Autre" });
    await call("PATCH", `user/${other}`, { status: "approved" });
    const done = (await bulk({ action: "reject", all: true, status: "pending", search: "" })).at(-1);
    if (done?.type !== "result") throw new Error("no result");

    time = new Date("2026-03-01T10:00:29Z");
    const undo = (id = done.bulkId, audience = "user") => call("POST", `${audience}/bulk/${id}/undo`);
    expect((await undo(done.bulkId, "brand")).status).toBe(409);
    const answer = await undo();
    expect([answer.status, await answer.json()]).toEqual([200, { undone: 600 }]);
    expect((await list({ status: "pending" })).total).toBe(600);
    expect((await list({ status: "approved" })).total).toBe(1);
    expect((await undo()).status).toBe(409);
    expect((await undo(randomUUID())).status).toBe(409);
    expect((await journal()).at(-1)).toMatchObject({
      action: "signups.decision_undone",
      details: { audience: "user", count: 600 },
    });
  });

  test("that is thirty seconds old is final", async () => {
    const ids = await addUsers({}, {});
    const done = (await bulk({ action: "approve", ids })).at(-1);
    if (done?.type !== "result") throw new Error("no result");
    time = new Date("2026-03-01T10:00:30Z");
    expect(await codeOf(await call("POST", `user/bulk/${done.bulkId}/undo`))).toEqual([409, "conflict"]);
    expect((await list({ status: "approved" })).total).toBe(2);
  });

  test("leaves alone what was decided anew since", async () => {
    const [first = "", second = ""] = await addUsers({}, {});
    const done = (await bulk({ action: "approve", ids: [first, second] })).at(-1);
    if (done?.type !== "result") throw new Error("no result");
    await call("POST", `user/${first}/undo`);
    await call("PATCH", `user/${first}`, { status: "rejected" });
    await call("POST", `user/bulk/${done.bulkId}/undo`);
    expect((await list({ status: "rejected" })).items.map(({ id }) => id)).toEqual([first]);
    expect((await list({ status: "pending" })).items.map(({ id }) => id)).toEqual([second]);
  });

  test("ends when the browser goes away", async () => {
    await addUsers(...days(1_500));
    const answer = await call("POST", "user/bulk", {
      action: "approve",
      all: true,
      status: "all",
      search: "",
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.read();
    await reader?.cancel();
    expect((await list({ status: "approved" })).total).toBe(500);
  });

  test.each([
    {},
    { action: "approve" },
    { action: "approve", ids: [] },
    { action: "approve", ids: ["x"] },
    { action: "approve", ids: Array.from({ length: 1_001 }, () => randomUUID()) },
    { action: "explode", ids: [randomUUID()] },
    { action: "approve", all: false, status: "all", search: "" },
    { action: "approve", all: true, ids: [randomUUID()], status: "all", search: "" },
  ])("refuses %j", async (body) => {
    expect((await call("POST", "user/bulk", body)).status).toBe(400);
  });
});

describe("the CSV export", () => {
  test("holds the filtered list with a column per question, readable by spreadsheets", async () => {
    const [question] = await context.db
      .insert(questionnaireItems)
      .values({
        question: "Styles ; préférés ?",
        orderPosition: 1,
        fieldType: "checkbox",
        options: ["A", "B"],
      })
      .returning();
    await addUsers(
      {
        firstname: "Zoé",
        name: 'La "Grande"',
        email: "zoe@exemple.fr",
        responses: { [question?.id ?? ""]: ["A", "B"] },
        createdAt: new Date("2026-01-31T23:30:00Z"),
      },
      { status: "rejected" },
    );
    const answer = await call("GET", "user/export.csv?status=pending");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="inscriptions-beta-2026-03-01.csv"',
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString()).toBe(
      'Prénom;Nom;Email;Statut;Date d’inscription;"Styles ; préférés ?"\r\n' +
        'Zoé;"La ""Grande""";zoe@exemple.fr;En attente;01/02/2026 00:30;A, B\r\n',
    );
    expect(await journal()).toMatchObject([
      { action: "signups.exported", details: { audience: "user", status: "pending", searched: false } },
    ]);
  });

  test.each(["=1+1", "+33", "-2", "@SUM(A1)", "\t=1", "\r=1", "＝1"])(
    "makes the formula %j harmless",
    async (name) => {
      await addUser({ name, firstname: "F" });
      const [, line] = (await (await call("GET", "user/export.csv")).text()).split(/\r\n(?=F;|Prénom)/);
      expect(line).toMatch(/^F;"?'/);
    },
  );

  test("holds every row once, however many there are, also of a search", async () => {
    await addUsers(...days(2_345));
    const lines = async (query: string) =>
      (await (await call("GET", `user/export.csv${query}`)).text()).trim().split("\r\n").slice(1);
    const all = await lines("?order=asc");
    expect(all.map((line) => line.split(";")[1])).toEqual(days(2_345).map(({ name }) => name));
    expect(await lines("?search=n12")).toHaveLength(110);
  });

  test("of brands has their website", async () => {
    await context.db
      .insert(brandSignups)
      .values({ firstname: "A", name: "Maison", email: "a@b.fr", website: "https://maison.fr" });
    const text = await (await call("GET", "brand/export.csv")).text();
    expect(text).toContain("Prénom;Nom/Marque;Email;Site web;Statut;Date d’inscription\r\n");
    expect(text).toContain("A;Maison;a@b.fr;https://maison.fr;En attente;");
  });
});

describe("a stranger", () => {
  test.each([
    ["GET", "user"],
    ["GET", "user/export.csv"],
    ["GET", `user/${randomUUID()}`],
    ["PATCH", `user/${randomUUID()}`],
    ["POST", `user/${randomUUID()}/undo`],
    ["DELETE", `user/${randomUUID()}`],
    ["POST", "user/bulk"],
  ])("is turned away from %s %s", async (method, path) => {
    const answer = await context.app.request(`/api/admin/signups/${path}`, { method });
    expect(await codeOf(answer)).toEqual([401, "unauthenticated"]);
  });
});

describe("what is listed beside the rows", () => {
  const lin = "00000000-0000-4000-8000-000000000001";
  const colour = "00000000-0000-4000-8000-000000000002";

  test("counts of each status, of all or of what a search finds, whichever is listed", async () => {
    await addUsers({}, {}, { status: "approved" }, { status: "rejected", name: "Ribe" });
    expect((await list({ status: "pending" })).counts).toEqual({
      all: 4,
      pending: 2,
      approved: 1,
      rejected: 1,
    });
    const found = await list({ search: "ribe", status: "pending" });
    expect(found).toMatchObject({ items: [], total: 0 });
    expect(found.counts).toEqual({ all: 1, pending: 0, approved: 0, rejected: 1 });
  });

  test("whoever chose an option, alone or among others, with the answers that are asked for", async () => {
    await addUsers(
      { firstname: "Un", responses: { [lin]: ["Lin", "Laine"], [colour]: "Rouge" } },
      { firstname: "Deux", responses: { [lin]: "Lin" }, status: "approved" },
      { firstname: "Trois", responses: { [lin]: ["Laine"], [colour]: "Lin" } },
    );
    const found = await list({ answer: `${lin}:Lin`, show: `${lin},${colour}` });
    expect(found).toMatchObject({ total: 2, totalIsExact: true });
    expect(found.counts).toEqual({ all: 2, pending: 1, approved: 1, rejected: 0 });
    expect(Object.fromEntries(found.items.map(({ firstname, answers }) => [firstname, answers]))).toEqual({
      Un: { [lin]: ["Lin", "Laine"], [colour]: "Rouge" },
      Deux: { [lin]: "Lin" },
    });
    expect((await list({ answer: `${lin}:Lin`, status: "approved" })).total).toBe(1);
    expect((await list({ answer: `${lin}:Lin`, search: "deux" })).total).toBe(1);
    expect((await list({ answer: `${lin}:L` })).total).toBe(0);
    expect((await call("GET", "user?answer=lin")).status).toBe(400);
    expect((await call("GET", "user?show=lin")).status).toBe(400);
  });

  test("a bulk action and an export reach no further than the answer", async () => {
    await addUsers({ responses: { [lin]: "Lin" } }, { responses: { [lin]: "Laine" } });
    const exported = await (await call("GET", `user/export.csv?answer=${lin}:Lin`)).text();
    expect(exported.trimEnd().split("\r\n")).toHaveLength(2);
    const bulk = { action: "approve", all: true, status: "all", search: "", answer: `${lin}:Lin` };
    await (await call("POST", "user/bulk", bulk)).text();
    expect((await list()).counts).toEqual({ all: 2, pending: 1, approved: 1, rejected: 0 });
  });

  test("how many came in since", async () => {
    const { asOf } = await list();
    await addUsers({ createdAt: new Date(time.getTime() - 1) }, { createdAt: new Date(time.getTime() + 1) });
    const answer = await call("GET", `user/arrivals?since=${asOf}`);
    expect(await answer.json()).toEqual({ count: 1 });
    expect((await call("GET", "user/arrivals?since=hier")).status).toBe(400);
  });
});
