import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/** Everything is looked at anew each time, the public address included: not more often than somebody comes, or is about to, within 30 s. */
export const stateQuery = queryOptions({
  queryKey: ["state"],
  queryFn: () => unwrap(api.api.admin.state.$get()),
  staleTime: 30_000,
});
