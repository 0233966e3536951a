import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api, unwrap } from "#web/lib/api.ts";

const waves = api.api.admin.waves;

const wavesKey = ["waves"] as const;

export const waveListQuery = infiniteQueryOptions({
  queryKey: [...wavesKey, "list"],
  queryFn: ({ pageParam }) => unwrap(waves.$get({ query: pageParam === "" ? {} : { before: pageParam } })),
  initialPageParam: "",
  getNextPageParam: ({ next }) => next,
  refetchInterval: 15_000, // invitations are sent and redeemed meanwhile
});

export function waveQuery(id: string) {
  return queryOptions({
    queryKey: [...wavesKey, "one", id],
    queryFn: () => unwrap(waves[":id"].$get({ param: { id } })),
    refetchInterval: 15_000,
  });
}

export type WaveChoice = {
  audience: "user" | "brand";
  segmentId: string | null;
  order: "oldest" | "points" | "lottery";
  count: number;
  seed?: string | undefined;
};

/** Counted again for each change; the count before stays in view until then. */
export function wavePreviewQuery(choice: WaveChoice, enabled: boolean) {
  return queryOptions({
    queryKey: [...wavesKey, "preview", choice],
    queryFn: () => unwrap(waves.preview.$post({ json: choice })),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    enabled,
  });
}

type NewWave = WaveChoice & { templateId: string; startsAt: string | null };

/** Prepares a wave, and starts it unless it is for later. */
export function useLaunchWave() {
  const onSettled = useRefreshWaves();
  return useMutation({
    mutationFn: async (json: NewWave) => {
      const wave = await unwrap(waves.$post({ json }));
      return wave.status === "scheduled"
        ? wave
        : unwrap(waves[":id"].start.$post({ param: { id: wave.id } }));
    },
    onSettled,
  });
}

export function useWaveAction(id: string) {
  const onSettled = useRefreshWaves();
  return useMutation({
    mutationFn: (action: "start" | "cancel") => unwrap(waves[":id"][action].$post({ param: { id } })),
    onSettled,
  });
}

function useRefreshWaves() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: wavesKey }),
      client.invalidateQueries({ queryKey: ["signups"] }),
    ]);
}
