import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "#web/lib/api.ts";

/** Server data lives here only. An answer 401, wherever it comes from, empties the cache and ends the stay. */
export function createQueryClient({ onSessionEnd }: { onSessionEnd: () => void }): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ApiFailure) || error.status !== 401) return;
    onSessionEnd();
    client.clear();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: isWorthRepeating },
    },
  });
  return client;
}

/** Only a server that could not be reached may answer differently a moment later. */
function isWorthRepeating(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiFailure && (error.status === 0 || error.status === 503);
}
