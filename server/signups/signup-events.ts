import type { Audience, SignupStatus } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";

export type SignupPerson = {
  id: string;

  firstname: string;
  name: string;
  email: string;
  /** The older sign-up with the same address; a duplicate gets no mail. */
  duplicateOf: string | null;
  /** A sample, which gets no mail. */
  sample: boolean;
};

/** A sign-up with the hash that still identifies its address after an erasure. */
type SignupAddress = SignupPerson & { emailHash: string; confirmedAt: Date | null };

export type DecidedStatus = Exclude<SignupStatus, "pending">;

/** What happens to sign-ups, all rows of one statement at once. */
type SignupEventMap = {
  /**
   * Decisions of a bulk action are final some time after its end, which is not known yet: `bulkFinished` tells, and
   * `finalInMs` is a bound for the case that the process ends before.
   */
  decided: {
    audience: Audience;
    status: DecidedStatus;
    finalInMs: number;
    bulkId: string | null;
    /** Sends no mail to the people. */
    silent: boolean;
    signups: SignupPerson[];
  };
  /** A decision stays, but its message is not wanted. */
  silenced: { signups: { id: string }[] };
  /** All of a bulk action's sign-ups are decided, or its undo was extended; how long its decisions can still be taken back. */
  bulkFinished: { bulkId: string; finalInMs: number };
  /** The time for the undo of decisions begins again. */
  extended: { signups: { id: string }[]; finalInMs: number };
  undone: { audience: Audience; signups: SignupPerson[] };
  /** `reason`: an administrator did it, its owner asked for it, a year without activity passed, the address was not confirmed, or its import was undone. */
  deleted: {
    audience: Audience;
    signups: SignupPerson[];
    reason: "admin" | "asked" | "expired" | "unconfirmed" | "undone";
  };
  /** The address of a sign-up was corrected: it has to be confirmed again, unless its owner did so before. */
  readdressed: { audience: Audience; before: SignupAddress; after: SignupAddress };
  /** The owner of the mailbox confirmed that they sent the form. Once per sign-up. */
  confirmed: { audience: Audience; signups: SignupPerson[] };
  /**
   * Addresses without a sign-up: features delete all other data about them. `asked`: their owner, or an administrator for the
   * owner, requested it. Otherwise a retention period ended, and no suppression is needed.
   */
  erased: { emailHashes: string[]; asked: boolean; source: string };
};

/**
 * What a feature does when sign-ups change, in the transaction of the change: an error undoes both. New sign-ups are no event, because
 * what comes with them is part of the statement that stores them (`insertSignups`).
 */
export type SignupHandlers = {
  [Name in keyof SignupEventMap]?: (tx: Db, event: SignupEventMap[Name]) => Promise<void>;
};

/** Functions that change sign-ups take this, so that the compiler finds a change without its event. */
export type SignupEvents = {
  /** @param tx the transaction of the change */
  emit<Name extends keyof SignupEventMap>(tx: Db, name: Name, event: SignupEventMap[Name]): Promise<void>;
};

/** @param features in the order in which they handle an event */
export function createSignupEvents(features: readonly SignupHandlers[]): SignupEvents {
  return {
    async emit(tx, name, event) {
      for (const handlers of features) {
        const handle: SignupHandlers[typeof name] = handlers[name];
        await handle?.(tx, event);
      }
    },
  };
}
