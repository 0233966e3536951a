import { useQueryClient } from "@tanstack/react-query";
import { currentAdminQuery } from "./session.api.ts";

/**
 * After a change that lists, dashboard and statistics all depend on: everything in view is read anew, but who is signed in.
 * @param untouched first words of the keys of what the change leaves as it is
 */
export function useReadAnew(...untouched: string[]) {
  const queryClient = useQueryClient();
  const kept: unknown[] = [currentAdminQuery.queryKey[0], ...untouched];
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
}
