import { Button, Group, Paper, Stack } from "@mantine/core";
import type { EmailSettings } from "#contract/email.schema.ts";
import classes from "#web/admin/mail-kit/email.module.css";
import { emailTexts } from "#web/admin/mail-kit/email-texts.ts";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { AdvancedFields } from "./advanced-fields.tsx";
import { ConnectionChecks } from "./connection-checks.tsx";
import { editedSettings } from "./edited-fields.ts";
import { SenderFields } from "./sender-fields.tsx";
import { SettingsHelp } from "./settings-help.tsx";
import { TransportFields } from "./transport-fields.tsx";
import { UnsavedDialog } from "./unsaved-dialog.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

export function SettingsForm({ settings }: { settings: EmailSettings }) {
  const { form, save, edit, submit } = useSettingsForm(settings);
  const { isSuperAdmin } = useCurrentAdmin();
  const { start, dirty } = edit;
  return (
    <div className={classes.split}>
      <Paper
        component="form"
        withBorder
        className={classes.panel ?? ""}
        aria-label="Paramètres d’envoi"
        noValidate
        onSubmit={submit}
      >
        <Stack gap="xl">
          <SenderFields form={form} simulationLocked={!isSuperAdmin && start.simulationMode} />
          <TransportFields form={form} settings={start} readOnly={!isSuperAdmin} />
          <AdvancedFields form={form} />
          <Stack className={classes.save ?? ""} gap="sm">
            <ErrorAlert error={save.error} fallback={emailTexts.settingsSaveFailed} onClose={save.reset} />
            <Group justify="flex-end">
              {dirty && (
                <Button variant="default" onClick={form.reset}>
                  Annuler les modifications
                </Button>
              )}
              <Button type="submit" loading={save.isPending}>
                Enregistrer
              </Button>
            </Group>
          </Stack>
        </Stack>
      </Paper>
      <div className={classes.side}>
        <ConnectionChecks settings={settings} dirty={dirty} />
        <SettingsHelp />
      </div>
      <StaleDialog edit={edit} thing="Paramètres d’envoi" fields={editedSettings} />
      <UnsavedDialog dirty={dirty} keys={["tab"]} />
    </div>
  );
}
