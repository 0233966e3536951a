import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import {
  type BackupSettings,
  backupSettingsUpdateSchema,
  presentBackupSettingsSchema,
} from "#contract/backup.schema.ts";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";
import { useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { formatYesNo } from "#web/lib/format.ts";
import { useSaveBackupSettings } from "./backups.api.ts";

export type BackupValues = Omit<BackupSettings, "version">;

export const editedBackupSettings: EditedFields<BackupValues> = {
  scheduled: { label: "Sauvegarde automatique", text: formatYesNo },
  hour: { label: "Heure", text: String },
  keepDays: { label: "Jours gardés", text: String },
  keepWeeks: { label: "Semaines gardées", text: String },
  maxAgeDays: { label: "Âge maximal (jours)", text: String },
};

const check = schemaResolver(backupSettingsUpdateSchema, { sync: true });

/** When backups are made and how long they stay, checked by the schema that the server uses, and saving. */
export function useBackupSettings(settings: BackupSettings) {
  const save = useSaveBackupSettings();
  const form = useForm<BackupValues>({
    initialValues: valuesOf(settings),
    validate: (values) => check({ ...values, version: settings.version }),
  });
  const edit = useVersionedForm({
    ...{ form, item: settings, valuesOf, schema: presentBackupSettingsSchema },
    forgetFailure: save.reset,
    save: (values, { version }) =>
      save.mutate(
        { ...values, version },
        {
          onSuccess: (saved) => {
            edit.saved(saved);
            notifications.show({ color: "green", message: "Enregistré." });
          },
          onError: (error) => edit.failed(error),
        },
      ),
  });
  return { form, save, edit, submit: form.onSubmit(edit.submit, focusFirstError) };
}

const valuesOf = ({ version: _, ...values }: BackupSettings): BackupValues => values;
