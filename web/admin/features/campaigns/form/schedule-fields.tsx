import { Group, Switch, TextInput } from "@mantine/core";
import { parisLocal } from "#web/admin/features/campaigns/paris-time.ts";
import type { CampaignFormHandle } from "./use-campaign-form.ts";

/** At once, or at a time on Paris clocks, wherever the admin is. */
export function ScheduleFields({ form }: { form: CampaignFormHandle }) {
  return (
    <Group align="flex-start" gap="lg" mih={36}>
      <Switch label="Envoyer plus tard" mt={6} {...form.getInputProps("later", { type: "checkbox" })} />
      {form.values.later && (
        <TextInput
          type="datetime-local"
          aria-required
          aria-label="Date et heure d’envoi (heure de Paris)"
          description="Heure de Paris"
          inputWrapperOrder={["input", "description", "error"]}
          min={parisLocal(new Date())}
          {...form.getInputProps("scheduledAt")}
        />
      )}
    </Group>
  );
}
