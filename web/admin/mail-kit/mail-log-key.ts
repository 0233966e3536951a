import { useQueryClient } from "@tanstack/react-query";

/** Under this key the cache keeps what is read of the log. */
export const mailLogKey = ["email", "log"] as const;

/** For whatever sends mail: the log is read again. */
export function useInvalidateMailLog() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: mailLogKey });
}
