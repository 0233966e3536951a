import type { ConfirmIdentity } from "#contract/account.schema.ts";
import { adminMessages } from "#contract/admins.ts";
import type { CurrentAdmin } from "#server/lib/http/api-router.ts";
import { invalid } from "#server/lib/http/errors.ts";
import { type AttemptDependencies, limited, ownAttempts } from "./attempts.service.ts";
import { ensureCode } from "./codes.service.ts";
import { ensurePassword } from "./passwords.service.ts";
import { confirmSession } from "./sessions.service.ts";
import { asksForSecondFactor } from "./users.service.ts";

/**
 * Opens what is protected to this session, and to no other one, for ten minutes.
 * @returns until when
 * @throws ApiError 400 with the field that is wrong; 429 after too many attempts
 */
export function confirmIdentity(
  deps: AttemptDependencies,
  { admin, password, code }: ConfirmIdentity & { admin: CurrentAdmin },
): Promise<Date> {
  return limited(deps, ownAttempts(deps, "password-confirmation", admin.id), async () => {
    const secondFactor = await asksForSecondFactor(deps.db, admin.id);
    if (secondFactor && code === undefined) throw invalid({ code: adminMessages.codeRequired });
    // First the password: a code is used up by looking at it.
    await ensurePassword(deps.db, { userId: admin.id, password });
    if (secondFactor && code !== undefined) await ensureCode(deps, admin.id, code);
    return confirmSession(deps.db, admin, deps.now());
  });
}
