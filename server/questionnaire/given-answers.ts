import type { Audience } from "#contract/audience.ts";
import type { Db } from "#server/lib/database/database.ts";

/** How far a removal has come: everything before `lastId` in this audience's sign-ups is done. */
export type AnswerRemoval = { questionId: string; audience: Audience; lastId: string | null };

/** The answers that sign-ups hold; they offer these, so that a deleted question takes its answers along. */
export type GivenAnswers = {
  /** Takes the answers to a question out of every sign-up at once. */
  remove(tx: Db, questionId: string): Promise<void>;
  /** Treats the next sign-ups in the order of their ids. @returns the last id seen, or null when there was none left */
  removeInBatch(tx: Db, removal: AnswerRemoval, batchSize: number): Promise<string | null>;
};
