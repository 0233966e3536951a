import { Button, Checkbox, Group, NumberInput, Select, SimpleGrid, Stack } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { notifications } from "@mantine/notifications";
import {
  type BackupSettings,
  backupSettingsUpdateSchema,
  presentBackupSettingsSchema,
} from "#contract/backup.schema.ts";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert } from "#web/admin/ui/feedback.tsx";
import { focusFirstError } from "#web/admin/ui/focus.ts";
import { isConfirmationDeclined } from "#web/admin/ui/reauthentication.ts";
import { UnsavedDialog } from "#web/admin/ui/unsaved-guard.tsx";
import type { EditedFields } from "#web/admin/ui/versions/merge-edit.ts";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { isStale, useVersionedForm } from "#web/admin/ui/versions/use-versioned-form.ts";
import { formatYesNo } from "#web/lib/format.ts";
import { useSaveBackupSettings } from "./state.api.ts";

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour} h` }));

export function BackupSettingsForm({ settings }: { settings: BackupSettings }) {
  const { form, save, edit, submit } = useBackupSettings(settings);
  const { value: hour, onChange: _, ...hourProps } = form.getInputProps("hour");
  const silent = isStale(save.error) || isConfirmationDeclined(save.error);
  return (
    <form noValidate onSubmit={submit} aria-label="Réglages des sauvegardes">
      <Stack gap="md">
        <Checkbox
          label="Sauvegarder chaque nuit"
          {...form.getInputProps("scheduled", { type: "checkbox" })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} style={{ alignItems: "end" }}>
          <Select
            label="Heure (de Paris)"
            data={hours}
            allowDeselect={false}
            value={String(hour)}
            onChange={(value) => form.setFieldValue("hour", Number(value))}
            {...hourProps}
          />
          <NumberInput
            label="Jours gardés"
            description="La dernière de chaque jour"
            aria-required
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps("keepDays")}
          />
          <NumberInput
            label="Semaines gardées"
            description="La dernière de chaque semaine"
            aria-required
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps("keepWeeks")}
          />
          <NumberInput
            label="Âge maximal (jours)"
            description="À la main, avant une mise à jour"
            aria-required
            allowDecimal={false}
            allowNegative={false}
            {...form.getInputProps("maxAgeDays")}
          />
        </SimpleGrid>
        {!silent && <ErrorAlert error={save.error} onClose={save.reset} />}
        <Group justify="flex-end">
          {edit.dirty && (
            <Button variant="default" onClick={form.reset}>
              Annuler les modifications
            </Button>
          )}
          <SavingButton type="submit" loading={save.isPending}>
            Enregistrer
          </SavingButton>
        </Group>
      </Stack>
      <StaleDialog edit={edit} thing="Réglages des sauvegardes" fields={editedBackupSettings} />
      <UnsavedDialog dirty={edit.dirty} keys={[]} />
    </form>
  );
}

type BackupValues = Omit<BackupSettings, "version">;

const editedBackupSettings: EditedFields<BackupValues> = {
  scheduled: { label: "Sauvegarde automatique", text: formatYesNo },
  hour: { label: "Heure", text: String },
  keepDays: { label: "Jours gardés", text: String },
  keepWeeks: { label: "Semaines gardées", text: String },
  maxAgeDays: { label: "Âge maximal (jours)", text: String },
};

const check = schemaResolver(backupSettingsUpdateSchema, { sync: true });

/** Holds the schedule and retention of backups, validates them with the server's schema, and saves them. */
function useBackupSettings(settings: BackupSettings) {
  const save = useSaveBackupSettings();
  const form = useForm<BackupValues>({
    initialValues: valuesOf(settings),
    validate: (values) => check({ ...values, version: settings.version }),
  });
  const edit = useVersionedForm({
    form,
    item: settings,
    valuesOf,
    schema: presentBackupSettingsSchema,
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
