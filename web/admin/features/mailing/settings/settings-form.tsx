import { Button, Group, Paper, Stack } from "@mantine/core";
import type { EmailSettings } from "#contract/email.schema.ts";
import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { ErrorAlert } from "#web/admin/ui/error-alert.tsx";
import { SavingButton } from "#web/admin/ui/saving-button.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { UnsavedDialog } from "#web/admin/ui/unsaved-dialog.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { AdvancedFields } from "./advanced-fields.tsx";
import { BounceFields } from "./bounce-fields.tsx";
import { ConfirmationFields } from "./confirmation-fields.tsx";
import { ConnectionChecks } from "./connection-checks.tsx";
import { editedSettings } from "./edited-settings.ts";
import { MailboxCheck } from "./mailbox-check.tsx";
import { SenderFields } from "./sender-fields.tsx";
import classes from "./settings.module.css";
import { SettingsHelp } from "./settings-help.tsx";
import { TransportFields } from "./transport-fields.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

export function SettingsForm({ settings }: { settings: EmailSettings }) {
  const { form, save, edit, submit } = useSettingsForm(settings);
  const { isSuperAdmin } = useCurrentAdmin();
  const { start, dirty } = edit;
  return (
    <div className={mailClasses.split}>
      <Paper
        component="form"
        withBorder
        className={mailClasses.panel ?? ""}
        aria-label="Paramètres d’envoi"
        noValidate
        onSubmit={submit}
      >
        <Stack gap="xl">
          <SenderFields
            form={form}
            simulationLocked={!isSuperAdmin && start.simulationMode}
            readOnly={!isSuperAdmin}
          />
          <TransportFields form={form} settings={start} readOnly={!isSuperAdmin} />
          <BounceFields form={form} settings={start} readOnly={!isSuperAdmin} />
          <ConfirmationFields form={form} />
          <AdvancedFields form={form} />
          <Stack className={classes.save ?? ""} gap="sm" data-bottom-bar>
            <ErrorAlert error={save.error} fallback={mailingTexts.settingsSaveFailed} onClose={save.reset} />
            <Group justify="flex-end">
              {dirty && (
                <Button variant="default" onClick={form.reset}>
                  Annuler les modifications
                </Button>
              )}
              <SavingButton type="submit" loading={save.isPending}>
                Enregistrer
              </SavingButton>
            </Group>
          </Stack>
        </Stack>
      </Paper>
      <div className={classes.side}>
        <ConnectionChecks settings={settings} dirty={dirty} />
        {settings.imapHost !== null && <MailboxCheck />}
        <SettingsHelp />
      </div>
      <StaleDialog edit={edit} thing="Paramètres d’envoi" fields={editedSettings} />
      <UnsavedDialog dirty={dirty} keys={["tab"]} />
    </div>
  );
}
