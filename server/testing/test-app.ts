import { randomUUID } from "node:crypto";
import { generateSignedCookie } from "hono/cookie";
import { buildApp } from "#server/app.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { insertAdmin } from "#server/features/accounts/admins/admins.repository.ts";
import { sessionEnd } from "#server/features/accounts/sessions/require-admin.ts";
import { hashToken, sessionCookieName } from "#server/features/accounts/sessions/session-token.ts";
import { insertSession } from "#server/features/accounts/sessions/sessions.repository.ts";
import { createCampaignQueue } from "#server/features/mailing/campaigns/campaigns.service.ts";
import { createMail } from "#server/features/mailing/mail.ts";
import type { DeliverySettings } from "#server/features/mailing/settings/delivery-settings.ts";
import type { MailTransport } from "#server/features/mailing/transports/transport.ts";
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

export type TestAppOverrides = Partial<Omit<AppDependencies, "db" | "publicDb" | "config" | "mail">> & {
  config?: Partial<AppDependencies["config"]>;
  /** Instead of the transport that the settings name. */
  transport?: (settings: DeliverySettings) => MailTransport;
  /** Instead of the time that the HTML of a request may usually take. */
  htmlLimitMs?: number;
};

/**
 * The whole application on a database of its own. Close it in `afterAll`. Mail leaves only when it is asked for: call
 * `dependencies.mail.start()` for what the server does by itself.
 */
export async function createTestApp({ transport, htmlLimitMs, ...overrides }: TestAppOverrides = {}) {
  const database = await createTestDatabase();
  const config = { ...readConfig({}), baseUrl: "http://localhost", authSecret, ...overrides.config };
  const base = {
    log: silentLogger,
    now: () => new Date(),
    announce: () => {},
    resolver: everyDomainAccepts,
    ...overrides,
    db: database.db,
    publicDb: database.publicDb,
    config,
  };
  const mail = createMail({
    ...base,
    queue: createCampaignQueue(base),
    htmlLimitMs,
    ...(transport && { transport }),
  });
  const dependencies: AppDependencies = { ...base, mail };
  return {
    app: buildApp(dependencies),
    db: database.db,
    database,
    dependencies,
    signIn: (options: SignInOptions = {}) => signIn(dependencies, options),
    async close() {
      await mail.stop();
      await database.close();
    },
  };
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
