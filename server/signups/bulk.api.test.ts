import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BulkEvent } from "#contract/decisions.schema.ts";
import { codeOf, minuteByMinute, openSignupDesk, type SignupDesk } from "#test/support/signup-desk.ts";

let desk: SignupDesk;

beforeAll(async () => {
  desk = await openSignupDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

async function bulk(body: unknown, audience = "user"): Promise<BulkEvent[]> {
  const answer = await desk.call("POST", `${audience}/bulk`, body);
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  const text = await answer.text();
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((event) => JSON.parse(event.replace(/^data: /, "")) as BulkEvent);
}

describe("a bulk action", () => {
  test("a bulk action decides the chosen sign-ups and reports those that it could not decide", async () => {
    const ids = await desk.addUsers({}, {}, { status: "rejected" });
    const events = await bulk({ action: "approve", ids: [...ids, randomUUID(), ids[0]] });
    expect(events).toEqual([
      { type: "progress", done: 0, total: 4, bulkId: expect.any(String) },
      { type: "progress", done: 4, total: 4, bulkId: expect.any(String) },
      {
        type: "result",
        done: 2,
        skipped: [
          { reason: "not_pending", count: 1 },
          { reason: "not_found", count: 1 },
        ],
        bulkId: expect.any(String),
        undoMs: 30_000,
      },
    ]);
    expect((await desk.list({ status: "approved" })).total).toBe(2);
    expect(await desk.journal()).toMatchObject([
      { action: "signups.approved", subject: null, details: { audience: "user", count: 2 } },
    ]);
  });

  // registre: 28
  test.each(["approve", "delete"] as const)(
    "a bulk action leaves out limited sign-ups and reports how many: %s",
    async (action) => {
      const [limited] = await desk.addUsers({}, {}, {});
      await desk.context.database.pool.query("update beta_signups set limited_at = now() where id = $1", [
        limited,
      ]);
      const events = await bulk({ action, all: true, status: "all", search: "" });
      expect(events.at(-1)).toMatchObject({ done: 2, skipped: [{ reason: "limited", count: 1 }] });
      const { rows } = await desk.context.database.pool.query(
        "select id from beta_signups where status = 'pending'",
      );
      expect(rows).toEqual([{ id: limited }]);
    },
  );

  test("a bulk action on all matches changes every matching sign-up, batch by batch, and no other", async () => {
    await desk.addUsers(...minuteByMinute(1_201));
    await desk.addUsers({ name: "Autre", status: "rejected" });
    const events = await bulk({ action: "reject", all: true, status: "pending", search: "" });
    expect(events.at(-1)).toMatchObject({ type: "result", done: 1_201, skipped: [] });
    expect(events.filter(({ type }) => type === "progress").length).toBeGreaterThan(2);
    expect((await desk.list({ status: "rejected" })).total).toBe(1_202);
  });

  test.each([
    ["", 30],
    ["n00", 10],
  ])(
    "a bulk action on all matches of %j leaves out sign-ups that came in after the list was read",
    async (search, listed) => {
      await desk.addUsers(...minuteByMinute(30));
      const { asOf } = await desk.list({ search });
      const createdAt = new Date(desk.now().getTime() + 1_000);
      await desk.addUsers({ name: "N00 Tardive", createdAt });
      const events = await bulk({ action: "delete", all: true, status: "all", search, until: asOf });
      expect(events[0]).toEqual({ type: "progress", done: 0, total: listed, bulkId: null });
      expect(events.at(-1)).toMatchObject({ type: "result", done: listed });
      expect((await desk.list({ search: "tardive" })).total).toBe(1);
    },
  );

  test("a bulk deletion of a search's matches deletes no other sign-ups", async () => {
    await desk.addUsers(...minuteByMinute(30));
    const events = await bulk({ action: "delete", all: true, status: "all", search: "n00" });
    expect(events.at(-1)).toEqual({
      type: "result",
      done: 10,
      skipped: [],
      bulkId: null,
      undoMs: null, // what was deleted is gone
    });
    expect((await desk.list()).total).toBe(20);
  });

  test("a bulk decision can be undone as a whole within thirty seconds", async () => {
    await desk.addUsers(...minuteByMinute(600));
    const other = await desk.addUser({ name: "Autre" });
    await desk.call("PATCH", `user/${other}`, { status: "approved" });
    const done = (await bulk({ action: "reject", all: true, status: "pending", search: "" })).at(-1);
    if (done?.type !== "result") throw new Error("no result");

    desk.setTime(new Date("2026-03-01T10:00:29Z"));
    const undo = (id = done.bulkId, audience = "user") => desk.call("POST", `${audience}/bulk/${id}/undo`);
    expect((await undo(done.bulkId, "brand")).status).toBe(409);
    const answer = await undo();
    expect([answer.status, await answer.json()]).toEqual([200, { undone: 600 }]);
    expect((await desk.list({ status: "pending" })).total).toBe(600);
    expect((await desk.list({ status: "approved" })).total).toBe(1);
    expect((await undo()).status).toBe(409);
    expect((await undo(randomUUID())).status).toBe(409);
    expect((await desk.journal()).at(-1)).toMatchObject({
      action: "signups.decision_undone",
      details: { audience: "user", count: 600 },
    });
  });

  test("a bulk decision can be undone for thirty seconds more after an extension", async () => {
    const ids = await desk.addUsers({}, {});
    const done = (await bulk({ action: "approve", ids })).at(-1);
    if (done?.type !== "result") throw new Error("no result");
    const extend = (id = done.bulkId) => desk.call("POST", `user/bulk/${id}/undo/extension`);
    desk.setTime(new Date("2026-03-01T10:00:29Z"));
    const answer = await extend();
    expect([answer.status, await answer.json()]).toEqual([200, { undoMs: 30_000 }]);
    desk.setTime(new Date("2026-03-01T10:00:58Z"));
    expect((await desk.call("POST", `user/bulk/${done.bulkId}/undo`)).status).toBe(200);
    expect(await codeOf(await extend())).toEqual([409, "conflict"]);
    expect((await extend("x")).status).toBe(400);
    expect((await desk.list({ status: "pending" })).total).toBe(2);
  });

  test("a bulk decision that is thirty seconds old is final", async () => {
    const ids = await desk.addUsers({}, {});
    const done = (await bulk({ action: "approve", ids })).at(-1);
    if (done?.type !== "result") throw new Error("no result");
    desk.setTime(new Date("2026-03-01T10:00:30Z"));
    expect(await codeOf(await desk.call("POST", `user/bulk/${done.bulkId}/undo`))).toEqual([409, "conflict"]);
    expect((await desk.list({ status: "approved" })).total).toBe(2);
  });

  test("the undo of a bulk decision leaves sign-ups alone that were decided again since", async () => {
    const [first = "", second = ""] = await desk.addUsers({}, {});
    const done = (await bulk({ action: "approve", ids: [first, second] })).at(-1);
    if (done?.type !== "result") throw new Error("no result");
    await desk.call("POST", `user/${first}/undo`);
    await desk.call("PATCH", `user/${first}`, { status: "rejected" });
    await desk.call("POST", `user/bulk/${done.bulkId}/undo`);
    expect((await desk.list({ status: "rejected" })).items.map(({ id }) => id)).toEqual([first]);
    expect((await desk.list({ status: "pending" })).items.map(({ id }) => id)).toEqual([second]);
  });

  test("a bulk action ends when the browser disconnects, and its decisions can be undone", async () => {
    await desk.addUsers(...minuteByMinute(1_500));
    const answer = await desk.call("POST", "user/bulk", {
      action: "approve",
      all: true,
      status: "all",
      search: "",
    });
    const reader = answer.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    await reader?.read();
    await reader?.cancel();
    expect((await desk.list({ status: "approved" })).total).toBe(500);
    const { bulkId } = JSON.parse(first.replace(/^data: /, "")) as BulkEvent;
    const undo = await desk.call("POST", `user/bulk/${bulkId}/undo`);
    expect(await undo.json()).toEqual({ undone: 500 });
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
  ])("a bulk action refuses %j", async (body) => {
    expect((await desk.call("POST", "user/bulk", body)).status).toBe(400);
  });
});
