import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type SiteSettingsResponse,
  siteSettingsSchema,
  type UpdateSiteSettings,
  updateSiteSettingsSchema,
} from "#contract/site.schema.ts";
import { initialSiteSettings, isPlaceholder, type SiteImageSlot, type SiteSettings } from "#contract/site.ts";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import { isStale, useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { api, apiFetch, unwrap } from "#web/lib/api.ts";
import { siteGroups, textAt } from "./site-fields.ts";

const site = api.api.admin.site;

export const siteQuery = queryOptions({ queryKey: ["site"], queryFn: () => unwrap(site.$get()) });
const { queryKey } = siteQuery;

function useSaveSite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: UpdateSiteSettings) => unwrap(site.$put({ json })),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onError: (error) => isStale(error) && queryClient.invalidateQueries({ queryKey }),
  });
}

/** Uses `apiFetch`, because the typed client cannot send a picture as the request body. */
export function useUploadImage(slot: SiteImageSlot) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (file: Blob): Promise<SiteSettingsResponse> => {
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

const check = schemaResolver(updateSiteSettingsSchema, { sync: true });

/** Holds the form's values, validates them with the server's schema, and saves them. */
export function useSiteForm(site: SiteSettingsResponse) {
  const save = useSaveSite();
  const form = useForm<SiteSettings>({
    initialValues: valuesOf(site),
    validate: (values) => check({ ...storedValues(values, site), version: site.version }),
  });
  const edit = useVersionedForm({
    form,
    item: site,
    valuesOf,
    schema: siteSettingsSchema,
    forgetFailure: save.reset,
    save: (values, start) =>
      save.mutate(
        { ...storedValues(values, start), version: start.version },
        {
          onSuccess: (saved) => {
            edit.saved(saved);
            notifications.show({ color: "green", message: "Enregistré : le site le dit dès maintenant." });
          },
          onError: (error) => edit.failed(error),
        },
      ),
  });
  return { form, save, edit, submit: form.onSubmit(edit.submit, focusFirstError) };
}

export type SiteFormHandle = ReturnType<typeof useSiteForm>["form"];

/** The form's values for these settings. A field that contains only its placeholder becomes empty. */
function valuesOf({ images: _, updatedAt: __, version: ___, ...values }: SiteSettingsResponse): SiteSettings {
  return withoutPlaceholders(values);
}

function withoutPlaceholders<Value>(value: Value): Value {
  if (typeof value === "string") return (/^\[[^[\]]*\]$|\.example(\/|$)/.test(value) ? "" : value) as Value;
  if (typeof value === "number" || typeof value === "boolean") return value;
  const entries = Object.entries(value ?? {}).map(([key, inner]) => [key, withoutPlaceholders(inner)]);
  return Object.fromEntries(entries) as Value;
}

/** The settings to store. Required fields that were never filled keep their placeholder, which the legal texts show. */
function storedValues(values: SiteSettings, stored: SiteSettings): SiteSettings {
  const next = structuredClone(values);
  for (const { path, required } of siteGroups.flatMap(({ fields }) => fields)) {
    const [group = "", key = ""] = path.split(".");
    const isMissing = textAt(values, path).trim() === "" && isPlaceholder(textAt(stored, path));
    if (required && isMissing) Object(next)[group][key] = textAt(initialSiteSettings, path);
  }
  return next;
}
