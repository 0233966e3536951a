import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { z } from "zod";
import { emailStatuses } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { mailLogKey, useInvalidateMailLog } from "#web/admin/mail-kit/mail-kit.api.ts";
import { textParameter, uuidParameter, wordParameter } from "#web/admin/ui/use-address.ts";
import { api, unwrap } from "#web/lib/api.ts";

/** The filter of the log's entries. */
export const logFilter = z.object({
  search: textParameter(limits.searchMax),
  status: wordParameter([...emailStatuses, "all"], "all"),
});

/** The filter, and the opened entry. */
export const logAddress = logFilter.extend({ entry: uuidParameter });

export type LogFilter = z.infer<typeof logFilter>;

const email = api.api.admin.email;

/** The log in pages, newest first. */
export function emailLogQuery({ search, status }: LogFilter) {
  return infiniteQueryOptions({
    queryKey: [...mailLogKey, { search, status }],
    queryFn: ({ pageParam }) =>
      unwrap(email.log.$get({ query: { search, status, ...(pageParam && { before: pageParam }) } })),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The number of waiting messages, by reason. Invalidated with the log after each send. */
export const waitingMailQuery = queryOptions({
  queryKey: [...mailLogKey, "waiting"],
  queryFn: () => unwrap(email.waiting.$get()),
  staleTime: 0,
  refetchInterval: 30_000,
});

export function useProcessPending() {
  const onSettled = useInvalidateMailLog();
  return useMutation({ mutationFn: () => unwrap(email.log.process.$post()), onSettled });
}

export function useResend() {
  const onSettled = useInvalidateMailLog();
  return useMutation({
    mutationFn: (ids: string[]) => unwrap(email.log.resend.$post({ json: { ids } })),
    onSettled,
  });
}
