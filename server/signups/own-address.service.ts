/** Lets visitors correct the address of the sign-up that they have just sent. */
import type { Audience } from "#contract/audience.ts";
import { limits } from "#contract/limits.ts";
import { validateEmail } from "#contract/signup.ts";
import type { AppDependencies } from "#server/app-dependencies.ts";
import type { Db } from "#server/lib/database/database.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { findSignup, lockSignup, type StoredSignup } from "./decisions.queries.ts";
import { domainProblem, MailDomains } from "./mail-domains.service.ts";
import { readdressSignup } from "./rectification.service.ts";
import type { SignupEvents } from "./signup-events.ts";
import { addressSettled } from "./signups.errors.ts";
import { checkedEmail, signupId } from "./signups.rules.ts";

type Deps = Pick<AppDependencies, "db" | "resolver" | "now"> & { events: SignupEvents };

/** @property key of the request that stored the sign-up: only its visitor knows it */
type OwnSignup = { audience: Audience; key: string };
type Correction = OwnSignup & { email: string; emailConfirmed: boolean | undefined };

export type OwnAddress = ReturnType<typeof createOwnAddress>;

export function createOwnAddress(deps: Deps) {
  const { db, now, events } = deps;
  const domains = new MailDomains(deps);
  return {
    /** @returns null when the address can no longer be corrected */
    async find({ audience, key }: OwnSignup): Promise<string | null> {
      const signup = await findSignup(db, audience, signupId(audience, key));
      return isCorrectable(signup, now()) ? signup.email : null;
    },

    /**
     * Replaces the address, and asks only the new one to confirm. An address of another sign-up gets the same refusal as in a
     * new sign-up.
     * @throws ApiError 400, 409
     */
    async correct({ audience, key, email: typed, emailConfirmed }: Correction): Promise<void> {
      const problem = validateEmail(typed);
      if (problem !== null) throw invalid({ email: problem });
      const email = checkedEmail(typed);
      const refused = await domainProblem(domains, { email, confirmed: emailConfirmed });
      if (refused) throw refused;
      await db.transaction((tx) => replaceAddress(tx, { audience, id: signupId(audience, key), email }));
    },
  };

  async function replaceAddress(
    tx: Db,
    { audience, id, email }: { audience: Audience; id: string; email: string },
  ): Promise<void> {
    // Locked: a simultaneous confirmation either comes first, which ends the correction, or finds another address.
    const before = await lockSignup(tx, audience, id);
    if (!isCorrectable(before, now())) throw addressSettled();
    if (before.email.toLowerCase() === email.toLowerCase()) return;
    await readdressSignup(tx, events, { audience, id, email, confirmedAt: null });
  }
}

/** True for a few minutes and a few corrections: each one sends a message to an address that may belong to a stranger. */
function isCorrectable(signup: StoredSignup | null, now: Date): signup is StoredSignup {
  return (
    signup !== null &&
    signup.status === "pending" &&
    signup.confirmedAt === null &&
    signup.limitedAt === null &&
    signup.version <= limits.addressCorrections &&
    now.getTime() - signup.createdAt.getTime() < limits.addressCorrectionMs
  );
}
