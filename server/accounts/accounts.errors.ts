import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { ApiError } from "#server/lib/http/errors.ts";

export const ownAccount = () => new ApiError(409, "own_account", adminMessages.ownAccount);
export const lastSuperAdmin = () => new ApiError(409, "last_super_admin", adminMessages.lastSuperAdmin);
export const adminExists = () => new ApiError(409, "admin_exists", adminMessages.adminExists);

export const setUpDone = () => new ApiError(409, "setup_done", adminMessages.setupDone);
export const wrongSetUpCode = () =>
  new ApiError(403, "forbidden", adminMessages.setupCodeWrong, {
    fields: { code: adminMessages.setupCodeWrong },
  });

export const wrongCredentials = () => new ApiError(401, "unauthenticated", adminMessages.wrongCredentials);
export const notAnAdmin = () => new ApiError(403, "forbidden", adminMessages.notAnAdmin);
export const wrongCode = () => new ApiError(401, "unauthenticated", adminMessages.wrongCode);
export const challengeExpired = () => new ApiError(409, "conflict", adminMessages.challengeExpired);
export const tooManyCodes = () =>
  new ApiError(429, "too_many_requests", adminMessages.tooManySignIns, {
    headers: { "Retry-After": String(attemptLimits.windowMs / 1000) },
  });
export const twoFactorOff = () => new ApiError(409, "conflict", adminMessages.twoFactorOff);
export const twoFactorAlreadyOn = () => new ApiError(409, "conflict", adminMessages.twoFactorAlreadyOn);
export const twoFactorUnreadable = () => new ApiError(409, "conflict", adminMessages.twoFactorUnreadable);
export const twoFactorTooOld = () => new ApiError(409, "conflict", adminMessages.twoFactorTooOld);

/** Reports the password as a wrong field. A 401 would send a signed-in administrator to the login page. */
export const wrongPassword = (field: string) =>
  new ApiError(400, "invalid_request", adminMessages.wrongPassword, {
    fields: { [field]: adminMessages.wrongPassword },
  });
