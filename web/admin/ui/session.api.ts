import { queryOptions, useMutation } from "@tanstack/react-query";
import { createContext, use } from "react";
import { useNavigate } from "react-router";
import type { Me } from "#contract/account.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";
import type { SignInState } from "./sign-in-state.ts";

/** Who is signed in. An answer 401 or 403 means nobody who may be here. */
export const currentAdminQuery = queryOptions({
  queryKey: ["current-admin"],
  queryFn: () => unwrap(api.api.admin.me.$get()),
  staleTime: 60_000,
});

/** The signed-in admin: given once by the shell, because an observer of the query in every row costs more than the row. */
export const CurrentAdminContext = createContext<Me | null>(null);

/** The signed-in admin, for whatever is drawn inside the shell. */
export function useCurrentAdmin(): Me {
  const admin = use(CurrentAdminContext);
  if (!admin) throw new Error("Nobody is signed in outside of the shell.");
  return admin;
}

/**
 * Ends the session on the server and goes to the login, which forgets what was read with it.
 * @param state where the login is to lead back to; none after a logout by hand
 */
export function useSignOut(state: SignInState | null = null) {
  const navigate = useNavigate();
  const { mutateAsync } = useMutation({
    meta: { anonymous: true },
    mutationFn: () => unwrap(api.api.auth["sign-out"].$post()),
    onSuccess: () => navigate("/admin", { replace: true, state }),
  });
  return mutateAsync;
}
