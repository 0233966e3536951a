import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DecidedSignup } from "#contract/decisions.schema.ts";
import type { SignupDetail } from "#contract/signup-list.schema.ts";
import { questionnaireItems } from "#db/schema.ts";
import { codeOf, openSignupDesk, type SignupDesk } from "#test/support/signup-desk.ts";

let desk: SignupDesk;

beforeAll(async () => {
  desk = await openSignupDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

describe("the details of a sign-up", () => {
  test("the details show the answers next to their questions, also to questions that are switched off or gone", async () => {
    const add = async (question: string, orderPosition: number, active: boolean) => {
      const [row] = await desk.context.db
        .insert(questionnaireItems)
        .values({ question, orderPosition, active })
        .returning();
      return row?.id ?? "";
    };
    const off = await add("Éteinte ?", 2, false);
    const on = await add("Allumée ?", 1, true);
    const gone = randomUUID();
    const id = await desk.addUser({ responses: { [gone]: ["a", "b"], [off]: "oui", [on]: "non" } });
    const detail = (await (await desk.call("GET", `user/${id}`)).json()) as SignupDetail;
    expect(detail.answers).toEqual([
      { questionId: on, question: "Allumée ?", fieldType: "text", value: "non" },
      { questionId: off, question: "Éteinte ?", fieldType: "text", value: "oui" },
      { questionId: gone, question: null, fieldType: null, value: ["a", "b"] },
    ]);
    expect(detail).toMatchObject({ id, status: "pending", website: null });
  });

  test("the details are not found for an unknown id, and refused for a malformed one", async () => {
    expect(await codeOf(await desk.call("GET", `user/${randomUUID()}`))).toEqual([404, "not_found"]);
    expect(await codeOf(await desk.call("GET", "user/1"))).toEqual([400, "invalid_request"]);
  });
});

describe("a decision", () => {
  test.each(["approved", "rejected"] as const)(
    "a decision makes a pending sign-up %s and is stored with its author",
    async (status) => {
      const id = await desk.addUser();
      const answer = await desk.call("PATCH", `user/${id}`, { status });
      expect(answer.status).toBe(200);
      const decided = (await answer.json()) as DecidedSignup;
      expect(decided).toMatchObject({ id, status, undoMs: 30_000 });
      expect(await desk.journal()).toEqual([
        {
          actor: desk.signedIn.admin.email,
          action: `signup.${status}`,
          subject: id,
          details: { audience: "user" },
        },
      ]);
    },
  );

  test("a decision is final: an approved or rejected sign-up can no longer be decided", async () => {
    const id = await desk.addUser({ status: "approved" });
    expect(await codeOf(await desk.call("PATCH", `user/${id}`, { status: "rejected" }))).toEqual([
      409,
      "not_pending",
    ]);
    expect(await desk.journal()).toEqual([]);
  });

  test("when two admins decide at the same time, one decision counts and the other admin gets 409", async () => {
    const id = await desk.addUser();
    const answers = await Promise.all([
      desk.call("PATCH", `user/${id}`, { status: "approved" }),
      desk.call("PATCH", `user/${id}`, { status: "rejected" }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await desk.journal()).toHaveLength(1);
  });

  test("a decision is refused for unknown sign-ups, other states and unknown fields", async () => {
    const id = await desk.addUser();
    expect(await codeOf(await desk.call("PATCH", `user/${randomUUID()}`, { status: "approved" }))).toEqual([
      404,
      "not_found",
    ]);
    expect(await codeOf(await desk.call("PATCH", `user/${id}`, { status: "pending" }))).toEqual([
      400,
      "invalid_request",
    ]);
    expect(await codeOf(await desk.call("PATCH", `user/${id}`, { status: "approved", email: "x" }))).toEqual([
      400,
      "invalid_request",
    ]);
  });

  test("a decision can be undone for thirty seconds, and made again", async () => {
    const id = await desk.addUser();
    await desk.call("PATCH", `user/${id}`, { status: "approved" });
    desk.setTime(new Date("2026-03-01T10:00:29.900Z"));
    const undone = await desk.call("POST", `user/${id}/undo`);
    expect(undone.status).toBe(200);
    expect(await undone.json()).toMatchObject({ id, status: "pending", undoMs: null });
    expect((await desk.call("PATCH", `user/${id}`, { status: "rejected" })).status).toBe(200);
    expect((await desk.journal()).map((entry) => entry.action)).toEqual([
      "signup.approved",
      "signup.decision_undone",
      "signup.rejected",
    ]);
  });

  test("a decision can be undone for thirty seconds after each extension, and its message waits until then", async () => {
    const query = async (text: string) => (await desk.context.database.pool.query(text)).rows;
    await query("update email_templates set is_active = true where event = 'approved'");
    const id = await desk.addUser();
    await desk.call("PATCH", `user/${id}`, { status: "approved" });
    await query("update email_log set next_attempt_at = now() + interval '1 second'");
    desk.setTime(new Date("2026-03-01T10:00:29.900Z"));
    const extended = await desk.call("POST", `user/${id}/undo/extension`);
    expect(extended.status).toBe(200);
    expect(await extended.json()).toMatchObject({ id, status: "approved", undoMs: 30_000 });
    expect(
      await query(
        `select next_attempt_at > now() + interval '25 seconds' as late from email_log where variables ->> 'signupId' = '${id}'`,
      ),
    ).toEqual([{ late: true }]);
    desk.setTime(new Date("2026-03-01T10:00:59Z"));
    expect((await desk.call("POST", `user/${id}/undo`)).status).toBe(200);
  });

  test("a decision cannot be extended once it is final, pending or gone, nor by a visitor or a foreign page", async () => {
    const id = await desk.addUser();
    const path = `user/${id}/undo/extension`;
    expect(await codeOf(await desk.call("POST", path))).toEqual([409, "conflict"]);
    await desk.call("PATCH", `user/${id}`, { status: "approved" });
    const extendAs = (headers: Record<string, string>) =>
      desk.context.app.request(`/api/admin/signups/${path}`, { method: "POST", headers });
    expect((await extendAs({ origin: "http://localhost" })).status).toBe(401);
    const foreign = { ...desk.signedIn.headers, origin: "https://elsewhere.example" };
    expect((await extendAs(foreign)).status).toBe(403);
    desk.setTime(new Date("2026-03-01T10:00:30.000Z"));
    expect(await codeOf(await desk.call("POST", path))).toEqual([409, "conflict"]);
    const gone = await desk.call("POST", `user/${randomUUID()}/undo/extension`);
    expect(await codeOf(gone)).toEqual([404, "not_found"]);
    expect((await desk.call("POST", "user/x/undo/extension")).status).toBe(400);
  });

  test("a final or missing decision cannot be undone", async () => {
    const id = await desk.addUser();
    expect(await codeOf(await desk.call("POST", `user/${id}/undo`))).toEqual([409, "conflict"]);
    await desk.call("PATCH", `user/${id}`, { status: "approved" });
    desk.setTime(new Date("2026-03-01T10:00:30.000Z"));
    expect(await codeOf(await desk.call("POST", `user/${id}/undo`))).toEqual([409, "conflict"]);
    expect(await codeOf(await desk.call("POST", `user/${randomUUID()}/undo`))).toEqual([404, "not_found"]);
  });
});

describe("a deletion", () => {
  test.each(["pending", "approved", "rejected"] as const)(
    "a deletion removes a %s sign-up",
    async (status) => {
      const id = await desk.addUser({ status });
      expect((await desk.call("DELETE", `user/${id}`)).status).toBe(204);
      expect(await codeOf(await desk.call("DELETE", `user/${id}`))).toEqual([404, "not_found"]);
      expect((await desk.list()).total).toBe(0);
      expect(await desk.journal()).toMatchObject([{ action: "signup.deleted", subject: id }]);
    },
  );
});
