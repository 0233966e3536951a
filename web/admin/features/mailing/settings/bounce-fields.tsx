import { Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { EmailSettings } from "#contract/email.schema.ts";
import { AccessFields } from "./access-fields.tsx";
import classes from "./settings.module.css";
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
          deux minutes, range ce qu’il a compris dans «&nbsp;Traités&nbsp;» et n’efface rien. Seul compte un
          rapport qui porte la signature du message, c’est-à-dire l’adresse avec «&nbsp;+&nbsp;» d’où il est
          parti.
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
        <AccessFields of="imap" form={form} settings={settings} readOnly={readOnly} />
        {(provider === "sendgrid" || provider === "auto") && (
          <Textarea
            label="Clé de vérification des événements SendGrid"
            description={`Dans SendGrid : Event Webhook, adresse ${window.location.origin}/api/email-events/sendgrid, «\u00a0Signed Event Webhook\u00a0» activé.`}
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
