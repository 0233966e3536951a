/** The shapes of /api/v1. Apps rely on them: fields are added, never renamed, removed or given another meaning. */
import { z } from "zod";

const count = z.int();

const statusCountsSchema = z.object({ total: count, pending: count, approved: count, rejected: count });

/** Samples are counted; people who limited or objected to the use of their data are not. */
export const statsV1Schema = z.object({ user: statusCountsSchema, brand: statusCountsSchema });
export type StatsV1 = z.output<typeof statsV1Schema>;
