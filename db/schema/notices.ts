import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { adminUsers } from "./admins.ts";
import { time } from "./columns.ts";

/** Notices for every super administrator on the dashboard. */
export const adminNotices = pgTable(
  "admin_notices",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind").notNull(),
    details: jsonb("details").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [index("admin_notices_created").on(table.createdAt)],
);

/** The administrators who dismissed a notice. */
export const adminNoticeDismissals = pgTable(
  "admin_notice_dismissals",
  {
    noticeId: uuid("notice_id")
      .notNull()
      .references(() => adminNotices.id, { onDelete: "cascade" }),
    adminId: text("admin_id")
      .notNull()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.noticeId, table.adminId] })],
);
