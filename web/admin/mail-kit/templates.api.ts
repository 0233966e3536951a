import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/** The given templates and one's own, by name. */
export const emailTemplatesQuery = queryOptions({
  queryKey: ["email", "templates"],
  queryFn: () => unwrap(api.api.admin.email.templates.$get()),
});
