import { Button, Group, Paper, Stack } from "@mantine/core";
import type { EmailSettings } from "#contract/email.schema.ts";
import { mailingTexts } from "#web/admin/features/mailing/mailing-texts.ts";
import { HelpBox } from "#web/admin/mail-kit/help-box.tsx";
import { emailSettingsQuery } from "#web/admin/mail-kit/mail-kit.api.ts";
import mailClasses from "#web/admin/mail-kit/mail-kit.module.css";
import { SavingButton } from "#web/admin/ui/buttons.tsx";
import { ErrorAlert, LoadingText } from "#web/admin/ui/feedback.tsx";
import { bottomBar } from "#web/admin/ui/measured-bar.ts";
import { useEagerQuery } from "#web/admin/ui/prefetch.ts";
import { RequiredNote } from "#web/admin/ui/required-note.tsx";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import { UnsavedDialog } from "#web/admin/ui/unsaved-guard.tsx";
import { StaleDialog } from "#web/admin/ui/versions/stale-dialog.tsx";
import { ShownError } from "#web/lib/api.ts";
import { ConnectionChecks, MailboxCheck } from "./connection-checks.tsx";
import { BounceFields, ConfirmationFields, SenderFields } from "./sender-fields.tsx";
import classes from "./settings.module.css";
import { editedSettings, useSettingsForm } from "./settings-values.ts";
import { AdvancedFields, TransportFields } from "./transport-fields.tsx";

export function SettingsTab() {
  const settings = useEagerQuery(emailSettingsQuery);
  if (settings.data) return <SettingsForm settings={settings.data} />;
  if (settings.isPending) return <LoadingText>Chargement des paramètres…</LoadingText>;
  return (
    <ErrorAlert error={new ShownError(mailingTexts.loadFailed)} onRetry={() => void settings.refetch()} />
  );
}

function SettingsForm({ settings }: { settings: EmailSettings }) {
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
          <RequiredNote />
          <SenderFields
            form={form}
            simulationLocked={!isSuperAdmin && start.simulationMode}
            readOnly={!isSuperAdmin}
          />
          <TransportFields form={form} settings={start} readOnly={!isSuperAdmin} />
          <BounceFields form={form} settings={start} readOnly={!isSuperAdmin} />
          <ConfirmationFields form={form} />
          <AdvancedFields form={form} />
          <Stack ref={bottomBar} className={classes.save ?? ""} gap="sm">
            <ErrorAlert error={save.error} sentence={mailingTexts.settingsSaveFailed} onClose={save.reset} />
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
        {settings.imapHost !== null && <MailboxCheck key={settings.updatedAt} />}
        <SettingsHelp />
      </div>
      <StaleDialog edit={edit} thing="Paramètres d’envoi" fields={editedSettings} />
      <UnsavedDialog dirty={dirty} keys={["tab"]} />
    </div>
  );
}

function SettingsHelp() {
  return (
    <HelpBox title="Mettre en place l’envoi">
      <ul>
        <li>Renseignez l’expéditeur avec une adresse de votre domaine.</li>
        <li>
          Choisissez un fournisseur. Pour SMTP, votre hébergeur vous donne le serveur, le port (souvent 587)
          et les identifiants.
        </li>
        <li>Pour SendGrid, créez une clé d’API limitée à l’envoi d’e-mails.</li>
        <li>Enregistrez, testez la connexion, puis envoyez-vous un e-mail de test.</li>
        <li>Quand tout est juste, coupez le mode simulation.</li>
      </ul>
      <p>
        Pour que vos messages arrivent, faites vérifier votre domaine dans l’onglet
        «&nbsp;Domaine&nbsp;»&nbsp;: il dit quoi publier dans les DNS.
      </p>
    </HelpBox>
  );
}
