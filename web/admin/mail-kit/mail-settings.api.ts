import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

/** How mail leaves, and whether it does: every screen that writes mail says when it is only simulated. */
export const emailSettingsQuery = queryOptions({
  queryKey: ["email", "settings"],
  queryFn: () => unwrap(api.api.admin.email.settings.$get()),
});
