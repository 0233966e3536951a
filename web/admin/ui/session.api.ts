import { notifications } from "@mantine/notifications";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import { useNavigate } from "react-router";
import type { ChangePreferences, Me } from "#contract/account.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";
import { failureNotice } from "./failure-notice.ts";

/** The current admin. 401 or 403 means that there is no session of an admin. */
export const currentAdminQuery = queryOptions({
  queryKey: ["current-admin"],
  queryFn: () => unwrap(api.api.admin.me.$get()),
  staleTime: 60_000,
});

/** The signed-in admin. The shell provides it, because a query observer in every row costs more than the row itself. */
export const CurrentAdminContext = createContext<Me | null>(null);

/** The signed-in admin, for components inside the shell. */
export function useCurrentAdmin(): Me {
  const admin = use(CurrentAdminContext);
  if (!admin) throw new Error("There is no current admin outside of the shell.");
  return admin;
}

/** A form with unsaved changes adds its question here, and the admin's answer may run `signOut`. */
export const signOutGuards = new Set<(signOut: () => void) => void>();

/**
 * Ends the session on the server and goes to the login, which clears the cached data. Unsaved changes are asked about first.
 * @param options `state`: the page to return to after the login; absent after a manual logout
 */
export function useSignOut({ state, onSignedOut }: SignOutOptions = {}) {
  const navigate = useNavigate();
  const { mutate } = useMutation({
    meta: { anonymous: true },
    mutationFn: () => unwrap(api.api.auth["sign-out"].$post()),
    onSuccess: () => {
      onSignedOut?.();
      return navigate("/admin", { replace: true, state });
    },
    onError: () => notifications.show({ ...failureNotice, message: "La déconnexion a échoué." }),
  });
  return () => {
    const [ask] = signOutGuards;
    if (ask) ask(mutate);
    else mutate();
  };
}

type SignOutOptions = { state?: SignInState; onSignedOut?: () => void };

/** Changes this admin's preferences, with an optimistic update that is reverted when the server refuses. */
export function useChangePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = currentAdminQuery;
  return useMutation({
    mutationFn: (json: ChangePreferences) => unwrap(api.api.admin.me.preferences.$patch({ json })),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(
        queryKey,
        (admin) => admin && { ...admin, preferences: merged(admin.preferences, change) },
      );
      return before;
    },
    onSuccess: (preferences) =>
      queryClient.setQueryData(queryKey, (admin) => admin && { ...admin, preferences }),
    onError: (_error, _change, before) => queryClient.setQueryData(queryKey, before),
  });
}

function merged<Values extends object>(
  values: Values,
  change: { [Key in keyof Values]?: Values[Key] | undefined },
): Values {
  return {
    ...values,
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  };
}

/** The history state that a redirect gives the login screen. */
export type SignInState = {
  /** The page to return to. */
  from: string;
  /** True when a session ended; false when a page was opened without a session. */
  sessionEnded: boolean;
};

const home = "/admin/dashboard";
const nothing: SignInState = { from: home, sessionEnded: false };

export function signInState(
  location: { pathname: string; search: string },
  { sessionEnded }: { sessionEnded: boolean },
): SignInState {
  return { from: `${location.pathname}${location.search}`, sessionEnded };
}

/** @param state the unchecked history state; only addresses of the back office are accepted */
export function readSignInState(state: unknown): SignInState {
  if (typeof state !== "object" || state === null || !("from" in state)) return nothing;
  const { from } = state;
  if (typeof from !== "string" || !(from === home || /^\/admin\/dashboard[/?]/.test(from))) return nothing;
  return { from, sessionEnded: "sessionEnded" in state && state.sessionEnded === true };
}

/**
 * Invalidates every query except the current admin, after a change on which lists, dashboard and statistics depend.
 * @param untouched first elements of further query keys that stay valid
 */
export function useInvalidateQueries(...untouched: string[]) {
  const queryClient = useQueryClient();
  const kept: unknown[] = [currentAdminQuery.queryKey[0], ...untouched];
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
}
