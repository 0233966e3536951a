import { useQueryClient } from "@tanstack/react-query";
import { currentAdminQuery } from "./session.api.ts";

/**
 * After a change that lists, dashboard and statistics depend on: invalidates every query but the current admin.
 * @param untouched first words of further keys that the change leaves valid
 */
export function useInvalidateQueries(...untouched: string[]) {
  const queryClient = useQueryClient();
  const kept: unknown[] = [currentAdminQuery.queryKey[0], ...untouched];
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
}
