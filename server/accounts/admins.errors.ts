import { adminMessages } from "#contract/admins.ts";
import { ApiError } from "#server/lib/http/errors.ts";

export const ownAccount = () => new ApiError(409, "own_account", adminMessages.ownAccount);
export const lastSuperAdmin = () => new ApiError(409, "last_super_admin", adminMessages.lastSuperAdmin);
export const adminExists = () => new ApiError(409, "admin_exists", adminMessages.adminExists);
