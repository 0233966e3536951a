import type { Db } from "#server/lib/database/database.ts";
import { findUserId, isTwoFactorEnabled, setTwoFactorEnabled } from "./admins.repository.ts";

/** The user of that address, administrator or not. */
export function userIdOf(db: Db, email: string): Promise<string | null> {
  return findUserId(db, email);
}

/** Whether sign-in asks this user for a second factor. */
export function asksForSecondFactor(db: Db, userId: string): Promise<boolean> {
  return isTwoFactorEnabled(db, userId);
}

/** From now on sign-in asks for a second factor, or no longer. Pass the transaction that stores or deletes it. */
export function askForSecondFactor(db: Db, userId: string, enabled: boolean): Promise<void> {
  return setTwoFactorEnabled(db, userId, enabled);
}
