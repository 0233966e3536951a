import { adminMessages } from "#contract/admins.ts";
import { ApiError } from "#server/lib/http/errors.ts";

/** For the signed-in: a wrong password or code is the field's fault and no reason to leave the page. */
export const wrongPassword = (field: string) =>
  new ApiError(400, "invalid_request", adminMessages.wrongPassword, {
    fields: { [field]: adminMessages.wrongPassword },
  });
