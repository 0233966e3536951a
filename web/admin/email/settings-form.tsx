import { Button, Group, Paper, Stack } from "@mantine/core";
import type { EmailSettings } from "#contract/email.schema.ts";
import { ErrorAlert } from "../shell/error-alert.tsx";
import { AdvancedFields } from "./advanced-fields.tsx";
import { ConnectionChecks } from "./connection-checks.tsx";
import classes from "./email.module.css";
import { emailTexts } from "./email-texts.ts";
import { SenderFields } from "./sender-fields.tsx";
import { SettingsHelp } from "./settings-help.tsx";
import { TransportFields } from "./transport-fields.tsx";
import { UnsavedDialog } from "./unsaved-dialog.tsx";
import { useSettingsForm } from "./use-settings-form.ts";

export function SettingsForm({ settings }: { settings: EmailSettings }) {
  const { form, save, submit } = useSettingsForm(settings);
  const dirty = form.isDirty();
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
          <SenderFields form={form} />
          <TransportFields form={form} settings={settings} />
          <AdvancedFields form={form} />
          <Stack className={classes.save ?? ""} gap="sm">
            {save.isError && (
              <ErrorAlert error={new Error(emailTexts.settingsSaveFailed)} onClose={save.reset} />
            )}
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
      <UnsavedDialog dirty={dirty} keys={["tab"]} />
    </div>
  );
}
