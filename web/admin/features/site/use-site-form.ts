import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import {
  type SiteSettingsAnswer,
  siteSettingsSchema,
  updateSiteSettingsSchema,
} from "#contract/site.schema.ts";
import type { SiteSettings } from "#contract/site.ts";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import { useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { useSaveSite } from "./site.api.ts";

const check = schemaResolver(updateSiteSettingsSchema, { sync: true });

/** The form's values, checked by the schema that the server uses, and saving. */
export function useSiteForm(site: SiteSettingsAnswer) {
  const save = useSaveSite();
  const form = useForm<SiteSettings>({
    initialValues: valuesOf(site),
    validate: (values) => check({ ...values, version: site.version }),
  });
  const edit = useVersionedForm({
    ...{ form, item: site, valuesOf, schema: siteSettingsSchema },
    forgetFailure: save.reset,
    save: (values, { version }) =>
      save.mutate(
        { ...values, version },
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

/** Without what is no part of the form. */
function valuesOf({ images: _, updatedAt: __, version: ___, ...values }: SiteSettingsAnswer): SiteSettings {
  return values;
}
