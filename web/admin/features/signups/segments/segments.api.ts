import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PreviewSegment, SavedSegment } from "#contract/segments.schema.ts";
import { api, unwrap } from "#web/lib/api.ts";

const segments = api.api.admin.segments;

/** Counts again after each change. The previous count stays in view until the response arrives. */
export function segmentPreviewQuery(segment: PreviewSegment) {
  return queryOptions({
    queryKey: ["segments", "preview", segment],
    queryFn: () => unwrap(segments.preview.$post({ json: segment })),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export type SegmentValues = PreviewSegment & { name: string };

/** Adds a segment, or saves the one on which the values are based. */
export function useSaveSegment() {
  return useMutation({
    mutationFn: ({ start, values }: { start: SavedSegment | null; values: SegmentValues }) =>
      start
        ? unwrap(
            segments[":id"].$put({ param: { id: start.id }, json: { ...values, version: start.version } }),
          )
        : unwrap(segments.$post({ json: values })),
    onSettled: useRefreshSegments(),
  });
}

export function useDeleteSegment() {
  return useMutation({
    mutationFn: (id: string) => unwrap(segments[":id"].$delete({ param: { id } })),
    onSettled: useRefreshSegments(),
  });
}

/** Refreshes the lists too, because they may be filtered by the changed segment. */
function useRefreshSegments() {
  const client = useQueryClient();
  return () =>
    Promise.all(["segments", "signups"].map((key) => client.invalidateQueries({ queryKey: [key] })));
}
