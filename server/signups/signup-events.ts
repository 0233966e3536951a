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
type SignupAddress = SignupPerson & { emailHash: string; confirmedAt: Date | null; limitedAt: Date | null };

export type DecidedStatus = Exclude<SignupStatus, "pending">;

/** The events of sign-ups. One event holds all rows of one statement. */
type SignupEventMap = {
  /**
   * Decisions of a bulk action become final some time after its end. The end is not known yet: `bulkFinished` announces it.
   * `finalInMs` is the limit if the process ends before.
   */
  decided: {
    audience: Audience;
    status: DecidedStatus;
    finalInMs: number;
    bulkId: string | null;
    /** True: the people get no mail. */
    silent: boolean;
    signups: SignupPerson[];
  };
  /** The decision stays, but its message is withdrawn. */
  silenced: { signups: { id: string }[] };
  /** All sign-ups of a bulk action are decided, or its undo was extended. `finalInMs`: how long the decisions can still be undone. */
  bulkFinished: { bulkId: string; finalInMs: number };
  /** The undo time of decisions starts again. */
  extended: { signups: { id: string }[]; finalInMs: number };
  undone: { audience: Audience; signups: SignupPerson[] };
  /**
   * `reason`: an administrator deleted it, its owner asked for it, a year passed without activity, the address was not confirmed, or its
   * import was undone.
   */
  deleted: {
    audience: Audience;
    signups: SignupAddress[];
    reason: "admin" | "asked" | "expired" | "unconfirmed" | "undone";
  };
  /** The address of a sign-up was corrected. The new one needs a confirmation, unless its owner confirmed it before. */
  readdressed: { audience: Audience; before: SignupAddress; after: SignupAddress };
  /** The owner of the mailbox confirmed that they sent the form. Emitted once per sign-up. */
  confirmed: { audience: Audience; signups: SignupPerson[] };
  /**
   * Addresses whose last sign-up was deleted: features delete all other data about them. `asked`: the owner requested it, or an
   * administrator did for the owner. Otherwise a retention period ended, and no suppression is needed.
   */
  erased: { emailHashes: string[]; asked: boolean; source: string };
};

/**
 * What a feature does when sign-ups change, in the transaction of the change: an error undoes both. There is no event for new sign-ups,
 * because the statement that stores them also stores everything that belongs to them (`insertSignups`).
 */
export type SignupHandlers = {
  [Name in keyof SignupEventMap]?: (tx: Db, event: SignupEventMap[Name]) => Promise<void>;
};

/** Functions that change sign-ups take this as a parameter, so that the compiler finds a change without an event. */
export type SignupEvents = {
  /** @param tx the transaction of the change */
  emit<Name extends keyof SignupEventMap>(tx: Db, name: Name, event: SignupEventMap[Name]): Promise<void>;
};

/** @param features handle an event in this order */
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
