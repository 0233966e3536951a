import type { AppDependencies } from "#server/app-dependencies.ts";
import { type Application, compose, type Replacements, type Surroundings } from "#server/compose.ts";
import { readConfig } from "#server/lib/config.ts";
import { silentLogger } from "#server/lib/logger.ts";
import { everyDomainAccepts } from "./domain-resolver.ts";
import { createMailHtmlInProcess } from "./mail-html.ts";
import { createSignedInAdmin, type SignInOptions } from "./signed-in-admin.ts";
import { pagesAsData } from "./site-pages.ts";
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
 * The whole application on a separate database. Close it in `afterAll`. It sends no mail by itself: call `mail.start()` to send as
 * the server does.
 */
export async function createTestApp(overrides: TestAppOverrides = {}) {
  const database = await createTestDatabase();
  const { db, publicDb } = database;
  const composed: Application[] = [];

  /** Another instance on the same database, with the options of the first one and these changes. */
  function composeAnother({ config, ...changes }: TestAppOverrides = {}): Application {
    const surroundings = {
      db,
      publicDb,
      log: silentLogger,
      announce: () => {},
      config: {
        ...readConfig({}),
        backupDir: undefined,
        baseUrl: "http://localhost",
        authSecret,
        ...overrides.config,
        ...config,
      },
    };
    const application = compose(
      { ...surroundings, ...given(overrides), ...given(changes) },
      {
        resolver: everyDomainAccepts,
        sitePages: pagesAsData,
        html: createMailHtmlInProcess,
        ...overrides,
        ...changes,
      },
    );
    composed.push(application);
    return application;
  }

  const { app, mail, webhooks, parts } = composeAnother();
  return {
    app,
    mail,
    webhooks,
    db,
    database,
    dependencies: parts,
    compose: composeAnother,
    signIn: (options: SignInOptions = {}) => signIn(parts, options),
    async close() {
      for (const { mail, webhooks, parts } of composed)
        await Promise.all([mail.stop(), webhooks.stop(), parts.importRunner.stop()]);
      await database.close();
    },
  };
}

/** The overrides that replace the environment of the application. */
function given({ log, announce, web }: TestAppOverrides) {
  return { ...(log && { log }), ...(announce && { announce }), ...(web && { web }) };
}

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

async function signIn(parts: AppDependencies, options: SignInOptions): Promise<SignedIn> {
  const { admin, cookie } = await createSignedInAdmin(parts, options);
  const origin = new URL(parts.config.baseUrl).origin;
  return { admin, headers: { cookie, origin, "content-type": "application/json" } };
}
