import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { normalForm } from "#contract/text.ts";
import type { TestApp } from "#test/support/test-app.ts";
import { insertAdmin } from "./admins.queries.ts";
import { storePasswordHash } from "./credentials.queries.ts";

export const jsonHeaders = { "content-type": "application/json", origin: "http://localhost" };

type Extra = { cookie?: string; address?: string; headers?: Record<string, string> };

/** Sends a POST as our own pages do. `address` is the client's IP address. */
export function post(
  { app }: TestApp,
  path: string,
  body: unknown,
  { cookie, address, headers }: Extra = {},
) {
  const init = {
    method: "POST",
    headers: { ...jsonHeaders, ...(cookie && { cookie }), ...headers },
    body: JSON.stringify(body),
  };
  return app.request(path, init, address ? { incoming: { socket: { remoteAddress: address } } } : {});
}

/** The cookies that an answer sets, in the form in which a browser sends them back. */
export function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .filter((cookie) => !cookie.endsWith("="))
    .join("; ");
}

type NewAccount = { password: string; superAdmin?: boolean; email?: string };

/** The lowest cost of a hash. A sign-in reads the cost from the stored hash, so tests stay quick. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Inserts an administrator who has redeemed the link. */
export async function activateAdmin(
  { db, dependencies }: TestApp,
  { password, superAdmin = false, email = `admin-${randomUUID()}@tenue.example` }: NewAccount,
) {
  const now = dependencies.now();
  const admin = await insertAdmin(db, { email, isSuperAdmin: superAdmin, activatedAt: now });
  await storePasswordHash(db, {
    userId: admin.id,
    passwordHash: await hash(normalForm(password, "NFC"), cheap),
    now,
  });
  return admin;
}
