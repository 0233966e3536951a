import { customType, timestamp } from "drizzle-orm/pg-core";

/** A time to the millisecond, so that a date that JavaScript has read is equal to the stored one. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** A time to the microsecond. */
export const preciseTime = (name: string) => timestamp(name, { withTimezone: true });

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
