import { sql } from "drizzle-orm";
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
  test.each(["user/export.csv", "../suppressions/export.csv"])(
    "the file of %s has the day in Paris in its name",
    async (path) => {
      desk.setTime(new Date("2026-02-28T23:30:00Z"));
      const answer = await desk.call("GET", path);
      expect(answer.headers.get("content-disposition")).toContain("-2026-03-01.csv");
    },
  );

  test("the export holds the filtered list with a column per question, readable by spreadsheets", async () => {
    const [question] = await desk.context.db
      .insert(questionnaireItems)
      .values({
        question: "Styles ; préférés ?",
        orderPosition: 1,
        fieldType: "checkbox",
        options: ["A", "B, C | D"],
      })
      .returning();
    const { rows } = await desk.context.db.execute<{ id: number }>(
      sql`select source_id('instagram', 'story', '') as id`,
    );
    await desk.addUsers(
      {
        sourceId: rows[0]?.id ?? null,
        firstname: "Zoé",
        name: 'La "Grande"',
        email: "zoe@exemple.fr",
        responses: { [question?.id ?? ""]: ["A", "B, C | D"] },
        confirmedAt: new Date("2026-02-01T08:15:00Z"),
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
      '"Prénom";"Nom";"Email";"Statut";"Date d’inscription";"Adresse confirmée le";"Actualités acceptées le";"Source";"Support";"Campagne";"Invitation";"Invité le";"Invitation utilisée le";"Amies confirmées";"Styles ; préférés ?"\r\n' +
        '"Zoé";"La ""Grande""";"zoe@exemple.fr";"En attente";"01/02/2026 00:30";"01/02/2026 09:15";;"instagram";"story";;;;;0;"A | B, C ¦ D"\r\n',
    );
    expect(await desk.journal()).toMatchObject([
      { action: "signups.exported", details: { audience: "user", status: "pending", searched: false } },
    ]);
  });

  test.each(["=1+1", "+33", "-2", "@SUM(A1)", "\t=1", "\r=1", "＝1"])(
    "the export makes the formula %j harmless",
    async (name) => {
      await desk.addUser({ name, firstname: "F" });
      const [, line] = (await (await desk.call("GET", "user/export.csv")).text()).split(
        /\r\n(?="F";|"Prénom")/,
      );
      expect(line).toMatch(/^"F";"'/);
    },
  );

  test("the export holds each of many rows once, also when a search filters them", async () => {
    await desk.addUsers(...minuteByMinute(2_345));
    const lines = async (query: string) =>
      (await (await desk.call("GET", `user/export.csv${query}`)).text()).trim().split("\r\n").slice(1);
    const all = await lines("?order=asc");
    expect(all.map((line) => line.split(";")[1])).toEqual(
      minuteByMinute(2_345).map(({ name }) => `"${name}"`),
    );
    expect(await lines("?search=n12")).toHaveLength(110);
  });

  test("the export leaves out limited sign-ups unless requested; the list counts them", async () => {
    const [limited] = await desk.addUsers({ name: "Limitée" }, { name: "Autre" });
    await desk.context.database.pool.query(
      "update beta_signups set limited_at = '2026-02-01T10:00:00Z' where id = $1",
      [limited],
    );
    expect(await desk.list()).toMatchObject({ total: 2, limited: 1, counts: { all: 2, pending: 2 } });
    const text = await (await desk.call("GET", "user/export.csv")).text();
    expect(text).toContain("Autre");
    expect(text).not.toContain("Limitée");
    const whole = await (await desk.call("GET", "user/export.csv?limited=true")).text();
    expect(whole.split("\r\n")[0]).toMatch(/"Traitement limité le"$/);
    expect(whole).toMatch(/"Limitée".*01\/02\/2026/);
    expect((await desk.call("GET", "user/export.csv?limited=x")).status).toBe(400);
  });

  test("the export has a column for a question of the other audience that only a limited sign-up answered", async () => {
    const [question] = await desk.context.db
      .insert(questionnaireItems)
      .values({ question: "Votre atelier ?", orderPosition: 1, fieldType: "text", targetType: "brand" })
      .returning();
    await desk.addUsers({ responses: { [question?.id ?? ""]: "Lyon" } });
    await desk.context.database.pool.query("update beta_signups set limited_at = now()");
    const text = await (await desk.call("GET", "user/export.csv?limited=true")).text();
    expect(text).toContain('"Votre atelier ?"');
    expect(text).toContain('"Lyon"');
  });

  test("the export holds numbers and dates as people typed them", async () => {
    await desk.addUser({ firstname: "01000", name: "10-12" });
    const text = await (await desk.call("GET", "user/export.csv")).text();
    expect(text).toContain('\r\n"=""01000""";"=""10-12""";');
  });

  test("the export has the date of a consent, and none after its withdrawal", async () => {
    await desk.addUsers({ name: "Un", email: "un@exemple.fr" }, { name: "Deux", email: "deux@exemple.fr" });
    await desk.context.db.execute(
      sql`insert into consent_texts (version, text) values ('t', 'T') on conflict do nothing`,
    );
    await desk.context.db.execute(sql`
      insert into consents (audience, signup_id, email_hash, purpose, text_version, given_at, confirmed_at)
      select 'user', id, email_hash, 'news', 't', '2026-02-01T08:15:00Z', '2026-02-01T08:20:00Z' from beta_signups`);
    await desk.context.db.execute(sql`
      insert into suppressions (email_hash, reason, scope, source)
      select email_hash, 'unsubscribed', 'news', 'lien' from beta_signups where name = 'Deux'`);
    const lines = (await (await desk.call("GET", "user/export.csv")).text()).split("\r\n");
    const cellOf = (name: string) => lines.find((line) => line.includes(`"${name}"`))?.split(";")[6];
    expect([cellOf("Un"), cellOf("Deux")]).toEqual(['"01/02/2026 09:15"', ""]);
  });

  test("the export of brands has their website", async () => {
    await desk.context.db
      .insert(brandSignups)
      .values({ firstname: "A", name: "Maison", email: "a@b.fr", website: "https://maison.fr" });
    const text = await (await desk.call("GET", "brand/export.csv")).text();
    expect(text).toContain(
      '"Prénom";"Nom/Marque";"Email";"Site web";"Statut";"Date d’inscription";"Adresse confirmée le";"Actualités acceptées le";"Source";"Support";"Campagne";"Invitation";"Invité le";"Invitation utilisée le";"Amies confirmées"\r\n',
    );
    expect(text).toContain('"A";"Maison";"a@b.fr";"https://maison.fr";"En attente";');
  });
});
