import { useQueryClient } from "@tanstack/react-query";

/** Invalidates the data of all mail screens. */
export function useRefreshEmails() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["email"] });
}
