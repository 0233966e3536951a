import { createMiddleware } from "hono/factory";
import type { ApiEnv, CurrentAdmin } from "./api-router.ts";
import { forbidden, reauthenticationRequired } from "./errors.ts";

/** Goes behind `requireAdmin`: 403 unless the admin is a super administrator. */
export const requireSuperAdmin = createMiddleware<ApiEnv>(async (c, next) => {
  if (!c.var.admin?.isSuperAdmin) throw forbidden();
  await next();
});

/**
 * Goes behind `requireAdmin`, before what an open browser alone must not be able to do: 403 unless the administrator
 * signed in, or gave password and second factor again, within the last ten minutes.
 */
export const requireRecentConfirmation = createMiddleware<ApiEnv>(async (c, next) => {
  ensureRecentlyConfirmed(c.var.admin);
  await next();
});

/** The same where the body decides. @throws ApiError 403 */
export function ensureRecentlyConfirmed({
  recentlyConfirmed,
}: Pick<CurrentAdmin, "recentlyConfirmed">): void {
  if (!recentlyConfirmed) throw reauthenticationRequired();
}
