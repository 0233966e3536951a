import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";

/** Extensions that migrations may create. PostgreSQL ships them as well. */
export const embeddedExtensions = { pg_trgm };
