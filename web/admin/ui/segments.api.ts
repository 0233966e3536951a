import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

export const segmentsQuery = queryOptions({
  queryKey: ["segments"],
  queryFn: () => unwrap(api.api.admin.segments.$get()),
});
