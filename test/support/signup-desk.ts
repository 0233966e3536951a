import { sql } from "drizzle-orm";
import type { SignupStatus } from "#contract/audience.ts";
import type { Responses } from "#contract/signup.ts";
import type { SignupList } from "#contract/signup-list.schema.ts";
import { betaSignups, brandSignups, questionnaireItems } from "#db/schema.ts";
import { createTestApp } from "./test-app.ts";

type GivenSignup = Partial<{
  firstname: string;
  name: string;
  email: string;
  status: SignupStatus;
  createdAt: Date;
  decidedAt: Date;
  confirmedAt: Date;
  objectedAt: Date;
  responses: Responses;
  sourceId: number | null;
}>;

const tenOClock = () => new Date("2026-03-01T10:00:00Z");

export type SignupDesk = Awaited<ReturnType<typeof openSignupDesk>>;

/** Lists and decides sign-ups over the API as one administrator. Call `clear` before each test and `close` after all tests. */
export async function openSignupDesk() {
  let time = tenOClock();
  let made = 0;
  const context = await createTestApp({ config: { signupLimitPerMinute: 0 }, now: () => time });
  const signedIn = await context.signIn();

  const values = (given: GivenSignup) => {
    made += 1;
    return { firstname: "Anne", name: "Martin", email: `personne${made}@exemple.fr`, ...given };
  };
  const call = (method: string, path: string, body?: unknown) =>
    context.app.request(`/api/admin/signups/${path}`, {
      method,
      headers: signedIn.headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const addUsers = async (...given: GivenSignup[]): Promise<string[]> => {
    const rows = await context.db
      .insert(betaSignups)
      .values(given.map(values))
      .returning({ id: betaSignups.id });
    return rows.map(({ id }) => id);
  };
  return {
    context,
    signedIn,
    /** Removes sign-ups and questions, and sets the clock to 10:00. */
    async clear() {
      time = tenOClock();
      for (const table of [betaSignups, brandSignups, questionnaireItems]) await context.db.delete(table);
      await context.db.execute(sql`delete from journal_entries`);
    },
    close: () => context.close(),
    now: () => time,
    setTime(now: Date) {
      time = now;
    },
    addUsers,
    async addUser(given: GivenSignup = {}): Promise<string> {
      const [id] = await addUsers(given);
      return id ?? "";
    },
    call,
    async list(query: Record<string, string | number> = {}, audience = "user"): Promise<SignupList> {
      const parameters = new URLSearchParams(
        Object.entries(query).map(([key, value]) => [key, String(value)]),
      );
      const answer = await call("GET", `${audience}?${parameters}`);
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as SignupList;
    },
    async journal() {
      const { rows } = await context.db.execute(
        sql`select actor, action, subject, details from journal_entries order by id`,
      );
      return rows;
    },
  };
}

/** Status and code of a refusal. */
export async function codeOf(answer: Response): Promise<[number, string]> {
  const { error } = (await answer.json()) as { error: { code: string } };
  return [answer.status, error.code];
}

/** Sign-ups one minute apart, each named by its number. */
export function minuteByMinute(count: number): GivenSignup[] {
  const first = Date.parse("2026-01-01T00:00:00Z");
  return Array.from({ length: count }, (_, index) => ({
    name: `N${String(index).padStart(3, "0")}`,
    createdAt: new Date(first + index * 60_000),
  }));
}
