import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/** A message of the log with its text; reading it is noted in the journal. */
export function messageQuery(id: string) {
  return queryOptions({
    queryKey: ["email", "log-entry", id],
    queryFn: () => unwrap(api.api.admin.email.log[":id"].$get({ param: { id } })),
  });
}
