import { useQueryClient } from "@tanstack/react-query";

/** Reads again whatever a screen about mail shows. */
export function useRefreshEmails() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ["email"] });
}
