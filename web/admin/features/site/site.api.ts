import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { SiteSettingsAnswer, UpdateSiteSettings } from "#contract/site.schema.ts";
import type { SiteImageSlot } from "#contract/site.ts";
import { isStale } from "#web/admin/ui/versions/use-versioned-form.ts";
import { api, apiFetch, unwrap } from "#web/lib/api.ts";

const site = api.api.admin.site;

export const siteQuery = queryOptions({ queryKey: ["site"], queryFn: () => unwrap(site.$get()) });
const { queryKey } = siteQuery;

export function useSaveSite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: UpdateSiteSettings) => unwrap(site.$put({ json })),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onError: (error) => isStale(error) && queryClient.invalidateQueries({ queryKey }),
  });
}

/** The body is the picture itself, which the typed client cannot send. */
export function useUploadImage(slot: SiteImageSlot) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (file: File): Promise<SiteSettingsAnswer> => {
      const init = { method: "PUT", headers: { "content-type": file.type }, body: file };
      return unwrap(apiFetch(`/api/admin/site/images/${slot}`, init));
    },
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
  });
}

export function useRemoveImage(slot: SiteImageSlot) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(site.images[":slot"].$delete({ param: { slot } })),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
  });
}
