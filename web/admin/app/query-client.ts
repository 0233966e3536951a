import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "#web/lib/api.ts";

/**
 * The only store of server data. Every response 401 ends the session, except for calls with `meta.anonymous`, which need no
 * session and handle it themselves.
 */
export function createQueryClient({ onSessionEnd }: { onSessionEnd: () => void }): QueryClient {
  const onError = (error: Error, meta: Record<string, unknown> | undefined) => {
    if (error instanceof ApiFailure && error.status === 401 && !meta?.anonymous) onSessionEnd();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => onError(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => onError(error, mutation.meta),
    }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: isWorthRepeating },
      // Without a network a mutation fails at once instead of waiting, so that its form can be closed.
      mutations: { networkMode: "always" },
    },
  });
}

/** Retries only while the server is unreachable. */
function isWorthRepeating(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiFailure && (error.status === 0 || error.status === 503);
}
