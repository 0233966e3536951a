import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { api, unwrap } from "#web/lib/api.ts";

/** Who is signed in. An answer 401 or 403 means nobody who may be here. */
export const currentAdminQuery = queryOptions({
  queryKey: ["current-admin"],
  queryFn: () => unwrap(api.api.admin.me.$get()),
  staleTime: 60_000,
});

/** The signed-in admin, for whatever is drawn inside the shell. */
export function useCurrentAdmin() {
  return useSuspenseQuery(currentAdminQuery).data;
}

/** Ends the session on the server, forgets what was read with it and goes to the login. */
export function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await fetch("/api/auth/sign-out", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
    } finally {
      await navigate("/admin", { replace: true });
      queryClient.clear();
    }
  };
}
