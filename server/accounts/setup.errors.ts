import { adminMessages } from "#contract/admins.ts";
import { ApiError } from "#server/lib/http/errors.ts";

export const setUpDone = () => new ApiError(409, "setup_done", adminMessages.setupDone);
export const wrongSetUpCode = () =>
  new ApiError(403, "forbidden", adminMessages.setupCodeWrong, {
    fields: { code: adminMessages.setupCodeWrong },
  });
