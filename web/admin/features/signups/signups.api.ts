import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { Audience } from "#contract/audience.ts";
import type { BulkAction, BulkEvent, DecidedSignup, Decision } from "#contract/decisions.schema.ts";
import type { RectifySignup } from "#contract/privacy.schema.ts";
import type { SignupList, SignupSummary } from "#contract/signup-list.schema.ts";
import type { SaveNote } from "#contract/signup-note.schema.ts";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { questionsQuery } from "#web/admin/ui/questions.api.ts";
import { useInvalidateQueries } from "#web/admin/ui/session.api.ts";
import { api, unwrap } from "#web/lib/api.ts";
import { unwrapEvents } from "#web/lib/event-stream.ts";
import { readColumns } from "./columns.ts";
import type { ListFilters, ListParams } from "./signups-address.ts";

const signups = api.api.admin.signups[":audience"];

/** The query key prefix of all lists of an audience. */
export const listsKey = (audience: Audience) => ["signups", audience, "list"] as const;

/** The key of one page of a list. */
export function listKey(audience: Audience, params: ListParams) {
  return [...listsKey(audience), listQueryOf(audience, params)] as const;
}

function listQueryOf(
  audience: Audience,
  { status, search, answer, segment, conditions, invitation, columns, order, page }: ListParams,
) {
  const show = readColumns(audience, columns).questions.join(",");
  const narrowed = invitation && { invitation };
  return { status, search, answer, segment, conditions, show, order, page, ...narrowed };
}

/**
 * One page of a list. The previous page stays in view until the response arrives.
 * @param until gives the time after which new rows are left out; called for each request
 */
export function signupListQuery(audience: Audience, params: ListParams, until: () => string | undefined) {
  const query = listQueryOf(audience, params);
  return queryOptions({
    queryKey: listKey(audience, params),
    queryFn: async () => {
      const list = await unwrap(signups.$get({ param: { audience }, query: { ...query, until: until() } }));
      return { ...list, items: list.items.map(withStatus) };
    },
    placeholderData: keepPreviousData,
    structuralSharing: (before, after) => shareRows(before as SignupList | undefined, after as SignupList),
    staleTime: 0,
  });
}

/** A missing status counts as pending, wherever it is shown and decided. */
function withStatus<Signup extends SignupSummary>(signup: Signup): Signup {
  return signup.status ? signup : { ...signup, status: "pending" };
}

/** Polls how many sign-ups came in since the list was read, without changing the list. */
export function arrivalsQuery(audience: Audience, since: string | undefined) {
  return queryOptions({
    queryKey: ["arrivals", audience, since],
    queryFn: () => unwrap(signups.arrivals.$get({ param: { audience }, query: { since: since ?? "" } })),
    enabled: since !== undefined,
    initialData: { count: 0 },
    initialDataUpdatedAt: () => Date.now(),
    refetchInterval: 20_000,
    staleTime: 20_000,
  });
}

export function signupDetailQuery(audience: Audience, id: string) {
  return queryOptions({
    queryKey: ["signups", audience, "detail", id],
    queryFn: async () => withStatus(await unwrap(signups[":id"].$get({ param: { audience, id } }))),
    staleTime: 0,
  });
}

/** A decision that the server has not answered yet. */
export type Deciding = { signup: SignupSummary; status: Decision["status"] };

const decidingKey = (audience: Audience) => ["decide", audience];

/**
 * Approves or rejects, with an optimistic update of the lists. Success and refusal both reload the data in view, so that an admin
 * who loses a race sees the current state.
 */
export function useDecideSignup(
  audience: Audience,
  callbacks: {
    onSuccess: (decided: DecidedSignup) => void;
    onError: (error: Error, deciding: Deciding) => void;
  },
) {
  const client = useQueryClient();
  const invalidate = useInvalidateDecisions();
  return useMutation({
    mutationKey: decidingKey(audience),
    mutationFn: ({ signup: { id }, status }: Deciding) =>
      unwrap(signups[":id"].$patch({ param: { audience, id }, json: { status } })),
    onMutate: ({ signup, status }) => showStatus(client, audience, { id: signup.id, status }),
    onSuccess: (decided) => {
      storeDecided(client, audience, decided);
      callbacks.onSuccess(decided);
    },
    onError: (error, deciding) => {
      showStatus(client, audience, { id: deciding.signup.id, status: "pending" });
      callbacks.onError(error, deciding);
    },
    onSettled: () => {
      // Only the last response of a quick series reloads the lists. Earlier reloads would show later decisions as pending.
      if (countDecisionsUnderWay(client, audience) === 1) void invalidate();
    },
  });
}

/** Counts the decisions under way, including one whose `onSettled` is running. */
export function countDecisionsUnderWay(client: QueryClient, audience: Audience): number {
  return client.isMutating({ mutationKey: decidingKey(audience) });
}

/** The sign-ups whose decision the server has not answered yet. */
export function useDecisionsUnderWay(audience: Audience): string[] {
  return useMutationState({
    filters: { mutationKey: decidingKey(audience), status: "pending" },
    select: ({ state }) => (state.variables as Deciding).signup.id,
  });
}

/** Undoes a decision while the server still allows it. */
export function useUndoDecision(
  audience: Audience,
  callbacks: {
    onSuccess: (signup: DecidedSignup, before: DecidedSignup) => void;
    onError: (error: Error, decided: DecidedSignup) => void;
    /** Called once the lists are reloaded. */
    onSettled: (decided: DecidedSignup) => void;
  },
) {
  const client = useQueryClient();
  const invalidate = useInvalidateDecisions();
  return useMutation({
    mutationFn: ({ id }: DecidedSignup) => unwrap(signups[":id"].undo.$post({ param: { audience, id } })),
    onMutate: ({ id }) => showStatus(client, audience, { id, status: "pending" }),
    onSuccess: (signup, before) => {
      storeDecided(client, audience, signup);
      callbacks.onSuccess(signup, before);
    },
    onError: (error, decided) => {
      showStatus(client, audience, decided);
      callbacks.onError(error, decided);
    },
    onSettled: async (_signup, _error, decided) => {
      await invalidate();
      callbacks.onSettled(decided);
    },
  });
}

/** Restarts the time in which a decision can be undone. */
export function useExtendUndo(
  audience: Audience,
  callbacks: {
    onSuccess: (decided: DecidedSignup) => void;
    onError: (error: Error, decided: DecidedSignup) => void;
  },
) {
  return useMutation({
    mutationFn: ({ id }: DecidedSignup) =>
      unwrap(signups[":id"].undo.extension.$post({ param: { audience, id } })),
    ...callbacks,
  });
}

/** Corrects the personal data of a sign-up. */
export function useRectifySignup(audience: Audience, id: string) {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: (json: RectifySignup) => unwrap(signups[":id"].$put({ param: { audience, id }, json })),
    onSettled,
  });
}

/** Saves the star and the private note. */
export function useSaveNote(audience: Audience, id: string) {
  const client = useQueryClient();
  const { queryKey } = signupDetailQuery(audience, id);
  return useMutation({
    mutationFn: (json: SaveNote) => unwrap(signups[":id"].note.$put({ param: { audience, id }, json })),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: listsKey(audience) }),
      ]),
  });
}

export function useDeleteSignup(audience: Audience) {
  const onSettled = useInvalidateCounts();
  return useMutation({
    mutationFn: (id: string) => unwrap(signups[":id"].$delete({ param: { audience, id } })),
    onSettled,
  });
}

/** Sends a new invitation code, or revokes the current one. */
export function useInvitationAction({ audience, signupId }: { audience: Audience; signupId: string }) {
  const client = useQueryClient();
  const invitation = api.api.admin.invitations[":id"];
  return useMutation({
    mutationFn: ({ id, action }: { id: string; action: "renew" | "revoke" }) =>
      unwrap(invitation[action].$post({ param: { id } })),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["signups", audience, "detail", signupId] }),
        client.invalidateQueries({ queryKey: listsKey(audience) }),
      ]),
  });
}

/** The recipients of a bulk decision's message. */
export function bulkRecipientsQuery(audience: Audience, action: BulkAction) {
  return queryOptions({
    queryKey: ["signups", audience, "recipients", action],
    queryFn: () => unwrap(signups.bulk.recipients.$post({ param: { audience }, json: action })),
    enabled: action.action !== "delete",
    gcTime: 0,
  });
}

/** Cancels the message of a decision and keeps the decision. */
export function useWithdrawMessage(audience: Audience) {
  return useMutation({
    mutationFn: (id: string) => unwrap(signups[":id"].message.$delete({ param: { audience, id } })),
  });
}

/** A bulk action with progress events; the last event is the report. */
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

/** Undoes all decisions of one bulk action while the server still allows it. */
export function useUndoBulk(audience: Audience) {
  const onSettled = useInvalidateDecisions();
  return useMutation({
    mutationFn: (bulkId: string) =>
      unwrap(signups.bulk[":bulkId"].undo.$post({ param: { audience, bulkId } })),
    onSettled,
  });
}

/** Restarts the time in which a bulk decision can be undone. */
export function useExtendBulkUndo(audience: Audience) {
  return useMutation({
    mutationFn: (bulkId: string) =>
      unwrap(signups.bulk[":bulkId"].undo.extension.$post({ param: { audience, bulkId } })),
  });
}

/** The address of the filtered list as CSV, which the browser downloads as a link. */
export function exportAddress(
  audience: Audience,
  { status, search, answer, segment, conditions, invitation, order }: ListFilters,
  limited = false,
): string {
  const query = new URLSearchParams({
    status,
    search,
    answer,
    segment,
    conditions,
    order,
    ...(invitation && { invitation }),
    ...(limited && { limited: "true" }),
  });
  return `/api/admin/signups/${audience}/export.csv?${query}`;
}

/** Updates a sign-up's status and the counts in every cached list. Cancels requests that would restore the old status. */
function showStatus(
  client: QueryClient,
  audience: Audience,
  { id, status }: Pick<SignupSummary, "id" | "status">,
): void {
  void client.cancelQueries({ queryKey: listsKey(audience) });
  client.setQueriesData<SignupList>(
    { queryKey: listsKey(audience) },
    (list) =>
      list && {
        ...list,
        counts: countsAfter(list, { id, status }),
        items: list.items.map((item) => (item.id === id ? { ...item, status } : item)),
      },
  );
}

function storeDecided(client: QueryClient, audience: Audience, decided: DecidedSignup): void {
  const { id, status } = decided;
  showStatus(client, audience, decided);
  client.setQueryData(signupDetailQuery(audience, id).queryKey, (detail) => detail && { ...detail, status });
}

/** Used after changes of the number of sign-ups or of their answers. */
const useInvalidateCounts = () => useInvalidateQueries("arrivals", "views");

/** A decision changes neither answers nor questions, so questions stay valid too. */
const useInvalidateDecisions = () => useInvalidateQueries("arrivals", "views", "questions");

/** The counts of a list after one of its rows changed its status. */
function countsAfter(
  { counts, items }: Pick<SignupList, "counts" | "items">,
  { id, status }: Pick<SignupSummary, "id" | "status">,
): SignupList["counts"] {
  const before = items.find((item) => item.id === id)?.status;
  if (!counts || !before || before === status) return counts;
  return { ...counts, [before]: counts[before] - 1, [status]: counts[status] + 1 };
}

/** The wording of the questions by id, used as titles of the answer columns. */
export function useQuestionTexts(): ReadonlyMap<string, string> {
  const questions = useEagerQuery(questionsQuery).data?.items;
  return useMemo(() => new Map((questions ?? []).map(({ id, question }) => [id, question])), [questions]);
}

type Rows = { items: { id: string }[] };

/**
 * Rows with the same content keep their identity at any index, so that a list that moves up by one row renders
 * only one row. TanStack Query alone compares rows by index.
 */
export function shareRows<List extends Rows>(before: List | undefined, after: List): List {
  if (!before) return after;
  const known = new Map(before.items.map((row) => [row.id, row]));
  const items = after.items.map((row) => replaceEqualDeep(known.get(row.id), row));
  const isSame =
    items.length === before.items.length && items.every((row, index) => row === before.items[index]);
  const around = replaceEqualDeep(before, { ...after, items: before.items });
  return isSame ? around : { ...around, items };
}
