import type { SignupStatus } from "#contract/audience.ts";

type Person = { status: SignupStatus; limitedAt: Date | null };

/** Who was rejected has nothing to gain, and data that are set aside are not used. */
export function mayShare({ status, limitedAt }: Person): boolean {
  return status !== "rejected" && limitedAt === null;
}
