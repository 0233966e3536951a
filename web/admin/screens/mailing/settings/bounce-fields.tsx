import { NumberInput, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { EmailSettings } from "#contract/email.schema.ts";
import { SecretField } from "./secret-field.tsx";
import classes from "./settings.module.css";
import { isOtherMailbox } from "./settings-values.ts";
import type { SettingsFormHandle } from "./use-settings-form.ts";

type Props = {
  form: SettingsFormHandle;
  settings: EmailSettings;
  /** For whoever may see, but not decide, where messages come back. */
  readOnly: boolean;
};

/** Where messages come back that nobody got, and how the server hears of it. */
export function BounceFields({ form, settings, readOnly }: Props) {
  const provider = form.values.preferredProvider;
  return (
    <fieldset className={classes.fields}>
      <legend>Retours</legend>
      <Stack>
        <Text size="sm" c="dimmed">
          Un message qui n’a pas pu être remis revient à cette adresse. Le serveur lit la boîte toutes les
          deux minutes, range ce qu’il a compris dans «&nbsp;Traités&nbsp;» et n’efface rien.
        </Text>
        <TextInput
          label="Adresse des retours"
          description="Une boîte à part, qui accepte les adresses avec «&nbsp;+&nbsp;». Sa partie avant «&nbsp;@&nbsp;» a 18 caractères au plus."
          placeholder="rebonds@exemple.fr"
          type="email"
          autoComplete="off"
          readOnly={readOnly}
          {...form.getInputProps("bounceEmail")}
        />
        <MailboxFields form={form} settings={settings} readOnly={readOnly} />
        {(provider === "sendgrid" || provider === "auto") && (
          <Textarea
            label="Clé de vérification des événements SendGrid"
            description={`Dans SendGrid : Event Webhook, adresse ${window.location.origin}/api/email-events/sendgrid, «\u00a0Signed Event Webhook\u00a0» activé.`}
            autosize
            minRows={1}
            autoComplete="off"
            readOnly={readOnly}
            {...form.getInputProps("sendgridWebhookKey")}
          />
        )}
      </Stack>
    </fieldset>
  );
}

function MailboxFields({ form, settings, readOnly }: Props) {
  const movesAway = settings.imapPasswordStored && isOtherMailbox(form.values, settings);
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Serveur IMAP"
          placeholder="imap.exemple.fr"
          autoComplete="off"
          readOnly={readOnly}
          {...form.getInputProps("imapHost")}
        />
        <NumberInput
          label="Port IMAP"
          placeholder="993"
          hideControls
          allowDecimal={false}
          allowNegative={false}
          readOnly={readOnly}
          {...form.getInputProps("imapPort")}
        />
      </SimpleGrid>
      <TextInput
        label="Identifiant IMAP"
        autoComplete="off"
        readOnly={readOnly}
        {...form.getInputProps("imapUsername")}
      />
      <SecretField
        label="Mot de passe IMAP"
        stored={settings.imapPasswordStored}
        form={form}
        name="imapPassword"
        readOnly={readOnly}
        {...(movesAway && {
          loss: "Serveur, port ou identifiant changent : saisissez à nouveau le mot de passe.",
        })}
      />
    </>
  );
}
