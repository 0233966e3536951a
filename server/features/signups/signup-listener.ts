import type { Audience, SignupStatus } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { StoredStatement } from "./signups.repository.ts";

export type SignupPerson = {
  id: string;
  firstname: string;
  name: string;
  email: string;
  /** The older sign-up with the same address; whoever has one is written to no more. */
  duplicateOf: string | null;
};

/**
 * What else happens when sign-ups change. Each of them belongs to the transaction of the change itself and gets all rows
 * of the statement at once: what it writes exists exactly when the change does, and an error undoes both.
 */
export type SignupListener = {
  /** Part of the very statement that stores sign-ups: a transaction would cost three more round trips on that path. */
  alongside?: StoredStatement;
  decided?(tx: Db, audience: Audience, decision: Decided, signups: SignupPerson[]): Promise<void>;
  /** All of a bulk action's sign-ups are decided; how long its decisions can still be taken back. */
  bulkFinished?(tx: Db, bulkId: string, undo: { finalInMs: number }): Promise<void>;
  undone?(tx: Db, audience: Audience, signups: SignupPerson[]): Promise<void>;
  deleted?(tx: Db, audience: Audience, signups: SignupPerson[]): Promise<void>;
  /** These turned out to be duplicates of older ones. `email` is what they held until now. */
  setAside?(tx: Db, audience: Audience, signups: Pick<SignupPerson, "id" | "email">[]): Promise<void>;
};

/**
 * A decision. Those of a bulk action are final some time after its end, which is not known yet: `bulkFinished` tells, and
 * `finalInMs` is a bound for the case that the process ends before.
 */
export type Decided = { status: DecidedStatus; finalInMs: number; bulkId: string | null };

export type DecidedStatus = Exclude<SignupStatus, "pending">;
