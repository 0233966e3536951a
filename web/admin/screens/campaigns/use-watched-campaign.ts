import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useQueryString } from "#web/admin/ui/use-query-string.ts";
import { hasEnded } from "./campaign-state.ts";
import { campaignListQuery } from "./campaigns.api.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The campaign whose progress is shown: the one in the address, else the newest that is still open, which then goes into the
 * address so that its last sentence stays in view when it ends.
 */
export function useWatchedCampaign() {
  const { query, change } = useQueryString();
  const list = useQuery(campaignListQuery);
  const open = list.data?.items.filter((campaign) => !hasEnded(campaign)) ?? [];
  const named = query.get("campaign");
  const id = named !== null && uuid.test(named) ? named : null;
  const newestOpen = open[0]?.id;

  const watch = useCallback(
    (next: string | null) =>
      change(
        (current) => {
          if (next === null) current.delete("campaign");
          else current.set("campaign", next);
          return current;
        },
        { replace: true },
      ),
    [change],
  );
  useEffect(() => {
    if (id === null && newestOpen) watch(newestOpen);
  }, [id, newestOpen, watch]);

  return {
    id,
    watch,
    running: open.some(({ status }) => status === "running"),
    others: open.filter((campaign) => campaign.id !== id),
  };
}
