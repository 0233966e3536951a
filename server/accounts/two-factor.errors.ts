import { adminMessages } from "#contract/admins.ts";
import { ApiError } from "#server/lib/http/errors.ts";

export const twoFactorOff = () => new ApiError(409, "conflict", adminMessages.twoFactorOff);
export const twoFactorAlreadyOn = () => new ApiError(409, "conflict", adminMessages.twoFactorAlreadyOn);
export const twoFactorUnreadable = () => new ApiError(409, "conflict", adminMessages.twoFactorUnreadable);
