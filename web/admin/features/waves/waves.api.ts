import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { WaveChoice } from "#contract/waves.schema.ts";
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

/** Counts again after each change. The previous count stays in view until the response arrives. */
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

/** Creates an idempotency key, so that a retry creates no second wave. `crypto.randomUUID` exists only under https. */
export function createWaveId(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}

type NewWave = WaveChoice & {
  id: string;
  templateId: string;
  segmentVersion: number | undefined;
  startsAt: string | null;
};

/** Creates a wave and starts it, unless it is scheduled or an earlier request, whose response was lost, started it. */
export function useLaunchWave() {
  const onSettled = useRefreshWaves();
  return useMutation({
    mutationFn: async (json: NewWave) => {
      const wave = await unwrap(waves.$post({ json }));
      return wave.status === "draft" ? unwrap(waves[":id"].start.$post({ param: { id: wave.id } })) : wave;
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
