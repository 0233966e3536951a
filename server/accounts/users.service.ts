import type { Db } from "#server/lib/database/database.ts";
import {
  findCredentialsChange,
  findUserId,
  isTwoFactorEnabled,
  lockUser,
  setTwoFactorEnabled,
  storeCredentialsChange,
} from "./admins.queries.ts";

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

/** Runs `work` while no other change of this user's second factor runs. */
export function changeSecondFactor<Result>(
  db: Db,
  userId: string,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    return work(tx);
  });
}

/** Whether a device that was remembered at `rememberedAt` still counts for the account of that address. */
export async function isDeviceCurrent(db: Db, email: string, rememberedAt: Date): Promise<boolean> {
  const changedAt = await findCredentialsChange(db, email);
  return changedAt === null || rememberedAt >= changedAt;
}

/** Devices that were remembered before `now` are strangers again. */
export function markCredentialsChanged(db: Db, userId: string, now: Date): Promise<void> {
  return storeCredentialsChange(db, userId, now);
}
