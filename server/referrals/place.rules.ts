import type { SignupStatus } from "#contract/audience.ts";

type Person = { status: SignupStatus; limitedAt: Date | null };

/** False for a rejected person, who has nothing to gain, and for a limited one, whose data are not used. */
export function mayShare({ status, limitedAt }: Person): boolean {
  return status !== "rejected" && limitedAt === null;
}
