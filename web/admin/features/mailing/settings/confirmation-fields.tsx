import { Stack } from "@mantine/core";
import { privacyPeriods } from "#contract/privacy.ts";
import { DescribedSwitch } from "#web/admin/ui/described-switch.tsx";
import classes from "./settings.module.css";
import type { SettingsFormHandle } from "./use-settings-form.ts";

/** What the confirmation of an address is asked and needed for. News need it in any case. */
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
          description={`Un rappel part après ${privacyPeriods.reminderHours} heures ; sans confirmation, l’inscription est supprimée après ${privacyPeriods.confirmationDays} jours.`}
          {...form.getInputProps("deleteUnconfirmed", { type: "checkbox" })}
        />
      </Stack>
    </fieldset>
  );
}
