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

type NewSegment = PreviewSegment & { name: string };

/** Adds a segment, or saves the opened one. */
export function useSaveSegment(opened: SavedSegment | null) {
  return useMutation({
    mutationFn: (json: NewSegment) =>
      opened
        ? unwrap(
            segments[":id"].$put({ param: { id: opened.id }, json: { ...json, version: opened.version } }),
          )
        : unwrap(segments.$post({ json })),
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
