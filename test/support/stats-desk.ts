import { sql } from "drizzle-orm";
import type { Stats } from "#contract/stats.schema.ts";
import { betaSignups, brandSignups, questionnaireItems } from "#db/schema.ts";
import { emptyTables } from "./empty-tables.ts";
import { createTestApp } from "./test-app.ts";

type GivenSignup = {
  responses?: Record<string, string | string[]>;
  at?: string;
  status?: "pending" | "approved" | "rejected";
};

export type StatsDesk = Awaited<ReturnType<typeof openStatsDesk>>;

/** Reads statistics as one administrator on 21 November 2026. Call `clear` before each test and `close` after all tests. */
export async function openStatsDesk() {
  const context = await createTestApp({ now: () => new Date("2026-11-21T10:00:00Z") });
  let admin = await context.signIn();
  let made = 0;

  const signup = ({ responses = {}, at = "2026-11-20T10:00:00Z", status = "pending" }: GivenSignup) => {
    made += 1;
    const person = { firstname: "Lou", name: `Petit ${made}`, email: `lou${made}@exemple.fr` };
    return { ...person, responses, status, createdAt: new Date(at) };
  };
  const get = (path: string, headers: Record<string, string> = admin.headers) =>
    Promise.resolve(context.app.request(path, { headers }));
  return {
    context,
    admin: () => admin,
    async clear() {
      await emptyTables(
        context.database,
        "beta_signups, brand_signups, questionnaire_items, segments, invitations",
      );
      await context.db.execute(sql`delete from admin_users`);
      admin = await context.signIn();
    },
    close: () => context.close(),
    async addUser(given: GivenSignup = {}) {
      await context.db.insert(betaSignups).values(signup(given));
    },
    async addBrand(given: GivenSignup = {}) {
      await context.db.insert(brandSignups).values({ ...signup(given), website: "atelier.example" });
    },
    /** @returns the question's id */
    async addQuestion(question: Partial<typeof questionnaireItems.$inferInsert> = {}): Promise<string> {
      made += 1;
      const values = { question: `Question ${made}`, orderPosition: 100 + made, targetType: "both" as const };
      const [row] = await context.db
        .insert(questionnaireItems)
        .values({ ...values, ...question })
        .returning();
      if (!row) throw new Error("not inserted");
      return row.id;
    },
    get,
    async getStats(query = ""): Promise<Stats> {
      const answer = await get(`/api/admin/stats${query}`);
      if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as Stats;
    },
  };
}
