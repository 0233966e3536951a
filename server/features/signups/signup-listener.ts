import type { Audience, SignupStatus } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { StoredStatement } from "./signups.repository.ts";

export type SignupPerson = { id: string; firstname: string; name: string; email: string };

/**
 * What else happens when sign-ups change. Each of them belongs to the transaction of the change itself and gets all rows
 * of the statement at once: what it writes exists exactly when the change does, and an error undoes both.
 */
export type SignupListener = {
  /** Part of the very statement that stores sign-ups: a transaction would cost three more round trips on that path. */
  alongside?: StoredStatement;
  decided?(tx: Db, audience: Audience, status: DecidedStatus, signups: SignupPerson[]): Promise<void>;
  undone?(tx: Db, audience: Audience, signups: SignupPerson[]): Promise<void>;
  deleted?(tx: Db, audience: Audience, signups: SignupPerson[]): Promise<void>;
};

export type DecidedStatus = Exclude<SignupStatus, "pending">;
