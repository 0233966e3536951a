import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Audience } from "#contract/audience.ts";
import type { RectifySignup } from "#contract/privacy.schema.ts";
import type { BulkAction, BulkEvent, DecidedSignup, Decision } from "#contract/signup.schema.ts";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { api, unwrap } from "#web/lib/api.ts";
import { unwrapEvents } from "#web/lib/event-stream.ts";
import type { ListParams } from "./list-params.ts";
import { notifyFailure } from "./notify-failure.ts";

const signups = api.api.admin.signups[":audience"];

/** One page of a list. The page before stays in view until the next one is there. */
export function signupListQuery(audience: Audience, { status, search, order, page }: ListParams) {
  return queryOptions({
    queryKey: ["signups", audience, "list", { status, search, order, page }],
    queryFn: () => unwrap(signups.$get({ param: { audience }, query: { status, search, order, page } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function signupDetailQuery(audience: Audience, id: string) {
  return queryOptions({
    queryKey: ["signups", audience, "detail", id],
    queryFn: () => unwrap(signups[":id"].$get({ param: { audience, id } })),
    staleTime: 0,
  });
}

/** Approves or rejects. Won or lost, what is in view is read again: the losing side of a race sees the fresh state. */
export function useDecideSignup(
  audience: Audience,
  { onSuccess }: { onSuccess: (decided: DecidedSignup) => void },
) {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: Decision["status"] }) =>
      unwrap(signups[":id"].$patch({ param: { audience, id }, json: { status } })),
    onSuccess,
    onSettled,
  });
}

/** Takes a decision back while the server still allows it. */
export function useUndoDecision(
  audience: Audience,
  callbacks: { onSuccess: (signup: DecidedSignup) => void; onError: (error: Error) => void },
) {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: (id: string) => unwrap(signups[":id"].undo.$post({ param: { audience, id } })),
    ...callbacks,
    onSettled,
  });
}

/** Corrects who signed up. */
export function useRectifySignup(audience: Audience, id: string) {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: (json: RectifySignup) => unwrap(signups[":id"].$put({ param: { audience, id }, json })),
    onSettled,
  });
}

export function useDeleteSignup(audience: Audience) {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: (id: string) => unwrap(signups[":id"].$delete({ param: { audience, id } })),
    onSettled,
  });
}

/** One action on many, told as it goes on: the last event is the report. */
export function useBulkAction(audience: Audience) {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: async ({ action, onEvent }: { action: BulkAction; onEvent: (event: BulkEvent) => void }) => {
      const events = unwrapEvents<BulkEvent>(signups.bulk.$post({ param: { audience }, json: action }));
      for await (const event of events) onEvent(event);
    },
    onSettled,
  });
}

/** Takes all decisions of one bulk action back while the server still allows it. */
export function useUndoBulk(audience: Audience) {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: (bulkId: string) =>
      unwrap(signups.bulk[":bulkId"].undo.$post({ param: { audience, bulkId } })),
    onSettled,
  });
}

/** The address of the filtered list as CSV; the browser downloads it by itself. */
export function exportAddress(audience: Audience, { status, search, order }: ListParams): string {
  const query = new URLSearchParams({ status, search, order });
  return `/api/admin/signups/${audience}/export.csv?${query}`;
}

/** Asks first whether the export is open: a download that the browser makes by itself could not ask for the password. */
export function useExport() {
  return useMutation({
    mutationFn: async (address: string) => {
      await unwrap(api.api.admin.me.confirmation.$get());
      download(address);
    },
    onError: (error) => {
      if (!isConfirmationDeclined(error)) notifyFailure("L’export n’a pas pu commencer", error);
    },
  });
}

function download(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}

/** Lists, details, dashboard and statistics all count sign-ups: everything but the admin's own identity is read anew. */
function useInvalidateCounts() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "current-admin" });
}
