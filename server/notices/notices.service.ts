import type { ToDoRow } from "#contract/to-do.schema.ts";
import type { Db } from "#server/lib/database/database.ts";
import { notFound } from "#server/lib/http/errors.ts";
import { findOpenNotices, insertDismissal, insertNotice } from "./notices.queries.ts";
import { type Notice, noticeRow, noticeSchema } from "./notices.rules.ts";

/** As many as a dashboard can show; older ones come up as newer ones are dismissed. */
const shownAtOnce = 5;

/** Notifies all super administrators. Pass the transaction of what happened, so that neither exists without the other. */
export async function postNotice(db: Db, { kind, details }: Pick<Notice, "kind" | "details">): Promise<void> {
  await insertNotice(db, { kind, details });
}

export async function listNotices(db: Db, adminId: string): Promise<ToDoRow[]> {
  return (await findOpenNotices(db, adminId, shownAtOnce)).flatMap((row) => {
    const notice = noticeSchema.safeParse(row);
    return notice.success ? [noticeRow(notice.data)] : []; // of a kind that only a later version knows
  });
}

/** For this administrator alone; twice is as good as once. */
export async function dismissNotice(db: Db, target: { noticeId: string; adminId: string }): Promise<void> {
  if (!(await insertDismissal(db, target))) throw notFound();
}
