import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";

/** What migrations may name in `create extension`. PostgreSQL ships both as well. */
export const embeddedExtensions = { pg_trgm, unaccent };
