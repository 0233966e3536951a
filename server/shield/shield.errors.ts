import type { FormPass } from "#contract/shield.schema.ts";
import { type ShieldErrorCode, shieldMessages } from "#contract/shield.ts";
import { ApiError } from "#server/lib/http/errors.ts";

/**
 * A refusal with a new pass in the answer, so that the browser can retry automatically.
 * @param waitMs until the new token may be used
 */
export function refusePass(code: ShieldErrorCode, pass: FormPass, waitMs: number): ApiError {
  const headers = waitMs > 0 ? { "Retry-After": String(Math.ceil(waitMs / 1000)) } : {};
  return new ApiError(403, code, shieldMessages[code], { headers, beside: pass });
}
