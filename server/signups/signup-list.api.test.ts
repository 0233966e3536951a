import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { brandSignups } from "#db/schema.ts";
import { codeOf, minuteByMinute, openSignupDesk, type SignupDesk } from "#test/support/signup-desk.ts";

let desk: SignupDesk;

beforeAll(async () => {
  desk = await openSignupDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

describe("a list of sign-ups", () => {
  test("a list shows ten sign-ups per page, the newest first, with the total", async () => {
    await desk.addUsers(...minuteByMinute(25));
    const names = async (page: number) => (await desk.list({ page })).items.map(({ name }) => name);
    expect(await desk.list()).toMatchObject({ total: 25, totalIsExact: true, page: 1, pageSize: 10 });
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
    expect(await desk.list({ page: 4 })).toMatchObject({ items: [], total: 25 });
  });

  test("a list shows the oldest first when asked, page by page without gap or repetition", async () => {
    await desk.addUsers(...minuteByMinute(33));
    const pages = [1, 2, 3, 4].map((page) => desk.list({ page, order: "asc" }));
    const names = (await Promise.all(pages)).flatMap(({ items }) => items.map(({ name }) => name));
    expect(names).toEqual(minuteByMinute(33).map(({ name }) => name));
  });

  test("a list is filtered by status, the total included", async () => {
    await desk.addUsers({ status: "approved" }, { status: "rejected" }, {}, {});
    expect((await desk.list({ status: "pending" })).total).toBe(2);
    expect((await desk.list({ status: "approved" })).items.map(({ status }) => status)).toEqual(["approved"]);
    expect((await desk.list({ status: "all" })).total).toBe(4);
  });

  test("a list is searched in first name, name and e-mail without regard to case, and in websites of brands", async () => {
    await desk.addUsers({ firstname: "Élodie" }, { name: "D’Arcy" }, { email: "MODE@exemple.fr" });
    expect((await desk.list({ search: "éLODie" })).total).toBe(1);
    expect((await desk.list({ search: "d’arcy" })).total).toBe(1);
    expect((await desk.list({ search: " mode@ " })).total).toBe(1);
    expect((await desk.list({ search: "zz" })).total).toBe(0);
    const brand = { firstname: "A", name: "B", email: "c@d.fr", website: "https://atelier-lin.fr" };
    await desk.context.db.insert(brandSignups).values(brand);
    expect((await desk.list({ search: "ATELIER-lin" }, "brand")).items).toMatchObject([brand]);
  });

  test.each(["100%", "a_b", "a\\b", "'; drop table beta_signups; --", '"quoted"', "%", "_", "\\", "%%%"])(
    "a search finds %s literally",
    async (search) => {
      await desk.addUsers({ name: `x${search}y` }, { name: "100 percent axb aab" });
      expect((await desk.list({ search })).items.map(({ name }) => name)).toEqual([`x${search}y`]);
    },
  );

  test.each([
    ["curacao", { name: "Curaçao" }],
    ["isik", { name: "Işık" }],
    ["Élodie", { firstname: "Elodie" }],
    ["oeuvre", { name: "ŒUVRÉ" }],
    ["post@müller.example", { email: "post@xn--mller-kva.example" }],
    ["@MÜLLER.ex", { email: "post@xn--mller-kva.example" }],
  ])("a search finds %j however its accents and domain are written", async (search, person) => {
    await desk.addUsers(person, { name: "Curtis", email: "post@muller.example" });
    expect((await desk.list({ search })).items).toMatchObject([person]);
  });

  test("the matches of a search are counted exactly up to a thousand", async () => {
    await desk.addUsers(...minuteByMinute(1_000));
    expect(await desk.list({ search: "martin" })).toMatchObject({ total: 0 });
    expect(await desk.list({ search: "anne n" })).toMatchObject({ total: 1_000, totalIsExact: true });
    await desk.addUsers({ name: "N0 newest", createdAt: new Date("2026-02-01T00:00:00Z") });
    const many = await desk.list({ search: "anne n" });
    expect(many).toMatchObject({ total: 1_000, totalIsExact: false });
    expect(many.items[0]?.name).toBe("N0 newest");
    expect(await desk.list({ search: "an" })).toMatchObject({ total: 1_000, totalIsExact: false });
    expect((await desk.list({ search: "anne n", page: 100, order: "asc" })).items[0]?.name).toBe("N990");
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
  ])("a list refuses %s=%s", async (key, value) => {
    expect(await codeOf(await desk.call("GET", `user?${key}=${encodeURIComponent(value)}`))).toEqual([
      400,
      "invalid_request",
    ]);
  });

  test("no cache may store a list", async () => {
    expect((await desk.call("GET", "user")).headers.get("cache-control")).toBe("no-store");
  });
});

describe("the counts and answers of a list", () => {
  const lin = "00000000-0000-4000-8000-000000000001";
  const colour = "00000000-0000-4000-8000-000000000002";

  test("each status of the list or the search is counted, also statuses that the filter hides", async () => {
    await desk.addUsers({}, {}, { status: "approved" }, { status: "rejected", name: "Ribe" });
    expect((await desk.list({ status: "pending" })).counts).toEqual({
      all: 4,
      pending: 2,
      approved: 1,
      rejected: 1,
    });
    const found = await desk.list({ search: "ribe", status: "pending" });
    expect(found).toMatchObject({ items: [], total: 0 });
    expect(found.counts).toEqual({ all: 1, pending: 0, approved: 0, rejected: 1 });
  });

  test("a filter by answer finds people who chose an option, alone or among others, with the requested answers", async () => {
    await desk.addUsers(
      { firstname: "Un", responses: { [lin]: ["Lin", "Laine"], [colour]: "Rouge" } },
      { firstname: "Deux", responses: { [lin]: "Lin" }, status: "approved" },
      { firstname: "Trois", responses: { [lin]: ["Laine"], [colour]: "Lin" } },
    );
    const found = await desk.list({ answer: `${lin}:Lin`, show: `${lin},${colour}` });
    expect(found).toMatchObject({ total: 2, totalIsExact: true });
    expect(found.counts).toEqual({ all: 2, pending: 1, approved: 1, rejected: 0 });
    expect(Object.fromEntries(found.items.map(({ firstname, answers }) => [firstname, answers]))).toEqual({
      Un: { [lin]: ["Lin", "Laine"], [colour]: "Rouge" },
      Deux: { [lin]: "Lin" },
    });
    expect((await desk.list({ answer: `${lin}:Lin`, status: "approved" })).total).toBe(1);
    expect((await desk.list({ answer: `${lin}:Lin`, search: "deux" })).total).toBe(1);
    expect((await desk.list({ answer: `${lin}:L` })).total).toBe(0);
    expect((await desk.call("GET", "user?answer=lin")).status).toBe(400);
    expect((await desk.call("GET", "user?show=lin")).status).toBe(400);
  });

  test("a bulk action and an export are limited by the filter by answer", async () => {
    await desk.addUsers({ responses: { [lin]: "Lin" } }, { responses: { [lin]: "Laine" } });
    const exported = await (await desk.call("GET", `user/export.csv?answer=${lin}:Lin`)).text();
    expect(exported.trimEnd().split("\r\n")).toHaveLength(2);
    const bulk = { action: "approve", all: true, status: "all", search: "", answer: `${lin}:Lin` };
    await (await desk.call("POST", "user/bulk", bulk)).text();
    expect((await desk.list()).counts).toEqual({ all: 2, pending: 1, approved: 1, rejected: 0 });
  });

  test.each([
    ["whole", {}],
    ["searched", { search: "ribe" }],
  ])("a %s list that is read again leaves out rows that came in later, on each page", async (_, filter) => {
    const at = (seconds: number) => new Date(desk.now().getTime() + seconds * 1_000);
    const rows = (from: number) =>
      Array.from({ length: 11 }, (_, index) => ({
        name: "Ribe",
        firstname: `N${from + index}`,
        createdAt: at(from + index),
      }));
    await desk.addUsers(...rows(-20));
    const before = await desk.list({ ...filter });
    await desk.addUsers(...rows(1));
    const page = async (number: number) =>
      (await desk.list({ ...filter, page: number, until: before.asOf })).items.map(
        ({ firstname }) => firstname,
      );
    expect(await page(1)).toEqual(before.items.map(({ firstname }) => firstname));
    expect(await page(2)).toEqual(["N-20"]);
    expect(await desk.list({ ...filter, until: before.asOf })).toMatchObject({
      asOf: before.asOf,
      total: before.total,
    });
    expect((await desk.list({ ...filter })).items[0]?.firstname).toBe("N11");
    expect((await desk.call("GET", "user?until=hier")).status).toBe(400);
  });

  test("the list counts sign-ups that came in since it was read", async () => {
    const { asOf } = await desk.list();
    await desk.addUsers(
      { createdAt: new Date(desk.now().getTime() - 1) },
      { createdAt: new Date(desk.now().getTime() + 1) },
    );
    const answer = await desk.call("GET", `user/arrivals?since=${asOf}`);
    expect(await answer.json()).toEqual({ count: 1 });
    expect((await desk.call("GET", "user/arrivals?since=hier")).status).toBe(400);
  });

  test("a list that is read again keeps its rows and total after more than 1,000 new sign-ups, which are counted up to 1,001", async () => {
    await desk.addUsers(...minuteByMinute(12));
    const { asOf } = await desk.list();
    await desk.context.db.execute(sql`
      insert into beta_signups (firstname, name, email, created_at)
      select 'Léa', 'Martin', 'lea' || number || '@exemple.fr', ${asOf}::timestamptz + interval '1 second'
      from generate_series(1, 1020) as number`);
    const again = await desk.list({ page: 2, until: asOf });
    expect(again.total).toBe(12);
    expect(again.items.map(({ name }) => name)).toEqual(["N001", "N000"]);
    expect(await (await desk.call("GET", `user/arrivals?since=${asOf}`)).json()).toEqual({ count: 1_001 });
  });
});

describe("a visitor", () => {
  test.each([
    ["GET", "user"],
    ["GET", "user/export.csv"],
    ["GET", `user/${randomUUID()}`],
    ["PATCH", `user/${randomUUID()}`],
    ["POST", `user/${randomUUID()}/undo`],
    ["DELETE", `user/${randomUUID()}`],
    ["POST", "user/bulk"],
  ])("a visitor is refused %s %s", async (method, path) => {
    const answer = await desk.context.app.request(`/api/admin/signups/${path}`, { method });
    expect(await codeOf(answer)).toEqual([401, "unauthenticated"]);
  });
});
