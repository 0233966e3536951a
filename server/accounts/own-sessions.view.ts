import type { OwnSession } from "#contract/account.schema.ts";

type SessionRow = { id: string; userAgent: string | null; createdAt: Date; lastUsedAt: Date };

export function toOwnSession(
  { id, userAgent, createdAt, lastUsedAt }: SessionRow,
  currentId: string,
): OwnSession {
  return {
    id,
    userAgent,
    current: id === currentId,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}
