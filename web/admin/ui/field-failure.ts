import { ApiFailure } from "#web/lib/api.ts";

/**
 * The failure with the message of its first field, which names the cause. For screens that show no messages beside
 * their fields.
 */
export function fieldFailure(error: Error | null): Error | null {
  if (!(error instanceof ApiFailure)) return error;
  const [message] = Object.values(error.fields);
  return message ? new ApiFailure(error.status, { ...error.problem.error, message }, error.problem) : error;
}
