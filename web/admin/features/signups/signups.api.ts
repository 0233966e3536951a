import {
  keepPreviousData,
  type QueryFunctionContext,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from "@tanstack/react-query";
import type { Audience } from "#contract/audience.ts";
import type { RectifySignup } from "#contract/privacy.schema.ts";
import type {
  BulkAction,
  BulkEvent,
  DecidedSignup,
  Decision,
  SignupList,
  SignupSummary,
} from "#contract/signup.schema.ts";
import { nextFrame } from "#web/admin/ui/next-frame.ts";
import { useReadAnew } from "#web/admin/ui/use-read-anew.ts";
import { api, unwrap } from "#web/lib/api.ts";
import { unwrapEvents } from "#web/lib/event-stream.ts";
import { readColumns } from "./columns.ts";
import { countsAfter } from "./counts-after.ts";
import type { ListFilters, ListParams } from "./list-params.ts";
import { shareRows } from "./share-rows.ts";

const signups = api.api.admin.signups[":audience"];

/** What the keys of all lists of an audience begin with. */
export const listsKey = (audience: Audience) => ["signups", audience, "list"] as const;

/** What is in view already is read anew behind it: after the frame that shows it. */
async function behindWhatIsThere({ client, queryKey }: QueryFunctionContext): Promise<void> {
  if (client.getQueryData(queryKey) !== undefined) await nextFrame();
}

/** The key of one page of a list. */
export function listKey(audience: Audience, params: ListParams) {
  return [...listsKey(audience), listQueryOf(audience, params)] as const;
}

function listQueryOf(audience: Audience, { status, search, answer, columns, order, page }: ListParams) {
  const show = readColumns(audience, columns).questions.join(",");
  return { status, search, answer, show, order, page };
}

/**
 * One page of a list. The page before stays in view until the next one is there.
 * @param until rows that came in later are left out; asked when the server is
 */
export function signupListQuery(audience: Audience, params: ListParams, until: () => string | undefined) {
  const query = listQueryOf(audience, params);
  return queryOptions({
    queryKey: listKey(audience, params),
    queryFn: async (context) => {
      await behindWhatIsThere(context);
      return unwrap(signups.$get({ param: { audience }, query: { ...query, until: until() } }));
    },
    placeholderData: keepPreviousData,
    structuralSharing: (before, after) => shareRows(before as SignupList | undefined, after as SignupList),
    staleTime: 0,
  });
}

/** How many came in since the list was read: asked now and then, without touching the list. */
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

/** The questions, for filters and columns. */
export const listQuestionsQuery = queryOptions({
  queryKey: ["questions"],
  queryFn: () => unwrap(api.api.admin.questions.$get()),
});

export function signupDetailQuery(audience: Audience, id: string) {
  return queryOptions({
    queryKey: ["signups", audience, "detail", id],
    queryFn: async (context) => {
      await behindWhatIsThere(context);
      return unwrap(signups[":id"].$get({ param: { audience, id } }));
    },
    staleTime: 0,
  });
}

/** A decision on its way to the server. */
export type Deciding = { signup: SignupSummary; status: Decision["status"] };

const decidingKey = (audience: Audience) => ["decide", audience];

/**
 * Approves or rejects, once the screen shows it. Won or lost, what is in view is read again: the losing side of a race sees the
 * fresh state. It is over with the server's answer; nobody waits for that reading.
 */
export function useDecideSignup(
  audience: Audience,
  callbacks: {
    onSuccess: (decided: DecidedSignup) => void;
    onError: (error: Error, deciding: Deciding) => void;
  },
) {
  const readAnew = useInvalidateDecisions();
  const putInLists = usePutInLists(audience);
  return useMutation({
    mutationKey: decidingKey(audience),
    mutationFn: async ({ signup: { id }, status }: Deciding) => {
      await nextFrame();
      return unwrap(signups[":id"].$patch({ param: { audience, id }, json: { status } }));
    },
    onSuccess: (decided) => {
      putInLists(decided);
      callbacks.onSuccess(decided);
    },
    onError: callbacks.onError,
    onSettled: () => void readAnew(),
  });
}

/** What the server has not answered yet. */
export function useDecisionsUnderWay(audience: Audience): Deciding[] {
  return useMutationState({
    filters: { mutationKey: decidingKey(audience), status: "pending" },
    select: ({ state }) => state.variables as Deciding,
  });
}

/** Takes a decision back while the server still allows it. */
export function useUndoDecision(
  audience: Audience,
  {
    onSuccess,
    onError,
  }: {
    onSuccess: (signup: DecidedSignup, before: DecidedSignup) => void;
    onError: (error: Error, decided: DecidedSignup) => void;
  },
) {
  const onSettled = useInvalidateDecisions();
  const putInLists = usePutInLists(audience);
  return useMutation({
    mutationFn: async ({ id }: DecidedSignup) => {
      await nextFrame();
      return unwrap(signups[":id"].undo.$post({ param: { audience, id } }));
    },
    onSuccess: (signup, before) => {
      putInLists(signup);
      onSuccess(signup, before);
    },
    onError,
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
  const onSettled = useInvalidateDecisions();
  return useMutation({
    mutationFn: (bulkId: string) =>
      unwrap(signups.bulk[":bulkId"].undo.$post({ param: { audience, bulkId } })),
    onSettled,
  });
}

/** The address of the filtered list as CSV; the browser downloads it by itself. */
export function exportAddress(audience: Audience, { status, search, answer, order }: ListFilters): string {
  const query = new URLSearchParams({ status, search, answer, order });
  return `/api/admin/signups/${audience}/export.csv?${query}`;
}

/** What the server just said of a sign-up, at once wherever it is listed: the lists are read anew after it. */
function usePutInLists(audience: Audience) {
  const queryClient = useQueryClient();
  return (signup: DecidedSignup) => {
    const change = { status: signup.status };
    queryClient.setQueriesData<SignupList>(
      { queryKey: listsKey(audience) },
      (list) =>
        list && {
          ...list,
          counts: countsAfter(list, signup),
          items: list.items.map((item) => (item.id === signup.id ? { ...item, ...change } : item)),
        },
    );
    queryClient.setQueryData(
      signupDetailQuery(audience, signup.id).queryKey,
      (detail) => detail && { ...detail, ...change, undoUntil: signup.undoUntil },
    );
  };
}

/** What hangs on the number of sign-ups and their answers; each list asks for arrivals from its own reading on. */
const useInvalidateCounts = () => useReadAnew("arrivals", "views");

/** A decision changes no answer, nor what is asked. */
const useInvalidateDecisions = () => useReadAnew("arrivals", "views", "questions");
