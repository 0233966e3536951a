import type { Db } from "#server/lib/database/database.ts";
import { findInstallationKey } from "./installation.repository.ts";

/** The random id of this database: what is made here can be told from what another installation made. */
export async function getInstallationKey(db: Db): Promise<string> {
  const key = await findInstallationKey(db);
  if (key === null) throw new Error("the row of the table installation is gone");
  return key;
}
