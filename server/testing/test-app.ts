import { randomUUID } from "node:crypto";
import { generateSignedCookie } from "hono/cookie";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { type Application, compose, type Replacements, type Surroundings } from "#server/compose.ts";
import { insertAdmin } from "#server/features/accounts/admins/admins.repository.ts";
import { sessionEnd } from "#server/features/accounts/sessions/require-admin.ts";
import { hashToken, sessionCookieName } from "#server/features/accounts/sessions/session-token.ts";
import { insertSession } from "#server/features/accounts/sessions/sessions.repository.ts";
import { readConfig } from "#server/lib/config.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { everyDomainAccepts } from "./domain-resolver.ts";
import { createTestDatabase } from "./test-database.ts";

const authSecret = "a-secret-for-tests-that-is-long-enough-to-be-accepted";

export type SignedIn = {
  admin: { id: string; email: string; isSuperAdmin: boolean };
  /** For `app.request(path, { headers })`. */
  headers: { cookie: string; origin: string; "content-type": string };
};

export type TestAppOverrides = Replacements &
  Partial<Pick<Surroundings, "log" | "announce" | "web">> & {
    config?: Partial<Surroundings["config"]>;
  };

/**
 * The whole application on a database of its own. Close it in `afterAll`. Mail leaves only when it is asked for: call
 * `mail.start()` for what the server does by itself.
 */
export async function createTestApp(overrides: TestAppOverrides = {}) {
  const database = await createTestDatabase();
  const { db, publicDb } = database;
  const composed: Application[] = [];

  /** Another instance on the same database, made as the first one but for these changes. */
  function composeAnother({ config, ...changes }: TestAppOverrides = {}): Application {
    const surroundings = {
      ...{ db, publicDb, log: silentLogger, announce: () => {} },
      config: { ...readConfig({}), baseUrl: "http://localhost", authSecret, ...overrides.config, ...config },
    };
    const application = compose(
      { ...surroundings, ...given(overrides), ...given(changes) },
      { resolver: everyDomainAccepts, ...overrides, ...changes },
    );
    composed.push(application);
    return application;
  }

  const { app, mail, parts } = composeAnother();
  return {
    app,
    mail,
    db,
    database,
    dependencies: parts,
    compose: composeAnother,
    signIn: (options: SignInOptions = {}) => signIn(parts, options),
    async close() {
      for (const application of composed) await application.mail.stop();
      await database.close();
    },
  };
}

/** What of the overrides belongs to the surroundings. */
function given({ log, announce, web }: TestAppOverrides) {
  return { ...(log && { log }), ...(announce && { announce }), ...(web && { web }) };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

type SignInOptions = { superAdmin?: boolean; email?: string };

/** An activated admin with a live session. Spares the password, whose hash is slow by intention. */
async function signIn(
  { db, config, now }: AppDependencies,
  { superAdmin = false, email = `admin-${randomUUID()}@tenue.example` }: SignInOptions,
): Promise<SignedIn> {
  const time = now();
  const {
    id,
    email: address,
    isSuperAdmin,
  } = await insertAdmin(db, {
    email,
    isSuperAdmin: superAdmin,
    activatedAt: time,
  });
  const token = randomUUID();
  await insertSession(db, {
    id: randomUUID(),
    token: hashToken(token),
    userId: id,
    expiresAt: sessionEnd(time, time),
    createdAt: time,
    updatedAt: time,
  });
  const setCookie = await generateSignedCookie(sessionCookieName(config.baseUrl), token, config.authSecret);
  const [cookie = ""] = setCookie.split(";");
  return {
    admin: { id, email: address, isSuperAdmin },
    headers: { cookie, origin: new URL(config.baseUrl).origin, "content-type": "application/json" },
  };
}
