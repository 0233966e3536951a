import { betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { sessionLimits } from "#contract/admins.ts";
import { brand } from "#contract/brand.ts";
import { limits } from "#contract/limits.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { sessionEnd } from "#server/features/accounts/sessions/require-admin.ts";
import { cookiePrefix } from "#server/features/accounts/sessions/session-token.ts";
import { createAuthAdapter } from "./auth.repository.ts";
import { challengedUserPlugin } from "./challenged-user.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

export type Auth = ReturnType<typeof createAuth>;

/**
 * Better Auth behind our own routes: its HTTP handler is reachable from nowhere, so that nothing of it is open by
 * default. Origins, limits of attempts and the length of sessions are ours; it checks passwords, codes and cookies.
 */
export function createAuth({ db, config, now }: AppDependencies) {
  const secure = config.baseUrl.startsWith("https://");
  return betterAuth({
    appName: brand.name,
    baseURL: config.baseUrl,
    basePath: "/api/auth",
    secret: config.authSecret,
    database: createAuthAdapter(db, config),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // Ours counts characters, not UTF-16 units; see contract/admins-password.ts.
      minPasswordLength: 1,
      maxPasswordLength: limits.passwordMax,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: sessionLimits.absoluteMs / 1000, disableSessionRefresh: true },
    verification: { storeIdentifier: "hashed" },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const time = now();
            const times = { createdAt: time, updatedAt: time, expiresAt: sessionEnd(time, time) };
            return { data: { ...session, ...times } };
          },
        },
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(config.baseUrl),
      // The prefix above is the stricter one of the two; this switch would add `__Secure-` in front of it.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    plugins: [twoFactor({ issuer: brand.name }), challengedUserPlugin],
  });
}
