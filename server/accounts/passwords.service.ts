import { adminMessages } from "#contract/admins.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { limited, ownAttempts } from "./attempts.service.ts";
import { isCommonPassword } from "./common-password.rules.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";
import { wrongPassword } from "./passwords.errors.ts";
import { findPasswordHash, storePasswordHash } from "./passwords.queries.ts";
import { revokeAccess } from "./revoke-access.service.ts";
import { openSession } from "./sessions.service.ts";
import { userIdOf } from "./users.service.ts";

/** The hash to store. @throws ApiError 400 when attackers try this password first */
export async function prepareNewPassword(newPassword: string): Promise<string> {
  ensureUncommon(newPassword);
  return hashPassword(newPassword);
}

function ensureUncommon(newPassword: string): void {
  if (isCommonPassword(newPassword)) throw invalid({ newPassword: adminMessages.passwordTooCommon });
}

/** Replaces the password, or sets the first one. */
export function setPassword(
  db: Db,
  password: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  return storePasswordHash(db, password);
}

/**
 * Whose address and password these are, or null. An unknown address and an account without password take the work of a
 * hash as well, so that the time tells nothing.
 */
export async function findUserByPassword(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<string | null> {
  const userId = await userIdOf(db, email);
  const hash = await findPasswordHash(db, userId ?? "");
  if (hash === null) {
    await hashPassword(password);
    return null;
  }
  return (await verifyPassword({ hash, password })) ? userId : null;
}

/** @throws ApiError 400 with the field */
export async function ensurePassword(
  db: Db,
  { userId, password, field = "password" }: { userId: string; password: string; field?: string },
): Promise<void> {
  const hash = await findPasswordHash(db, userId);
  if (!hash || !(await verifyPassword({ hash, password }))) throw wrongPassword(field);
}

type PasswordChange = {
  admin: CurrentAdmin;
  userAgent: string;
  currentPassword: string;
  newPassword: string;
};

/** Replaces the own password; every other session ends. Returns the token under which this one goes on. */
export function changePassword(
  deps: AppDependencies,
  { admin, userAgent, currentPassword, newPassword }: PasswordChange,
): Promise<string> {
  ensureUncommon(newPassword);
  return limited(deps, ownAttempts(deps, "password-confirmation", admin.id), async () => {
    await ensurePassword(deps.db, {
      userId: admin.id,
      password: currentPassword,
      field: "currentPassword",
    });
    const passwordHash = await hashPassword(newPassword);
    const now = deps.now();
    return deps.db.transaction(async (tx) => {
      await storePasswordHash(tx, { userId: admin.id, passwordHash, now });
      const action = "account.password_changed";
      await recordEntry(tx, { actor: admin.email, action, subject: admin.id });
      await revokeAccess(tx, admin.id, { now });
      return openSession(tx, { userId: admin.id, userAgent, now });
    });
  });
}
