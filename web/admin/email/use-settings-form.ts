import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { type EmailSettings, updateEmailSettingsSchema } from "#contract/email.schema.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { useSaveSettings } from "./email.api.ts";
import { emailTexts } from "./email-texts.ts";
import { focusFirstError } from "./focus-first-error.ts";
import { type SettingsValues, settingsUpdate, settingsValues } from "./settings-values.ts";

const check = schemaResolver(updateEmailSettingsSchema, { sync: true });

/** The form's values, checked by the schema that the server uses, and saving. */
export function useSettingsForm(settings: EmailSettings) {
  const save = useSaveSettings();
  const form = useForm<SettingsValues>({
    initialValues: settingsValues(settings),
    validate: (values) => check(settingsUpdate(values) as Record<string, unknown>),
  });

  // What the server says by now replaces what was shown, but never what is being typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer counts, the form's methods are stable.
  useEffect(() => {
    if (form.isDirty()) return;
    form.setInitialValues(settingsValues(settings));
    form.reset();
  }, [settings]);

  const submit = form.onSubmit((values) => {
    save.mutate(settingsUpdate(values), {
      onSuccess: (saved) => {
        form.setInitialValues(settingsValues(saved));
        form.setValues(settingsValues(saved));
        form.resetDirty(settingsValues(saved));
        notifications.show({ color: "green", message: emailTexts.settingsSaved });
      },
      onError: (error) => {
        if (error instanceof ApiFailure) form.setErrors(error.fields);
      },
    });
  }, focusFirstError);
  return { form, save, submit };
}

export type SettingsFormHandle = ReturnType<typeof useSettingsForm>["form"];
