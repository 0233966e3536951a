import { type BrowserContext, test as base, type Cookie, expect, type Page } from "@playwright/test";
import { readLinkToken, readSetUpCode } from "#test/support/account-links.ts";
import { type DnsServer, startDnsServer } from "#test/support/dns-server.ts";
import { type ServerProcess, startServerProcess } from "#test/support/server-process.ts";
import { findBarriers } from "./accessibility.ts";

export { expect };

/** The super admin of every worker's server. */
export const superAdmin = { email: "ines@tenue.example", password: "Lin et velours, 1974" };

type Fixtures = {
  /** A page in which the super admin is signed in. */
  adminPage: Page;
  /** Fails the test when axe finds a barrier on the page; with `coloursOnly`, only in its colours. */
  expectAccessible: (page: Page, options?: { coloursOnly?: boolean }) => Promise<void>;
  /** Allows these console messages in the test (the browser itself logs an answer 409, for example). */
  allowConsole: (pattern: RegExp) => void;
};

type WorkerFixtures = {
  /** The DNS server of the site. By default every domain has a mail server. */
  dns: DnsServer;
  site: ServerProcess;
  /** The super admin's session, signed in once per worker; null until a test needs it. */
  adminSession: { cookies: Cookie[] | null };
};

export const test = base.extend<Fixtures & { watched: BrowserContext }, WorkerFixtures>({
  dns: [
    async ({}, use) => {
      const server = await startDnsServer({ "*": { mx: [{ priority: 10, exchange: "mx.exemple.test" }] } });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],

  site: [
    async ({ dns }, use) => {
      const server = await startServerProcess({
        entry: "build",
        environment: {
          MAIL_PRIVATE_HOSTS: "127.0.0.1",
          DNS_SERVERS: dns.address,
          // The limit is on, but high enough for all tests of a worker together.
          SIGNUP_LIMIT_PER_MINUTE: "1000",
        },
      });
      await use(server);
      await server.remove();
    },
    { scope: "worker", timeout: 60_000 },
  ],

  baseURL: async ({ site }, use) => use(site.url),

  allowConsole: async ({ context }, use) => {
    const errors: string[] = [];
    const allowed: RegExp[] = [];
    context.on("console", (message) => {
      if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => errors.push(String(error.error())));
    await use((pattern) => allowed.push(pattern));
    expect(errors.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
  },

  // `auto`, so that every test watches the console, even without using a fixture.
  watched: [async ({ context, allowConsole: _watching }, use) => use(context), { auto: true }],

  adminSession: [async ({}, use) => use({ cookies: null }), { scope: "worker" }],

  adminPage: async ({ page, site, context, adminSession }, use) => {
    await site.sql("delete from attempt_counts");
    if (adminSession.cookies) await context.addCookies(adminSession.cookies);
    // An earlier test may have ended the session.
    const isSignedIn = adminSession.cookies && (await context.request.get("/api/admin/me")).ok();
    if (!isSignedIn) {
      await signIn(site, context);
      adminSession.cookies = await context.cookies();
    }
    // The session is as old as the worker, but exports require the password ten minutes after the sign-in.
    await site.sql("update auth_sessions set confirmed_at = now()");
    await use(page);
  },

  expectAccessible: async ({}, use) => {
    await use(async (page, options) => expect(await findBarriers(page, options)).toEqual([]));
  },
});

async function signIn(site: ServerProcess, context: BrowserContext): Promise<void> {
  await ensureSuperAdmin(site);
  const answer = await context.request.post("/api/auth/sign-in/email", {
    data: superAdmin,
    headers: { origin: site.url },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Sets up and activates the super admin over the API, once per server. Resets the counts of failed sign-ins. */
export async function ensureSuperAdmin(site: ServerProcess): Promise<void> {
  await site.sql("delete from attempt_counts");
  const [row] = await site.sql<{ activated: boolean }>(
    "select bool_or(activated_at is not null) as activated from admin_users where email = $1",
    [superAdmin.email],
  );
  if (row?.activated) return;
  const headers = { "content-type": "application/json", origin: site.url };
  const setUp = { email: superAdmin.email, code: readSetUpCode(site) };
  const { activationLink = "" } = await post(`${site.url}/api/setup`, setUp, headers);
  const redemption = { token: readLinkToken(activationLink), newPassword: superAdmin.password };
  await post(`${site.url}/api/auth/reset-password`, redemption, headers);
}

async function post(
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<{ activationLink?: string }> {
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  expect(answer.ok, `${url}: ${answer.status}`).toBe(true);
  return (await answer.json()) as { activationLink?: string };
}
