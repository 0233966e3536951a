import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sessionLimits } from "#contract/sessions.ts";
import { currentAdminQuery, useSignOut } from "#web/admin/ui/session.api.ts";
import { api, unwrap } from "#web/lib/api.ts";

/** The tabs of one browser share the session. After a change in one tab, the others ask the server. */
const channelName = "tenue-session";

function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("changed");
  channel.close();
}

/**
 * The end of the session by this computer's clock, as far as this tab knows. `asked` is true when the server was asked so
 * recently that a warning is correct. Compares times instead of using a timer, so that a laptop notices the end when it wakes.
 */
export function useSessionLife() {
  const { data, dataUpdatedAt, isRefetchError, refetch } = useQuery(currentAdminQuery);
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = () => void refetch();
    return () => channel.close();
  }, [refetch]);
  const endsAt = dataUpdatedAt + (data?.session.endsInMs ?? sessionLimits.idleMs);
  const warnsAt = endsAt - sessionLimits.warnBeforeMs;
  return {
    endsAt,
    warnsAt,
    extendable: data?.session.extendable ?? true,
    asked: dataUpdatedAt >= warnsAt - askedEarlyMs || isRefetchError,
    ask: refetch,
  };
}

const askedEarlyMs = 30_000;

/** Extends the session, for 'Rester connecté'. */
export function useKeepSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.api.admin.me.session.$post()),
    onSuccess: (session) => {
      queryClient.setQueryData(currentAdminQuery.queryKey, (admin) => admin && { ...admin, session });
      notifyOtherTabs();
    },
  });
}

/** Signs out in every tab, for 'Se déconnecter'. */
export const useSignOutEverywhere = () => useSignOut({ onSignedOut: notifyOtherTabs });
