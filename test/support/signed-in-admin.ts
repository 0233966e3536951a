import { randomUUID } from "node:crypto";
import { generateSignedCookie } from "hono/cookie";
import { insertAdmin } from "#server/accounts/admins.queries.ts";
import { sessionCookieName } from "#server/accounts/request-identity.ts";
import { openSession } from "#server/accounts/sessions.service.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";

export type SignInOptions = { superAdmin?: boolean; email?: string };

/** Creates an activated admin with a session but without a password, because hashing a password is slow by design. */
export async function createSignedInAdmin(
  { db, config, now }: Pick<AppDependencies, "db" | "config" | "now">,
  { superAdmin = false, email = `admin-${randomUUID()}@tenue.example` }: SignInOptions = {},
) {
  const time = now();
  const admin = await insertAdmin(db, { email, isSuperAdmin: superAdmin, activatedAt: time });
  const token = await openSession(db, { userId: admin.id, userAgent: "", now: time });
  const name = sessionCookieName(config.baseUrl);
  // Further attributes of a cookie under https.
  const attributes = { secure: true, path: "/" };
  const setCookie = await generateSignedCookie(name, token, config.authSecret, attributes);
  const [cookie = ""] = setCookie.split(";");
  return { admin: { id: admin.id, email: admin.email, isSuperAdmin: admin.isSuperAdmin }, cookie };
}
