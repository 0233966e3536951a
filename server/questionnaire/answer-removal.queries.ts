import { asc, eq } from "drizzle-orm";
import { answerRemovals } from "#db/schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import type { AnswerRemoval } from "./given-answers.ts";

export async function insertRemoval(db: Db, questionId: string): Promise<void> {
  await db.insert(answerRemovals).values({ questionId });
}

/** The oldest removal that no other process works on; it stays locked until the transaction ends. */
export async function lockNextRemoval(db: Db): Promise<AnswerRemoval | null> {
  const [row] = await db
    .select({
      questionId: answerRemovals.questionId,
      audience: answerRemovals.audience,
      lastId: answerRemovals.lastId,
    })
    .from(answerRemovals)
    .orderBy(asc(answerRemovals.requestedAt), asc(answerRemovals.questionId))
    .limit(1)
    .for("update", { skipLocked: true });
  return row ?? null;
}

export async function saveRemovalProgress(db: Db, { questionId, audience, lastId }: AnswerRemoval) {
  await db.update(answerRemovals).set({ audience, lastId }).where(eq(answerRemovals.questionId, questionId));
}

export async function deleteRemoval(db: Db, questionId: string): Promise<void> {
  await db.delete(answerRemovals).where(eq(answerRemovals.questionId, questionId));
}
