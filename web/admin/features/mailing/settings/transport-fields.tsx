import { Alert, NativeSelect, Stack, TextInput } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { EmailSettings } from "#contract/email.schema.ts";
import { emailMessages, emailProviders, providerLabels } from "#contract/email.ts";
import { AccessFields } from "./access-fields.tsx";
import { SecretField } from "./secret-field.tsx";
import classes from "./settings.module.css";
import type { SettingsFormHandle } from "./use-settings-form.ts";

const providers = emailProviders.map((value) => ({ value, label: providerLabels[value] }));

type Props = {
  form: SettingsFormHandle;
  settings: EmailSettings;
  /** For whoever may see, but not decide, through whose hands mail goes. */
  readOnly: boolean;
};

/** The way mails leave. Fields of a way that is not chosen stay away. */
export function TransportFields({ form, settings, readOnly }: Props) {
  const provider = form.values.preferredProvider;
  return (
    <fieldset className={classes.fields}>
      <legend>Envoi</legend>
      <Stack>
        {readOnly && (
          <Alert color="gray" variant="light" icon={<IconLock aria-hidden />}>
            {emailMessages.transportProtected} Qui la modifie peut lire les liens envoyés aux autres.
          </Alert>
        )}
        {readOnly ? (
          <TextInput
            label="Fournisseur"
            description={descriptions[provider]}
            readOnly
            value={providerLabels[provider]}
          />
        ) : (
          <NativeSelect
            label="Fournisseur"
            description={descriptions[provider]}
            data={providers}
            {...form.getInputProps("preferredProvider")}
          />
        )}
        {(provider === "php" || provider === "auto") && !settings.phpConfigured && <PhpMissing />}
        {(provider === "smtp" || provider === "auto") && (
          <AccessFields of="smtp" form={form} settings={settings} readOnly={readOnly} />
        )}
        {(provider === "sendgrid" || provider === "auto") && (
          <SecretField
            label="Clé SendGrid"
            stored={settings.sendgridKeyStored}
            form={form}
            name="sendgridKey"
            readOnly={readOnly}
          />
        )}
      </Stack>
    </fieldset>
  );
}

const descriptions = {
  php: "Un script PHP sur votre hébergement envoie les e-mails.",
  smtp: "Votre serveur de messagerie envoie les e-mails.",
  sendgrid: "Le service SendGrid envoie les e-mails.",
  auto: "Essaie ce qui est configuré, dans l’ordre : SMTP, SendGrid, script PHP.",
} as const;

function PhpMissing() {
  return (
    <Alert color="yellow" variant="light">
      Aucun script PHP n’est configuré sur ce serveur (variable <code>PHP_MAIL_URL</code>).
    </Alert>
  );
}
