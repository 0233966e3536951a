import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/** What the last check of the sender's domain found. */
export const domainCheckQuery = queryOptions({
  queryKey: ["email", "domain-check"],
  queryFn: () => unwrap(api.api.admin.email["domain-check"].$get()),
});
