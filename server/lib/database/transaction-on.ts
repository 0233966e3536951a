import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import * as schema from "#db/schema.ts";
import type { Db } from "./database.ts";

/**
 * A transaction on one connection, for work that is partly plain statements on it and partly that of features, which begin
 * transactions of their own within it.
 */
export function transactionOn<Result>(client: pg.Client, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return drizzle(client, { schema }).transaction((tx) => work(tx));
}
