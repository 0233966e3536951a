import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { brandSignups, questionnaireItems } from "#db/schema.ts";
import { minuteByMinute, openSignupDesk, type SignupDesk } from "#test/support/signup-desk.ts";

let desk: SignupDesk;

beforeAll(async () => {
  desk = await openSignupDesk();
});
afterAll(() => desk.close());
beforeEach(() => desk.clear());

describe("the CSV export", () => {
  test("holds the filtered list with a column per question, readable by spreadsheets", async () => {
    const [question] = await desk.context.db
      .insert(questionnaireItems)
      .values({
        question: "Styles ; préférés ?",
        orderPosition: 1,
        fieldType: "checkbox",
        options: ["A", "B"],
      })
      .returning();
    await desk.addUsers(
      {
        firstname: "Zoé",
        name: 'La "Grande"',
        email: "zoe@exemple.fr",
        responses: { [question?.id ?? ""]: ["A", "B"] },
        createdAt: new Date("2026-01-31T23:30:00Z"),
      },
      { status: "rejected" },
    );
    const answer = await desk.call("GET", "user/export.csv?status=pending");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="inscriptions-beta-2026-03-01.csv"',
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString()).toBe(
      '"Prénom";"Nom";"Email";"Statut";"Date d’inscription";"Styles ; préférés ?"\r\n' +
        '"Zoé";"La ""Grande""";"zoe@exemple.fr";"En attente";"01/02/2026 00:30";"A, B"\r\n',
    );
    expect(await desk.journal()).toMatchObject([
      { action: "signups.exported", details: { audience: "user", status: "pending", searched: false } },
    ]);
  });

  test.each(["=1+1", "+33", "-2", "@SUM(A1)", "\t=1", "\r=1", "＝1"])(
    "makes the formula %j harmless",
    async (name) => {
      await desk.addUser({ name, firstname: "F" });
      const [, line] = (await (await desk.call("GET", "user/export.csv")).text()).split(
        /\r\n(?="F";|"Prénom")/,
      );
      expect(line).toMatch(/^"F";"'/);
    },
  );

  test("holds every row once, however many there are, also of a search", async () => {
    await desk.addUsers(...minuteByMinute(2_345));
    const lines = async (query: string) =>
      (await (await desk.call("GET", `user/export.csv${query}`)).text()).trim().split("\r\n").slice(1);
    const all = await lines("?order=asc");
    expect(all.map((line) => line.split(";")[1])).toEqual(
      minuteByMinute(2_345).map(({ name }) => `"${name}"`),
    );
    expect(await lines("?search=n12")).toHaveLength(110);
  });

  test("of brands has their website", async () => {
    await desk.context.db
      .insert(brandSignups)
      .values({ firstname: "A", name: "Maison", email: "a@b.fr", website: "https://maison.fr" });
    const text = await (await desk.call("GET", "brand/export.csv")).text();
    expect(text).toContain('"Prénom";"Nom/Marque";"Email";"Site web";"Statut";"Date d’inscription"\r\n');
    expect(text).toContain('"A";"Maison";"a@b.fr";"https://maison.fr";"En attente";');
  });
});
