import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/** All questions, in their order. */
export const questionsQuery = queryOptions({
  queryKey: ["questions"],
  queryFn: () => unwrap(api.api.admin.questions.$get()),
});
