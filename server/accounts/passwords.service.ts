import { hash, verify } from "@node-rs/argon2";
import { adminMessages } from "#contract/admins.ts";
import { normalForm } from "#contract/text.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import { recordEntry } from "#server/journal/journal.service.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { invalid, tooManyRequests } from "#server/lib/http/errors.ts";
import { createSlots } from "#server/lib/slots.ts";
import { wrongPassword } from "./accounts.errors.ts";
import { findUserId } from "./admins.queries.ts";
import { limited, ownAttempts } from "./attempts.service.ts";
import { isCommonPassword } from "./common-password.rules.ts";
import { findPasswordHash, storePasswordHash } from "./passwords.queries.ts";
import { openSession, revokeAccess } from "./sessions.service.ts";

/** The hash to store. @throws ApiError 400 when attackers try this password first */
export async function prepareNewPassword(newPassword: string): Promise<string> {
  ensureUncommon(newPassword);
  return hashPassword(newPassword);
}

function ensureUncommon(newPassword: string): void {
  if (isCommonPassword(newPassword)) throw invalid({ newPassword: adminMessages.passwordTooCommon });
}

/**
 * Finds the user with this address and password, or null. An unknown address and an account without password also compute
 * a hash, so that the timing reveals nothing.
 */
export async function findUserByPassword(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<string | null> {
  const userId = await findUserId(db, email);
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

/** Replaces the own password; every other session ends. Returns the new token of the current session. */
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

/** Argon2id with the least that OWASP asks for: 19 MiB, two passes, one lane. */
const hashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes 19 MiB and tens of milliseconds of a core: a flood of sign-ins must not take the machine. */
const inHashSlot = createSlots({ running: 4, waiting: 32, refuse: () => tooManyRequests(1) });

/** The same letters typed on another system may arrive in another normal form. */
const typed = (password: string) => normalForm(password, "NFC");

/** @throws ApiError 429 when too many others are being hashed */
function hashPassword(password: string): Promise<string> {
  return inHashSlot(() => hash(typed(password), hashCost));
}

/** @throws ApiError 429 when too many others are being hashed */
function verifyPassword({ hash: stored, password }: { hash: string; password: string }) {
  return inHashSlot(() => verify(stored, typed(password)));
}
