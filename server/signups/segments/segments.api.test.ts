import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiProblem } from "#contract/errors.ts";
import type { AdminQuestion, SaveQuestionInput } from "#contract/questionnaire.schema.ts";
import type { PreviewSegment, SavedSegment, SegmentPreview } from "#contract/segments.schema.ts";
import { type Conditions, type SegmentRule, segmentMessages } from "#contract/segments.ts";
import { brandSignups } from "#db/schema.ts";
import { openSignupDesk, type SignupDesk } from "#test/support/signup-desk.ts";

let desk: SignupDesk;
let style: AdminQuestion;
let city: AdminQuestion;

beforeAll(async () => {
  desk = await openSignupDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.clear();
  await desk.context.db.execute(sql`delete from segments`);
  style = await ask({ question: "Votre style ?", fieldType: "checkbox", options: ["Vintage", "Rue"] });
  city = await ask({ question: "Votre ville ?", fieldType: "text", options: null });
});

const request = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  desk.context.app.request(`/api/admin/${path}`, {
    method,
    headers: headers ?? desk.signedIn.headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const read = async <Body>(answer: Response, status = 200): Promise<Body> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as Body;
};
const ask = async (values: Partial<SaveQuestionInput>) =>
  read<AdminQuestion>(await request("POST", "questions", { targetType: "both", ...values }), 201);
const all = (...rules: SegmentRule[]): Conditions => ({ match: "all", groups: [{ match: "all", rules }] });
const chose = (value: string): SegmentRule => ({ field: "answer", questionId: style.id, op: "is", value });
const preview = async (conditions: Conditions, audience: PreviewSegment["audience"] = "user") =>
  read<SegmentPreview>(await request("POST", "segments/preview", { audience, conditions }));
const namesOf = async (conditions: Conditions, audience?: PreviewSegment["audience"]) => {
  const { count, sample } = await preview(conditions, audience);
  expect(sample).toHaveLength(Math.min(5, count));
  return sample.map(({ firstname }) => firstname).sort();
};
const save = async (conditions: Conditions, name = "Style") =>
  read<SavedSegment>(await request("POST", "segments", { name, audience: "user", conditions }), 201);
const listed = async () => (await read<{ items: SavedSegment[] }>(await request("GET", "segments"))).items;

async function addPeople() {
  const { rows } = await desk.context.db.execute<{ id: number }>(
    sql`select source_id('instagram', 'story', '') as id union all select source_id('google', '', '')`,
  );
  const [instagram, google] = rows.map(({ id }) => id);
  await desk.addUsers(
    {
      firstname: "Anne",
      status: "approved",
      sourceId: instagram ?? null,
      createdAt: new Date("2026-02-28T22:59:59Z"),
      responses: { [style.id]: ["Vintage", "Rue"], [city.id]: "Aix-en-Provence" },
    },
    {
      firstname: "Bruno",
      confirmedAt: new Date("2026-03-01T09:00:00Z"),
      sourceId: google ?? null,
      createdAt: new Date("2026-02-28T23:00:00Z"),
      responses: { [style.id]: ["Rue"], [city.id]: "Orléans" },
    },
    {
      firstname: "Chloé",
      status: "rejected",
      objectedAt: new Date("2026-03-02T10:00:00Z"),
      createdAt: new Date("2026-03-01T23:00:00Z"),
    },
  );
}

test("a preview counts each kind of condition, and shows the people that it selects", async () => {
  await addPeople();
  await desk.context.db.execute(sql`update beta_signups set starred = true where firstname = 'Bruno'`);
  const answer = (rule: object) => ({ field: "answer", questionId: style.id, ...rule }) as SegmentRule;
  const people: [SegmentRule, string[]][] = [
    [{ field: "status", op: "is", value: "approved" }, ["Anne"]],
    [{ field: "status", op: "isNot", value: "approved" }, ["Bruno", "Chloé"]],
    [{ field: "status", op: "anyOf", value: ["approved", "rejected"] }, ["Anne", "Chloé"]],
    [{ field: "confirmed", op: "is", value: true }, ["Bruno"]],
    [{ field: "confirmed", op: "is", value: false }, ["Anne", "Chloé"]],
    [{ field: "date", op: "before", value: "2026-03-01" }, ["Anne"]],
    [{ field: "date", op: "after", value: "2026-03-01" }, ["Chloé"]],
    [{ field: "website", op: "is", value: true }, []],
    [{ field: "website", op: "is", value: false }, ["Anne", "Bruno", "Chloé"]],
    [{ field: "starred", op: "is", value: true }, ["Bruno"]],
    [{ field: "starred", op: "is", value: false }, ["Anne", "Chloé"]],
    [{ field: "counted", op: "is", value: true }, ["Anne", "Bruno"]],
    [{ field: "counted", op: "is", value: false }, ["Chloé"]],
    [{ field: "source", op: "is", value: "instagram" }, ["Anne"]],
    [{ field: "source", op: "isNot", value: "instagram" }, ["Bruno"]],
    [{ field: "source", op: "anyOf", value: ["google", "instagram"] }, ["Anne", "Bruno"]],
    [{ field: "source", op: "is", value: "tiktok" }, []],
    [{ field: "source", op: "isNot", value: "tiktok" }, ["Anne", "Bruno"]],
    [{ field: "source", op: "none" }, ["Chloé"]],
    [answer({ op: "is", value: "Vintage" }), ["Anne"]],
    [answer({ op: "isNot", value: "Vintage" }), ["Bruno"]],
    [answer({ op: "anyOf", value: ["Vintage", "Rue"] }), ["Anne", "Bruno"]],
    [answer({ op: "none" }), ["Chloé"]],
    [answer({ op: "contains", questionId: city.id, value: "orleans" }), ["Bruno"]],
    [answer({ op: "contains", questionId: city.id, value: "%" }), []],
  ];
  for (const [rule, names] of people) expect(await namesOf(all(rule)), JSON.stringify(rule)).toEqual(names);
});

test("the condition on friends compares the number of counted friends, which is 0 for people without friends", async () => {
  await addPeople();
  const { db } = desk.context;
  await db.execute(sql`delete from referrals`);
  // The trigger deletes friends of people without a code.
  await db.execute(sql`
    insert into referral_codes (signup_id, audience, code, mailbox_key)
    select id, 'user', id::text, id::text from beta_signups`);
  // Only Bruno has confirmed.
  await db.execute(sql`
    insert into referrals (signup_id, audience, referrer_id, referrer_audience, mailbox_key, reviewed)
    select friend.id, 'user', referrer.id, 'user', friend.firstname, 'accepted'
    from beta_signups as friend join beta_signups as referrer
      on (referrer.firstname, friend.firstname) in (('Anne', 'Bruno'), ('Anne', 'Chloé'))`);
  const friends = (op: "is" | "after" | "before", value: number): SegmentRule => ({
    field: "friends",
    op,
    value,
  });
  const people: [SegmentRule, string[]][] = [
    [friends("is", 1), ["Anne"]],
    [friends("is", 0), ["Bruno", "Chloé"]],
    [friends("after", 1), ["Anne"]],
    [friends("after", 2), []],
    [friends("after", 0), ["Anne", "Bruno", "Chloé"]],
    [friends("before", 1), ["Bruno", "Chloé"]],
    [friends("before", 2), ["Anne", "Bruno", "Chloé"]],
    [friends("before", 0), []],
  ];
  for (const [rule, names] of people) expect(await namesOf(all(rule)), JSON.stringify(rule)).toEqual(names);
});

test("groups and their rules are joined by 'all' or 'any'", async () => {
  await addPeople();
  const approved: SegmentRule = { field: "status", op: "is", value: "approved" };
  const rejected: SegmentRule = { field: "status", op: "is", value: "rejected" };
  const groups = [
    { match: "any" as const, rules: [approved, rejected] },
    { match: "all" as const, rules: [chose("Rue")] },
  ];
  expect(await namesOf({ match: "all", groups })).toEqual(["Anne"]);
  expect(await namesOf({ match: "any", groups })).toEqual(["Anne", "Bruno", "Chloé"]);
});

test("the condition on news selects the people to whom a campaign of news may be sent", async () => {
  await addPeople();
  const agreed: SegmentRule = { field: "news", op: "is", value: true };
  expect(await namesOf(all(agreed))).toEqual([]);
  const { db } = desk.context;
  await db.execute(sql`insert into consent_texts (version, text) values ('t', 'T') on conflict do nothing`);
  await db.execute(sql`
    insert into consents (audience, signup_id, email_hash, purpose, text_version, confirmed_at)
    select 'user', id, email_hash, 'news', 't',
      case when firstname <> 'Chloé' then now() end
    from beta_signups`);
  await db.execute(sql`
    insert into suppressions (email_hash, scope, reason, source)
    select email_hash, 'news', 'unsubscribed', 'page' from beta_signups where firstname = 'Bruno'`);
  expect(await namesOf(all(agreed))).toEqual(["Anne"]);
  expect(await namesOf(all({ field: "news", op: "is", value: false }))).toEqual(["Bruno", "Chloé"]);
  const { rows } = await db.execute(sql`
    select firstname from beta_signups cross join lateral mail_permission(email_hash, 'campaign', 'news') where allowed`);
  expect(rows).toEqual([{ firstname: "Anne" }]);
});

test("a segment of both audiences counts users and brands, and says it in a sentence", async () => {
  await addPeople();
  await desk.context.db.insert(brandSignups).values({
    firstname: "Diane",
    name: "Maison",
    email: "maison@exemple.fr",
    website: "https://exemple.fr",
    responses: { [style.id]: ["Vintage"] },
  });
  const conditions = all(chose("Vintage"));
  expect(await namesOf(conditions, "both")).toEqual(["Anne", "Diane"]);
  expect(await namesOf(conditions, "brand")).toEqual(["Diane"]);
  expect(await namesOf(all({ field: "website", op: "is", value: true }), "both")).toEqual(["Diane"]);
  expect((await preview(conditions, "both")).sentence).toBe("Personnes qui ont répondu Vintage");
});

const saveOptions = async (options: string[], renamedOptions?: { from: string; to: string }[]) => {
  const { answerCount, orderPosition, id, ...values } = style;
  style = await read(await request("PUT", `questions/${id}`, { ...values, options, renamedOptions }));
};
const rename = (from: string, to: string) => saveOptions([to, "Rue"], [{ from, to }]);

test("an option that replaces a removed one has none of its people", async () => {
  await addPeople();
  await saveOptions(["Chic", "Rue"]);
  expect(await namesOf(all(chose("Chic")))).toEqual([]);
  expect((await desk.list({ answer: `${style.id}:Chic` })).total).toBe(0);
});

test("a saved segment keeps its people when its option is renamed, and includes new answers", async () => {
  await addPeople();
  const { id } = await save(all(chose("Vintage")));
  await rename("Vintage", "Rétro");
  await rename("Rétro", "Ancien");
  await desk.addUsers({ firstname: "Eva", responses: { [style.id]: ["Ancien"] } });
  const [segment] = await listed();
  expect(segment).toMatchObject({ id, missing: null, sentence: "Utilisateurs qui ont répondu Ancien" });
  expect(await namesOf(segment?.conditions as Conditions)).toEqual(["Anne", "Eva"]);
});

test("a list by an answer finds those who chose the option under a former name", async () => {
  await addPeople();
  const { id } = style;
  await rename("Vintage", "Rétro");
  await desk.addUsers({ firstname: "Eva", responses: { [id]: ["Rétro"] } });
  for (const option of ["Rétro", "Vintage"]) {
    const { items } = await desk.list({ answer: `${id}:${option}` });
    expect(items.map(({ firstname }) => firstname).sort(), option).toEqual(["Anne", "Eva"]);
  }
});

test("a segment with a deleted question or option says so and matches no sign-up", async () => {
  await addPeople();
  const conditions = {
    match: "any" as const,
    groups: all(chose("Vintage"), { field: "status", op: "isNot", value: "pending" }).groups,
  };
  await save(conditions);
  const { id } = style;
  await saveOptions(["Rue"]);
  const missing = segmentMessages.missing.option("Vintage", style.question);
  expect((await listed())[0]?.missing).toBe(missing);
  expect(await preview(conditions)).toMatchObject({ count: 0, sample: [], missing });

  await request("DELETE", `questions/${id}`);
  expect((await listed())[0]?.missing).toBe(segmentMessages.missing.question);
  const refused = await request("POST", "segments", { name: "Autre", audience: "user", conditions });
  expect((await read<ApiProblem>(refused, 400)).error.fields).toEqual({
    conditions: segmentMessages.missing.question,
  });
});

test("a segment is edited by version, has a unique name, and is deleted once", async () => {
  const first = await save(all(chose("Rue")), "Rue");
  const second = await save(all(chose("Vintage")), "Vintage");
  const { id, sentence, missing, ...values } = second;
  const put = (change: object) => request("PUT", `segments/${id}`, { ...values, ...change });
  expect((await read<ApiProblem>(await put({ name: "rue" }), 409)).error.message).toBe(
    segmentMessages.nameTaken,
  );
  expect(await read<SavedSegment>(await put({ audience: "both" }))).toMatchObject({
    audience: "both",
    version: 2,
  });
  expect((await read<ApiProblem>(await put({}), 409)).error.code).toBe("stale");
  const again = await request("POST", "segments", {
    name: "RUE",
    audience: "user",
    conditions: first.conditions,
  });
  expect(again.status).toBe(409);
  expect((await request("DELETE", `segments/${id}`)).status).toBe(204);
  expect((await request("DELETE", `segments/${id}`)).status).toBe(404);
  expect((await put({ version: 2 })).status).toBe(404);
  expect((await listed()).map(({ name }) => name)).toEqual(["Rue"]);
});

test("a segment narrows a list, its export and a bulk action, and to no sign-up after its deletion", async () => {
  await addPeople();
  const { id } = await save(all(chose("Rue")));
  const namesIn = async (query: Record<string, string>) =>
    (await desk.list(query)).items.map(({ firstname }) => firstname);
  expect(await namesIn({ segment: id })).toEqual(["Bruno", "Anne"]);
  expect(await namesIn({ segment: id, status: "approved" })).toEqual(["Anne"]);
  expect(await namesIn({ segment: id, search: "bru" })).toEqual(["Bruno"]);
  expect((await desk.list({ segment: id })).counts).toEqual({ all: 2, pending: 1, approved: 1, rejected: 0 });
  const csv = await (await desk.call("GET", `user/export.csv?segment=${id}`)).text();
  expect(csv).toContain("Bruno");
  expect(csv).not.toContain("Chloé");
  const filter = { all: true, status: "all", search: "", segment: id };
  const recipients = await desk.call("POST", "user/bulk", {
    action: "delete",
    ...filter,
    status: "approved",
  });
  expect(await recipients.text()).toContain('"done":1');
  expect(await namesIn({})).toEqual(["Chloé", "Bruno"]);

  await request("DELETE", `segments/${id}`);
  expect(await namesIn({ segment: id })).toEqual([]);
  expect((await desk.call("GET", "user?segment=1")).status).toBe(400);
});

test("conditions in the address narrow a list, its export and a bulk action, also in combination with a segment", async () => {
  await addPeople();
  const conditions = all(chose("Rue"));
  const text = JSON.stringify(conditions);
  const namesIn = async (query: Record<string, string>) =>
    (await desk.list(query)).items.map(({ firstname }) => firstname);
  expect(await namesIn({ conditions: text })).toEqual(["Bruno", "Anne"]);
  const { id } = await save(all({ field: "status", op: "is", value: "approved" }));
  expect(await namesIn({ conditions: text, segment: id })).toEqual(["Anne"]);
  const csv = await (await desk.call("GET", `user/export.csv?conditions=${encodeURIComponent(text)}`)).text();
  expect(csv).toContain("Bruno");
  expect(csv).not.toContain("Chloé");
  const filter = { all: true, status: "all", search: "", conditions };
  const deleted = await desk.call("POST", "user/bulk", { action: "delete", ...filter });
  expect(await deleted.text()).toContain('"done":2');
  expect(await namesIn({})).toEqual(["Chloé"]);
});

test("an export by what people did not answer leaves out those without an answer, wherever they are in the list", async () => {
  await addPeople();
  const rules: SegmentRule[] = [
    { field: "answer", questionId: style.id, op: "isNot", value: "Vintage" },
    { field: "source", op: "isNot", value: "instagram" },
  ];
  for (const day of ["2026-01-01", "2026-05-01"]) {
    await desk.context.db.execute(sql`update beta_signups set created_at = ${day} where firstname = 'Chloé'`);
    for (const rule of rules) {
      const conditions = encodeURIComponent(JSON.stringify(all(rule)));
      const csv = await (await desk.call("GET", `user/export.csv?conditions=${conditions}`)).text();
      const names = ["Anne", "Bruno", "Chloé"].filter((name) => csv.includes(name));
      expect(names, `${day}, ${rule.field}`).toEqual(["Bruno"]);
    }
  }
});

test("conditions in the address that are no JSON, no conditions, or too long are refused", async () => {
  const circle = '{"match":"all","groups":[{"match":"all","groups":[]}]}';
  for (const text of ["{", "[]", "1", circle, `"${"a".repeat(5_000)}"`]) {
    expect((await desk.call("GET", `user?conditions=${encodeURIComponent(text)}`)).status, text).toBe(400);
  }
  const unknown: SegmentRule = {
    field: "answer",
    questionId: "00000000-0000-4000-8000-00000000000f",
    op: "is",
    value: "Rue",
  };
  await addPeople();
  expect((await desk.list({ conditions: JSON.stringify(all(unknown)) })).total).toBe(0);
});

test("a segment narrows a list of the other audience to no sign-up", async () => {
  await addPeople();
  const { id } = await save(all({ field: "status", op: "isNot", value: "approved" }));
  expect((await desk.list({ segment: id }, "brand")).total).toBe(0);
  expect((await desk.list({ segment: id })).total).toBe(2);
});

test("segments are refused without a session, from another site, and with wrong input", async () => {
  const conditions = all(chose("Rue"));
  const body = { name: "Rue", audience: "user", conditions, version: 1 };
  const unknown = "segments/00000000-0000-4000-8000-000000000000";
  const calls: [string, string, unknown?][] = [
    ["GET", "segments"],
    ["POST", "segments", { name: "Rue", audience: "user", conditions }],
    ["POST", "segments/preview", { audience: "user", conditions }],
    ["PUT", unknown, body],
    ["DELETE", unknown],
  ];
  const { cookie: _, ...signedOut } = desk.signedIn.headers;
  const foreign = { ...desk.signedIn.headers, origin: "https://ailleurs.exemple" };
  for (const [method, path, sent] of calls) {
    expect((await request(method, path, sent, signedOut)).status, `${method} ${path}`).toBe(401);
    if (method !== "GET")
      expect((await request(method, path, sent, foreign)).status, `${method} ${path}`).toBe(403);
  }
  const wrong: [string, string, unknown?][] = [
    ["POST", "segments", { name: " ", audience: "user", conditions }],
    ["POST", "segments", { name: "Rue", audience: "all", conditions }],
    ["POST", "segments/preview", { audience: "user", conditions: { match: "all", groups: [] } }],
    ["PUT", unknown, { ...body, version: undefined }],
    ["DELETE", "segments/1"],
  ];
  for (const [method, path, sent] of wrong) {
    expect((await request(method, path, sent)).status, `${method} ${path}`).toBe(400);
  }
});
