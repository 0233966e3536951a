import { type SQL, sql } from "drizzle-orm";

/** Whether an address is an administrator's. @param email a text */
export function isAdminAddress(email: SQL): SQL {
  return sql`exists (select from admin_users where lower(admin_users.email) = lower(${email}))`;
}
