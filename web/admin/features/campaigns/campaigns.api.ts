import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { type Campaign, type CampaignGroup, campaignSchema, isSettled } from "#contract/campaigns.schema.ts";
import type { CampaignKind, EmailStatus, RecipientStatusFilter, RecipientType } from "#contract/email.ts";
import { mailLogKey } from "#web/admin/mail-kit/mail-kit.api.ts";
import { ApiFailure, api, apiFetch, unwrap } from "#web/lib/api.ts";
import { followEvents } from "#web/lib/event-stream.ts";

const campaigns = api.api.admin.campaigns;

/** A draft as the API accepts it. */
export type DraftFields = {
  kind: CampaignKind;
  reason: string;
  recipientType: RecipientType;
  statusFilter: RecipientStatusFilter;
  segmentId: string | null;
  subject: string;
  content: string;
};

/** Saves unsaved changes. @returns the draft's id and version */
export type SaveDraft = () => Promise<{ id: string; version: number }>;

const listKey = ["campaigns", "list"] as const;
const detailKey = (id: string) => ["campaigns", "detail", id] as const;

type Recipients = Pick<DraftFields, "recipientType" | "statusFilter" | "segmentId" | "kind">;

export function recipientCountQuery({ segmentId, ...filter }: Recipients) {
  const query = { ...filter, ...(segmentId !== null && { segment: segmentId }) };
  return queryOptions({
    queryKey: ["campaigns", "recipients", query],
    queryFn: () => unwrap(campaigns.recipients.$get({ query })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 15_000,
  });
}

/**
 * Drafts and campaigns in pages, newest first. Polled, because other admins start some too, and more often while a campaign runs.
 */
export function campaignListQuery(group: CampaignGroup | null) {
  return infiniteQueryOptions({
    queryKey: [...listKey, group],
    queryFn: ({ pageParam }) =>
      unwrap(campaigns.$get({ query: { ...(group && { group }), ...(pageParam && { before: pageParam }) } })),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.pages[0]?.counts.running ?? 0) > 0 ? 3_000 : 15_000),
  });
}

/** True while a campaign is being sent: another campaign waits until it has ended. */
export const runningQuery = queryOptions({
  queryKey: [...listKey, "running-now"],
  queryFn: () => unwrap(campaigns.$get({ query: { group: "running" } })),
  select: ({ items }) => items.some(({ status }) => status === "running"),
  staleTime: 0,
  refetchInterval: 5_000,
});

export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: detailKey(id),
    queryFn: () => unwrap(campaigns[":id"].$get({ param: { id } })),
    staleTime: 0,
  });
}

/** A campaign with its content, for the form of a draft and for reading a sent one. */
export function campaignDetailQuery(id: string) {
  return queryOptions({
    queryKey: ["campaigns", "whole", id],
    queryFn: () => unwrap(campaigns[":id"].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Creates a draft, or saves the next version of an existing draft. */
export function saveDraft(draft: DraftFields, saved: { id: string; version: number } | null) {
  return saved === null
    ? unwrap(campaigns.$post({ json: { ...draft, draft: true } }))
    : unwrap(campaigns[":id"].$put({ param: { id: saved.id }, json: { ...draft, version: saved.version } }));
}

type DraftStart = {
  draft: SaveDraft;
  scheduledAt: string | undefined;
  /** The version of the segment whose recipients the admin confirmed. */
  segmentVersion: number | undefined;
};

export function useStartDraft() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ draft, scheduledAt, segmentVersion }: DraftStart) => {
      const { id, version } = await draft();
      const json = {
        version,
        ...(segmentVersion !== undefined && { segmentVersion }),
        ...(scheduledAt !== undefined && { scheduledAt }),
      };
      return unwrap(campaigns[":id"].start.$post({ param: { id }, json }));
    },
    onSuccess: (campaign) => cacheCampaign(queryClient, campaign),
  });
}

export function useDeleteDraft(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(campaigns[":id"].$delete({ param: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export function useDuplicate(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(campaigns[":id"].duplicate.$post({ param: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listKey }),
  });
}

export function useResendMissing(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (uncertain: boolean) =>
      unwrap(campaigns[":id"].resend.$post({ param: { id }, json: { uncertain } })),
    onSuccess: (campaign) => cacheCampaign(queryClient, campaign),
  });
}

/** The checks before sending, for the draft's current content. */
export function useCampaignChecks() {
  return useMutation({
    mutationFn: async (draft: SaveDraft) => {
      const { id } = await draft();
      return unwrap(campaigns[":id"].checks.$get({ param: { id } }));
    },
  });
}

export function campaignFiguresQuery(id: string, settled: boolean) {
  return queryOptions({
    queryKey: ["campaigns", "figures", id, settled],
    queryFn: () => unwrap(campaigns[":id"].figures.$get({ param: { id } })),
    staleTime: 0,
    refetchInterval: settled ? false : 30_000,
  });
}

/** The log of one campaign, page by page. */
export function campaignLogQuery(id: string, status: EmailStatus | "all") {
  return infiniteQueryOptions({
    queryKey: [...mailLogKey, "campaign", id, status],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.api.admin.email.log.$get({
          query: { campaign: id, status, ...(pageParam && { before: pageParam }) },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

type CampaignAction = "pause" | "resume" | "cancel";

/** Reloads the campaign after a refused action, because another admin was faster. */
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

/** Keeps a campaign in the cache as the server sends it, until it is settled. */
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
      // A plain request distinguishes an ended session from a restarting server.
      onRefused: () => void queryClient.invalidateQueries({ queryKey: detailKey(id) }),
    });
    return () => listening.abort();
  }, [id, settled, queryClient]);
}

function cacheCampaign(queryClient: QueryClient, campaign: Campaign): void {
  // A response that is still on its way is older and would overwrite this state. After the last event nothing would correct that.
  void queryClient.cancelQueries({ queryKey: detailKey(campaign.id) }, { revert: false, silent: true });
  const before = queryClient.getQueryData<Campaign>(detailKey(campaign.id));
  queryClient.setQueryData(detailKey(campaign.id), campaign);
  if (before?.status === campaign.status) return;
  void queryClient.invalidateQueries({ queryKey: listKey });
  void queryClient.invalidateQueries({ queryKey: mailLogKey });
}
