import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { campaignKindLabels } from "#contract/email.ts";
import { limits } from "#contract/limits.ts";
import { useCurrentAdmin } from "#web/admin/ui/session.api.ts";
import type { CampaignFormHandle } from "./use-campaign-form.ts";

/** News or a message of service; the latter for super administrators, who say why. */
export function KindFields({ form }: { form: CampaignFormHandle }) {
  const { isSuperAdmin } = useCurrentAdmin();
  return (
    <>
      <Radio.Group label="Type d’envoi" {...form.getInputProps("kind")}>
        <Stack gap={6} mt={4}>
          <Radio
            value="news"
            label={campaignKindLabels.news}
            description="À ceux qui ont accepté de les recevoir et confirmé leur adresse, avec un lien de désinscription."
          />
          <Radio
            value="service"
            label={campaignKindLabels.service}
            disabled={!isSuperAdmin}
            description="À tous ceux que désignent les filtres, pour ce qu’ils doivent savoir : leur place est prête, les conditions changent."
          />
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {isSuperAdmin
          ? "Un message de service part même sans accord : la loi n’y admet aucune promotion. Seul un super administrateur l’envoie, et sa raison est gardée dans le journal."
          : "Un message de service part même sans accord : seul un super administrateur peut l’envoyer."}
      </Text>
      {form.values.kind === "service" && (
        <TextInput
          label="Raison de ce message"
          withAsterisk
          aria-required
          maxLength={limits.reasonMax}
          placeholder="Votre place est prête"
          {...form.getInputProps("reason")}
        />
      )}
    </>
  );
}
