import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/** Everything is looked at anew each time, the public address included: at most every 30 s, when somebody comes or is about to. */
export const stateQuery = queryOptions({
  queryKey: ["state"],
  queryFn: () => unwrap(api.api.admin.state.$get()),
  staleTime: 30_000,
});
