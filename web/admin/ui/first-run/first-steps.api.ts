import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

export const firstStepsQuery = queryOptions({
  queryKey: ["first-steps"],
  queryFn: () => unwrap(api.api.admin["first-steps"].$get()),
  staleTime: 0, // what was done on another screen a moment ago is done
});
