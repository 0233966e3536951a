import { SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { EmailSettings } from "#contract/email.schema.ts";
import { privacyPeriods } from "#contract/privacy.ts";
import { isPlaceholder } from "#contract/site.ts";
import { DescribedSwitch } from "#web/admin/ui/controls.tsx";
import classes from "./settings.module.css";
import type { SettingsFormHandle } from "./settings-values.ts";
import { AccessFields } from "./transport-fields.tsx";

type SenderFieldsProps = {
  form: SettingsFormHandle;
  /** True when simulation is on and this administrator may not switch it off. */
  simulationLocked: boolean;
  /** True for administrators who may see, but not change, the sender's address. */
  readOnly: boolean;
};

const addressesProtected = "Seul un super administrateur peut modifier cette adresse.";

export function SenderFields({ form, simulationLocked, readOnly }: SenderFieldsProps) {
  const email = form.getInputProps("senderEmail");
  return (
    <fieldset className={classes.fields}>
      <legend>Expéditeur</legend>
      <Stack>
        <DescribedSwitch
          label="Mode simulation"
          description={`Tout est noté dans l’historique comme envoyé, rien ne part.${simulationLocked ? " Seul un super administrateur peut le couper." : ""}`}
          disabled={simulationLocked}
          {...form.getInputProps("simulationMode", { type: "checkbox" })}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Nom de l’expéditeur"
            withAsterisk
            aria-required
            {...form.getInputProps("senderName")}
          />
          <TextInput
            label="E-mail de l’expéditeur"
            type="email"
            withAsterisk
            aria-required
            autoComplete="off"
            readOnly={readOnly}
            placeholder="bonjour@exemple.fr"
            description={senderDescription(email.value, readOnly)}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...email}
          />
        </SimpleGrid>
        <TextInput
          label="Adresse de réponse"
          description="Facultative : par défaut, les réponses vont à l’expéditeur."
          type="email"
          autoComplete="off"
          {...form.getInputProps("replyTo")}
        />
      </Stack>
    </fieldset>
  );
}

function senderDescription(email: string, readOnly: boolean): string | undefined {
  if (readOnly) return addressesProtected;
  if (email === "") return "À compléter";
  return isPlaceholder(email) ? "À remplacer" : undefined;
}

/** The cases in which an address must be confirmed. News always require a confirmed address. */
export function ConfirmationFields({ form }: { form: SettingsFormHandle }) {
  return (
    <fieldset className={classes.fields}>
      <legend>Confirmation des adresses</legend>
      <Stack>
        <DescribedSwitch
          label="Demander la confirmation de l’adresse"
          description="L’e-mail qui suit l’inscription porte un bouton « Confirmer mon adresse ». Qui a accepté les actualités le reçoit toujours : elles ne partent qu’à des adresses confirmées."
          {...form.getInputProps("confirmationRequested", { type: "checkbox" })}
        />
        <DescribedSwitch
          label="Attendre la confirmation avant de décider"
          description="Une inscription ne peut être approuvée ni rejetée tant que son adresse n’est pas confirmée."
          {...form.getInputProps("decisionsWait", { type: "checkbox" })}
        />
        <DescribedSwitch
          label="Supprimer les inscriptions jamais confirmées"
          description={`Un rappel part après ${privacyPeriods.reminderHours} heures ; sans confirmation, l’inscription est supprimée après ${privacyPeriods.confirmationDays} jours. Tant que son rappel n’a pas pu partir, elle reste.`}
          {...form.getInputProps("deleteUnconfirmed", { type: "checkbox" })}
        />
      </Stack>
    </fieldset>
  );
}

type BounceFieldsProps = {
  form: SettingsFormHandle;
  settings: EmailSettings;
  /** True for admins who may see, but not change, the bounce address. */
  readOnly: boolean;
};

/** The bounce address, and how the server reads bounces. */
export function BounceFields({ form, settings, readOnly }: BounceFieldsProps) {
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
