import type { Admin } from "#contract/admins.schema.ts";
import type { AdminRow } from "./admins.queries.ts";

export function toAdmin({ id, email, isSuperAdmin, activatedAt, createdAt }: AdminRow): Admin {
  return {
    id,
    email,
    isSuperAdmin,
    activatedAt: activatedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
