import type { ToDoRow } from "#contract/to-do.schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { findOpenNotices, insertDismissal, insertNotice } from "./notices.queries.ts";
import { type Notice, noticeRow, noticeSchema } from "./notices.rules.ts";

/** The dashboard shows the newest notices. Older ones appear when these are dismissed. */
const shownAtOnce = 5;

/** Notifies all super administrators. Pass the transaction of the change, so that change and notice commit together. */
export async function postNotice(db: Db, { kind, details }: Pick<Notice, "kind" | "details">): Promise<void> {
  await insertNotice(db, { kind, details });
}

export async function listNotices(db: Db, adminId: string): Promise<ToDoRow[]> {
  return (await findOpenNotices(db, adminId, shownAtOnce)).flatMap((row) => {
    const notice = noticeSchema.safeParse(row);
    return notice.success ? [noticeRow(notice.data)] : []; // skips a kind of a later version
  });
}

/** Dismisses a notice for this administrator only. Idempotent. */
export async function dismissNotice(db: Db, target: { noticeId: string; adminId: string }): Promise<void> {
  if (!(await insertDismissal(db, target))) throw notFound();
}
