import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import {
  type Campaign,
  campaignSchema,
  isSettled,
  type RecipientsQuery,
  type StartCampaign,
} from "#contract/campaigns.schema.ts";
import { mailLogKey } from "#web/admin/mail-kit/mail-log-key.ts";
import { ApiFailure, api, apiFetch, unwrap } from "#web/lib/api.ts";
import { followEvents } from "#web/lib/event-stream.ts";

const campaigns = api.api.admin.campaigns;
const listKey = ["campaigns", "list"] as const;
const detailKey = (id: string) => ["campaigns", "detail", id] as const;

export function recipientCountQuery({ recipientType, statusFilter, kind }: RecipientsQuery) {
  return queryOptions({
    queryKey: ["campaigns", "recipients", recipientType, statusFilter, kind],
    queryFn: () => unwrap(campaigns.recipients.$get({ query: { recipientType, statusFilter, kind } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 15_000,
  });
}

/** The newest campaigns; read again from time to time, because other admins start some too. */
export const campaignListQuery = queryOptions({
  queryKey: listKey,
  queryFn: () => unwrap(campaigns.$get({ query: {} })),
  staleTime: 0,
  refetchInterval: 15_000,
});

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: detailKey(id),
    queryFn: () => unwrap(campaigns[":id"].$get({ param: { id } })),
    staleTime: 0,
  });
}

export function useStartCampaign() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: StartCampaign) => unwrap(campaigns.$post({ json })),
    onSuccess: (campaign) => cacheCampaign(queryClient, campaign),
  });
}

type CampaignAction = "pause" | "resume" | "cancel";

/** A refused action (somebody else was first) shows the campaign as it is by now. */
export function useControlCampaign(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: CampaignAction) =>
      unwrap(campaigns[":id"][":action"].$post({ param: { id, action } })),
    onSuccess: (campaign) => cacheCampaign(queryClient, campaign),
    onError: () => queryClient.invalidateQueries({ queryKey: detailKey(id) }),
  });
}

/** The id of the first campaign when this start was a duplicate of it; null for any other failure. */
export function duplicateOf(error: unknown): string | null {
  if (!(error instanceof ApiFailure) || error.code !== "campaign_running") return null;
  return error.fields.id ?? null;
}

/** Keeps a campaign in the cache as the server tells it, until nothing more happens to it. */
export function useCampaignEvents(id: string, settled: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (settled) return;
    const listening = new AbortController();
    const { signal } = listening;
    void followEvents({
      signal,
      open: () => apiFetch(`/api/admin/campaigns/${encodeURIComponent(id)}/events`, { signal }),
      onEvent: (event) => {
        const campaign = campaignSchema.parse(event);
        if (isSettled(campaign)) listening.abort();
        cacheCampaign(queryClient, campaign);
      },
      // Reading it plainly tells an ended session from a server that is starting again.
      onRefused: () => void queryClient.invalidateQueries({ queryKey: detailKey(id) }),
    });
    return () => listening.abort();
  }, [id, settled, queryClient]);
}

function cacheCampaign(queryClient: QueryClient, campaign: Campaign): void {
  const before = queryClient.getQueryData<Campaign>(detailKey(campaign.id));
  queryClient.setQueryData(detailKey(campaign.id), campaign);
  if (before?.status === campaign.status) return;
  void queryClient.invalidateQueries({ queryKey: listKey });
  void queryClient.invalidateQueries({ queryKey: mailLogKey });
}
