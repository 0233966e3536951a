import type { Audience, SignupStatus } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";

export type SignupPerson = { id: string; firstname: string; name: string; email: string };

/**
 * What else happens when sign-ups change. Each call runs in the transaction of the change itself and gets all rows
 * of the statement at once: what it writes exists exactly when the change does, and an error undoes both.
 */
export type SignupListener = {
  stored?(tx: Db, audience: Audience, signups: SignupPerson[]): Promise<void>;
  decided?(tx: Db, audience: Audience, status: DecidedStatus, signups: SignupPerson[]): Promise<void>;
  undone?(tx: Db, audience: Audience, signups: SignupPerson[]): Promise<void>;
  deleted?(tx: Db, audience: Audience, signups: SignupPerson[]): Promise<void>;
};

export type DecidedStatus = Exclude<SignupStatus, "pending">;
