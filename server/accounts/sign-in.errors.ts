import { adminMessages, attemptLimits } from "#contract/admins.ts";
import { ApiError } from "#server/lib/http/errors.ts";

export const wrongCredentials = () => new ApiError(401, "unauthenticated", adminMessages.wrongCredentials);
export const notAnAdmin = () => new ApiError(403, "forbidden", adminMessages.notAnAdmin);
export const wrongCode = () => new ApiError(401, "unauthenticated", adminMessages.wrongCode);
export const challengeExpired = () => new ApiError(409, "conflict", adminMessages.challengeExpired);
export const tooManyCodes = () =>
  new ApiError(429, "too_many_requests", adminMessages.tooManySignIns, {
    headers: { "Retry-After": String(attemptLimits.windowMs / 1000) },
  });
