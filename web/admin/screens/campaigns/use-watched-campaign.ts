import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { z } from "zod";
import { uuidParameter } from "#web/admin/ui/address/address.ts";
import { useAddress } from "#web/admin/ui/address/use-address.ts";
import { hasEnded } from "./campaign-state.ts";
import { campaignListQuery } from "./campaigns.api.ts";

const campaignsAddress = z.object({ campaign: uuidParameter });

/**
 * The campaign whose progress is shown: the one in the address, else the newest that is still open, which then goes into the
 * address so that its last sentence stays in view when it ends.
 */
export function useWatchedCampaign() {
  const { state, change } = useAddress(campaignsAddress);
  const id = state.campaign;
  const list = useQuery(campaignListQuery);
  const open = list.data?.items.filter((campaign) => !hasEnded(campaign)) ?? [];
  const newestOpen = open[0]?.id;

  const watch = useCallback((campaign: string | null) => change({ campaign }, { replace: true }), [change]);
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
