import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/** Checks everything each time, the public address included: at most every 30 s, on a visit or its prefetch. */
export const stateQuery = queryOptions({
  queryKey: ["state"],
  queryFn: () => unwrap(api.api.admin.state.$get()),
  staleTime: 30_000,
});
