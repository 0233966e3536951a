import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

export const openingQuery = queryOptions({
  queryKey: ["opening"],
  queryFn: () => unwrap(api.api.admin.opening.$get()),
  staleTime: 0, // what was done on another screen a moment ago is done
});
