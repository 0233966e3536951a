import { Alert, NativeSelect, NumberInput, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { EmailSettings } from "#contract/email.schema.ts";
import { emailProviders } from "#contract/email.ts";
import classes from "./email.module.css";
import { providerLabels } from "./email-texts.ts";
import { SecretField } from "./secret-field.tsx";
import type { SettingsFormHandle } from "./use-settings-form.ts";

const providers = emailProviders.map((value) => ({ value, label: providerLabels[value] }));

type Props = { form: SettingsFormHandle; settings: EmailSettings };

/** The way mails leave. Fields of a way that is not chosen stay away. */
export function TransportFields({ form, settings }: Props) {
  const provider = form.values.preferredProvider;
  return (
    <fieldset className={classes.fields}>
      <legend>Envoi</legend>
      <Stack>
        <NativeSelect
          label="Fournisseur"
          description={descriptions[provider]}
          data={providers}
          {...form.getInputProps("preferredProvider")}
        />
        {(provider === "php" || provider === "auto") && !settings.phpConfigured && <PhpMissing />}
        {(provider === "smtp" || provider === "auto") && <SmtpFields form={form} settings={settings} />}
        {(provider === "sendgrid" || provider === "auto") && (
          <SecretField
            label="Clé SendGrid"
            stored={settings.sendgridKeyStored}
            form={form}
            name="sendgridKey"
          />
        )}
      </Stack>
    </fieldset>
  );
}

const descriptions = {
  php: "Un script PHP sur votre hébergement envoie les emails.",
  smtp: "Votre serveur de messagerie envoie les emails.",
  sendgrid: "Le service SendGrid envoie les emails.",
  auto: "Essaie ce qui est configuré, dans l’ordre : SMTP, SendGrid, script PHP.",
} as const;

function PhpMissing() {
  return (
    <Alert color="yellow" variant="light">
      Aucun script PHP n’est configuré sur ce serveur (variable <code>PHP_MAIL_URL</code>).
    </Alert>
  );
}

function SmtpFields({ form, settings }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Serveur SMTP"
          placeholder="smtp.exemple.fr"
          autoComplete="off"
          {...form.getInputProps("smtpHost")}
        />
        <NumberInput
          label="Port SMTP"
          placeholder="587"
          hideControls
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps("smtpPort")}
        />
      </SimpleGrid>
      <TextInput label="Identifiant SMTP" autoComplete="off" {...form.getInputProps("smtpUsername")} />
      <SecretField
        label="Mot de passe SMTP"
        stored={settings.smtpPasswordStored}
        form={form}
        name="smtpPassword"
      />
    </>
  );
}
