import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import {
  type EmailSettings,
  emailSettingsSchema,
  updateEmailSettingsSchema,
} from "#contract/email.schema.ts";
import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import { useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { useSaveSettings } from "./settings.api.ts";
import { accesses, type SettingsValues, settingsUpdate, settingsValues } from "./settings-values.ts";

const check = schemaResolver(updateEmailSettingsSchema, { sync: true });

/** The form's values, checked by the schema that the server uses, and saving. */
export function useSettingsForm(settings: EmailSettings) {
  const save = useSaveSettings();
  const form = useForm<SettingsValues>({
    initialValues: settingsValues(settings),
    validate: (values) => check(settingsUpdate(values, settings) as Record<string, unknown>),
  });
  const edit = useVersionedForm({
    ...{
      form,
      item: settings,
      valuesOf: settingsValues,
      schema: emailSettingsSchema,
      together: Object.values(accesses),
    },
    forgetFailure: save.reset,
    save: (values, start) =>
      save.mutate(settingsUpdate(values, start), {
        onSuccess: (saved) => {
          edit.saved(saved);
          notifications.show({ color: "green", message: mailingTexts.settingsSaved });
        },
        onError: (error) => edit.failed(error),
      }),
  });
  return { form, save, edit, submit: form.onSubmit(edit.submit, focusFirstError) };
}

export type SettingsFormHandle = ReturnType<typeof useSettingsForm>["form"];
