import { NumberInput, SimpleGrid, Text } from "@mantine/core";
import classes from "./settings.module.css";
import type { SettingsFormHandle } from "./use-settings-form.ts";

const fields = [
  {
    name: "pauseMs",
    label: "Pause entre deux e-mails (ms)",
    description: "100 par défaut.",
  },
  {
    name: "parallelism",
    label: "Envois simultanés",
    description: "1 par défaut : l’un après l’autre.",
  },
  {
    name: "hourlyCap",
    label: "Maximum par heure",
    description: "Tous les e-mails. Vide : pas de limite.",
  },
  {
    name: "dailyCap",
    label: "Maximum par jour",
    description: "Tous les e-mails. Vide : pas de limite.",
  },
  {
    name: "confirmationHourlyCap",
    label: "Confirmations par heure",
    description: "500 par défaut. Au-delà, les confirmations d’inscription attendent.",
  },
] as const;

/** Folded away: what an ordinary installation never changes. */
export function AdvancedFields({ form }: { form: SettingsFormHandle }) {
  return (
    <details className={classes.fields}>
      <summary className={classes.summary}>Rythme d’envoi (avancé)</summary>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map(({ name, label, description }) => (
          <NumberInput
            key={name}
            label={label}
            description={description}
            aria-required
            hideControls
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=" "
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Un maximum atteint ne perd rien : les e-mails attendent et partent d’eux-mêmes. Une petite part des
        maximums (5 %, au moins 5 e-mails) reste réservée aux liens de connexion. Une même boîte ne reçoit
        qu’une confirmation d’inscription par 24 heures, quelle que soit l’écriture de son adresse.
      </Text>
    </details>
  );
}
