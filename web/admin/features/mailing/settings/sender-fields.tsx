import { SimpleGrid, Stack, TextInput } from "@mantine/core";
import { isPlaceholder } from "#contract/site.ts";
import { DescribedSwitch } from "#web/admin/ui/described-switch.tsx";
import classes from "./settings.module.css";
import type { SettingsFormHandle } from "./use-settings-form.ts";

type Props = {
  form: SettingsFormHandle;
  /** Simulation is on, and this administrator may not switch it off. */
  simulationLocked: boolean;
  /** For administrators who see, but do not decide, whose address mail carries. */
  readOnly: boolean;
};

const addressesProtected = "Seul un super administrateur peut modifier cette adresse.";

export function SenderFields({ form, simulationLocked, readOnly }: Props) {
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
  return isPlaceholder(email) ? "À remplacer" : undefined;
}
